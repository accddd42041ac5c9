package io.sluice.admin.api;

import io.sluice.gateway.PublishSettings;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.TopicName;
import io.sluice.policy.json.PolicyJson;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What holds for a topic, and why that and nothing else.
 *
 * @param topic its full name
 * @param text what a person should read first
 * @param limits each kind of limit, whether it is set or not
 * @param ramp how the publish limit rises
 * @param groups which resource groups it is part of
 * @param node what the node that was asked may publish, all topics together
 * @param connection what each connection to that node may have under way
 */
record Explanation(
    String topic,
    List<String> text,
    List<Limit> limits,
    Limit ramp,
    List<Group> groups,
    Record node,
    Connection connection) {

  /**
   * One kind of limit.
   *
   * @param kind which
   * @param enforced whether anybody has to wait because of it
   * @param inForce what holds
   * @param origin whose policy that is
   * @param steps whose policies were looked at, in this order
   */
  record Limit(
      String kind,
      boolean enforced,
      @Nullable Record inForce,
      @Nullable String origin,
      List<Step> steps) {}

  /** Where a policy could be set, what it is there, and what that means. */
  record Step(String target, @Nullable Record policy, String text) {}

  /** A group, and who of the topic's is a member of it. */
  record Group(
      String name,
      String through,
      boolean enforced,
      @Nullable Record quota,
      String text) {}

  /** As the settings of the same names. */
  record Connection(int maxPendingPublishRequests, long maxHeldBytes, int maxHeldMillis) {}

  static Explanation of(TopicName topic, Policies policies, PublishSettings settings) {
    List<Group> groups = groups(topic, policies);
    return new Explanation(
        topic.toString(),
        ExplanationText.of(topic, policies, settings, groups),
        LimitRoutes.KINDS.stream()
            .filter(kind -> !kind.equals(PolicyKind.RAMP))
            .map(kind -> limit(kind, topic, policies))
            .toList(),
        limit(PolicyKind.RAMP, topic, policies),
        groups,
        PolicyJson.of(settings.nodeLimit()),
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

  /** Only publish limits make anybody wait yet. */
  private static boolean isEnforced(Record policy) {
    return policy instanceof PublishLimit limit && limit.enforce() && !limit.isNone();
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

  private static List<Group> groups(TopicName topic, Policies policies) {
    String namespace = topic.namespace();
    return Stream.of(
            new PolicyKey.Namespace(namespace),
            new PolicyKey.Tenant(namespace.substring(0, namespace.indexOf('/'))))
        .flatMap(member -> policies.get(PolicyKind.MEMBERSHIP, member).stream()
            .map(membership -> group(membership.group(), member, policies)))
        .toList();
  }

  private static Group group(String name, PolicyKey member, Policies policies) {
    Optional<GroupQuota> quota = policies.get(PolicyKind.GROUP, new PolicyKey.Group(name));
    return new Group(
        name,
        member.toString(),
        false,
        quota.map(PolicyJson::of).orElse(null),
        member + " is in group " + name
            + (quota.isEmpty()
                ? ", which does not exist"
                : ", whose quota is stored, but not enforced yet"));
  }
}
