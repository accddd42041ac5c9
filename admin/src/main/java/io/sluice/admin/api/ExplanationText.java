package io.sluice.admin.api;

import io.sluice.api.LimitShare;
import io.sluice.gateway.config.NodeLimits;
import io.sluice.gateway.view.HomeView;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.TopicName;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What holds for a topic, in a few sentences. */
final class ExplanationText {

  /** A topic may have many subscriptions, each with a share. */
  private static final int MOST_SHARES = 3;

  private ExplanationText() {}

  static List<String> of(
      TopicName topic,
      Policies policies,
      NodeLimits node,
      List<Explanation.Group> groups,
      List<LimitShare> shares,
      Explanation.Here here) {
    List<String> text = new ArrayList<>();
    text.add(publish(policies, topic, here));
    shares(PolicyKind.PUBLISH, shares, text);
    policies
        .get(PolicyKind.PUBLISH, PolicyKey.BROKER)
        .filter(limit -> !limit.isNone())
        .map(limit -> "Each broker may be sent " + rates(limit) + " by all topics together"
            + (limit.enforce() ? "." : "; that is only counted."))
        .ifPresent(text::add);
    ofNode("publish", node.publish()).ifPresent(text::add);
    Optional<String> topicDispatch =
        dispatch(policies, PolicyKind.DISPATCH, topic, "to all subscriptions together");
    Optional<String> subscriptionDispatch =
        dispatch(policies, PolicyKind.SUBSCRIPTION_DISPATCH, topic, "to each subscription");
    topicDispatch.ifPresent(text::add);
    shares(PolicyKind.DISPATCH, shares, text);
    subscriptionDispatch.ifPresent(text::add);
    shares(PolicyKind.SUBSCRIPTION_DISPATCH, shares, text);
    if (topicDispatch.isEmpty() && subscriptionDispatch.isEmpty()) {
      text.add("Dispatch is not limited: nothing is set for the topic, for its namespace or by"
          + " default.");
    }
    ofNode("dispatch", node.dispatch()).ifPresent(text::add);
    groups.forEach(group -> text.add(group.text() + "."));
    here.home().apply(topic).map(ExplanationText::home).ifPresent(text::add);
    return text;
  }

  /** Nothing of a limit that is used on this node only. */
  private static void shares(PolicyKind<?> kind, List<LimitShare> all, List<String> text) {
    List<LimitShare> divided = all.stream()
        .filter(share -> share.kind().equals(kind.name()) && share.nodes() > 1)
        .toList();
    divided.stream()
        .limit(MOST_SHARES)
        .map(LimitShare::text)
        .filter(Objects::nonNull)
        .forEach(text::add);
    if (divided.size() > MOST_SHARES) {
      text.add("The limits of other subscriptions are used on several nodes, too.");
    }
  }

  private static Optional<String> ofNode(String what, PublishLimit limit) {
    return limit.isNone()
        ? Optional.empty()
        : Optional.of("All topics together may " + what + " " + rates(limit) + " through this node"
            + (limit.enforce() ? "." : "; that is only counted."));
  }

  private static String publish(Policies policies, TopicName topic, Explanation.Here here) {
    Optional<Policies.Resolved<PublishLimit>> resolved =
        policies.resolve(PolicyKind.PUBLISH, topic);
    if (resolved.isEmpty()) {
      return "Publishing is not limited: nothing is set for the topic, for its namespace or by"
          + " default.";
    }
    PublishLimit limit = resolved.get().limit();
    String origin = origin(resolved.get().origin());
    if (limit.isNone()) {
      return "Publishing is not limited, " + origin + ".";
    }
    String rising = here.rising(resolved.get().origin(), policies);
    return limit.enforce()
        ? "The topic may publish " + rates(limit) + ", " + origin + rising + "."
        : "The topic should publish at most " + rates(limit) + ", " + origin
            + "; more is only counted, no producer has to wait.";
  }

  private static Optional<String> dispatch(
      Policies policies, PolicyKind<DispatchLimit> kind, TopicName topic, String whom) {
    return policies.resolve(kind, topic).map(resolved -> {
      DispatchLimit limit = resolved.limit();
      String origin = origin(resolved.origin());
      if (limit.isNone()) {
        return "Dispatch " + whom + " is not limited, " + origin + ".";
      }
      return "The topic may dispatch "
          + GroupText.rates(limit.messages(), limit.bytes(), GroupText.per(limit))
          + (limit.relativeToPublishRate() ? " more than is published" : "") + " " + whom + ", "
          + origin + ".";
    });
  }

  private static String home(HomeView home) {
    return home.here()
        ? "The topic's home is this node: clients that ask other nodes are redirected to it, at "
            + home.serviceUrl() + "."
        : "The topic's home is node " + home.node() + ": clients are redirected to it, at "
            + home.serviceUrl() + ".";
  }

  private static String origin(PolicyKey key) {
    return key.equals(PolicyKey.DEFAULT) ? "as set by default" : "as set for " + key;
  }

  private static String rates(PublishLimit limit) {
    return GroupText.rates(limit.messages(), limit.bytes(), "/s");
  }
}
