package io.sluice.admin.api;

import io.sluice.api.LimitShare;
import io.sluice.gateway.config.NodeLimits;
import io.sluice.gateway.config.PublishSettings;
import io.sluice.gateway.view.GroupView;
import io.sluice.gateway.view.HomeView;
import io.sluice.gateway.view.RampView;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.RampUp;
import io.sluice.policy.TopicName;
import io.sluice.policy.json.PolicyJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which limits hold for a topic, and why.
 *
 * @param topic the topic's full name
 * @param text the explanation for people, in a few sentences
 * @param limits each kind of limit, whether it is set or not
 * @param broker what each broker may be sent, through all topics together
 * @param ramp how the publish limit rises
 * @param groups the resource groups that the topic is part of
 * @param node the publish limit of the node that was asked, for all topics together
 * @param nodeDispatch what that node delivers at most to all consumers together
 * @param shares how the topic's limits are divided among the nodes, of those limits that the node uses
 * @param home the node to which the topic's clients are redirected; null if it has none
 * @param connection how much of what it publishes each connection to that node may have unanswered
 */
record Explanation(
    String topic,
    List<String> text,
    List<Limit> limits,
    Limit broker,
    Limit ramp,
    List<Group> groups,
    Record node,
    Record nodeDispatch,
    List<LimitShare> shares,
    @Nullable HomeView home,
    Connection connection) {

  /**
   * One kind of limit.
   *
   * @param kind which
   * @param enforced whether clients have to wait because of it
   * @param inForce the policy that holds
   * @param origin the target whose policy it is
   * @param steps the targets where a policy was looked for, in this order
   */
  record Limit(
      String kind,
      boolean enforced,
      @Nullable Record inForce,
      @Nullable String origin,
      List<Step> steps) {}

  /** A target that can have the policy, the policy if it is set there, and what that means. */
  record Step(String target, @Nullable Record policy, String text) {}

  /** A group, and the topic's namespace or tenant that is a member of it. */
  record Group(
      String name,
      String through,
      boolean enforced,
      @Nullable Record quota,
      String text) {}

  /** The settings of the same names. */
  record Connection(int maxPendingPublishRequests, long maxHeldBytes, int maxHeldMillis) {}

  /**
   * What the node that is asked knows of groups, ramps and homes.
   *
   * @param groupIfFollowed the resource group of a name; empty if the node does not follow the group
   * @param ramps the levels of the ramps, by their targets
   * @param home the home of a topic; empty if it has none
   * @param shares how the limits of a topic are divided that the node uses
   */
  record Here(
      Function<String, Optional<GroupView>> groupIfFollowed,
      Map<PolicyKey, RampView> ramps,
      Function<TopicName, Optional<HomeView>> home,
      Function<TopicName, List<LimitShare>> shares) {

    /** The text about a ramp, to follow the text about its limit or quota; empty if there is no ramp. */
    String rising(PolicyKey key, Policies policies) {
      return policies
          .get(PolicyKind.RAMP, key)
          .map(ramp -> GroupText.rising(ramp, Optional.ofNullable(ramps.get(key))))
          .orElse("");
    }
  }

  static Explanation of(
      TopicName topic, Policies policies, PublishSettings settings, NodeLimits node, Here here) {
    List<Group> groups = groups(topic, policies, here);
    List<LimitShare> shares = here.shares.apply(topic);
    return new Explanation(
        topic.toString(),
        ExplanationText.of(topic, policies, node, groups, shares, here),
        LimitRoutes.KINDS.stream()
            .filter(kind -> !kind.equals(PolicyKind.RAMP))
            .map(kind -> limit(kind, topic, policies))
            .toList(),
        broker(policies),
        ramp(topic, policies),
        groups,
        PolicyJson.of(node.publish()),
        PolicyJson.of(node.dispatch()),
        shares,
        here.home.apply(topic).orElse(null),
        new Connection(
            settings.maxPendingPublishRequestsPerConnection(),
            settings.maxHeldBytesPerConnection(),
            settings.maxHeldMillis()));
  }

  private static <P extends Record> Limit limit(
      PolicyKind<P> kind, TopicName topic, Policies policies) {
    Optional<Policies.Resolved<P>> resolved = policies.resolve(kind, topic);
    Optional<PolicyKey> origin = resolved.map(Policies.Resolved::origin);
    return new Limit(
        kind.name(),
        resolved.map(inForce -> isEnforced(inForce.limit())).orElse(false),
        resolved.map(inForce -> PolicyJson.of(inForce.limit())).orElse(null),
        origin.map(PolicyKey::toString).orElse(null),
        Policies.candidates(topic).stream()
            .map(key -> step(key, policies.get(kind, key), origin))
            .toList());
  }

  private static Limit broker(Policies policies) {
    Optional<PublishLimit> limit = policies.get(PolicyKind.PUBLISH, PolicyKey.BROKER);
    Optional<PolicyKey> origin = limit.map(set -> PolicyKey.BROKER);
    return new Limit(
        PolicyKind.PUBLISH.name(),
        limit.filter(Explanation::isEnforced).isPresent(),
        limit.map(PolicyJson::of).orElse(null),
        origin.map(PolicyKey::toString).orElse(null),
        List.of(step(PolicyKey.BROKER, limit, origin)));
  }

  private static boolean isEnforced(Record policy) {
    return policy instanceof PublishLimit publish
        ? publish.enforce() && !publish.isNone()
        : policy instanceof DispatchLimit dispatch && !dispatch.isNone();
  }

  /** The ramp of the topic's publish limit. Only the target that sets this limit can have a ramp for it. */
  private static Limit ramp(TopicName topic, Policies policies) {
    Optional<Policies.Resolved<PublishLimit>> limit = policies.resolve(PolicyKind.PUBLISH, topic);
    Optional<PolicyKey> origin = limit.map(Policies.Resolved::origin);
    Optional<RampUp> inForce = origin.flatMap(key -> policies.get(PolicyKind.RAMP, key));
    return new Limit(
        PolicyKind.RAMP.name(),
        inForce.isPresent() && limit.filter(of -> isEnforced(of.limit())).isPresent(),
        inForce.map(PolicyJson::of).orElse(null),
        inForce.flatMap(set -> origin).map(PolicyKey::toString).orElse(null),
        Policies.candidates(topic).stream()
            .map(key -> rampStep(key, policies.get(PolicyKind.RAMP, key), origin))
            .toList());
  }

  private static Step rampStep(PolicyKey key, Optional<RampUp> ramp, Optional<PolicyKey> origin) {
    String text = ramp.isEmpty()
        ? "not set"
        : origin
            .map(limit -> limit.equals(key)
                ? "set, and the one that counts"
                : "set, but the limit is that of " + limit)
            .orElse("set, but there is no limit");
    return new Step(key.toString(), ramp.map(PolicyJson::of).orElse(null), text);
  }

  private static Step step(
      PolicyKey key, Optional<? extends Record> policy, Optional<PolicyKey> origin) {
    String text = policy.isEmpty()
        ? "not set"
        : origin
            .filter(first -> !first.equals(key))
            .map(first -> "set, but " + first + " comes first")
            .orElse("set, and the one that counts");
    return new Step(key.toString(), policy.map(PolicyJson::of).orElse(null), text);
  }

  private static List<Group> groups(TopicName topic, Policies policies, Here here) {
    return topic.tenant().stream()
        .flatMap(tenant ->
            Stream.of(new PolicyKey.Namespace(topic.namespace()), new PolicyKey.Tenant(tenant)))
        .flatMap(member -> policies.get(PolicyKind.MEMBERSHIP, member).stream()
            .map(membership -> group(membership.group(), member, policies, here)))
        .toList();
  }

  private static Group group(String name, PolicyKey member, Policies policies, Here here) {
    PolicyKey.Group key = new PolicyKey.Group(name);
    Optional<GroupQuota> quota = policies.get(PolicyKind.GROUP, key);
    return new Group(
        name,
        member.toString(),
        quota.filter(set -> !set.isNone()).isPresent(),
        quota.map(PolicyJson::of).orElse(null),
        member + " is in group " + name
            + quota
                .map(set -> ", whose members may, all together, " + GroupText.of(set)
                    + here.rising(key, policies)
                    + here.groupIfFollowed.apply(name).map(GroupText::here).orElse(""))
                .orElse(", which does not exist"));
  }
}
