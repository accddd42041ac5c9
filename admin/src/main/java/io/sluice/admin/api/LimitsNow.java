package io.sluice.admin.api;

import io.sluice.admin.figures.Speed;
import io.sluice.api.LimitShare;
import io.sluice.gateway.view.RampView;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.Policies;
import io.sluice.policy.Policies.Resolved;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.TopicName;
import java.util.Map;
import java.util.Optional;

/**
 * Which limits hold for topics now, and which part of them is used.
 *
 * @param policies the policies that are set
 * @param ramps the levels of the ramps, by their targets
 * @param nodes on which nodes the limits are used
 */
record LimitsNow(Policies policies, Map<PolicyKey, RampView> ramps, Nodes nodes) {

  /** On which nodes the limits of topics are used. */
  interface Nodes {

    /** Where that is not asked for. */
    Nodes NOT_ASKED = new Nodes() {
      @Override
      public Optional<LimitShare> publishShare(TopicName topic) {
        return Optional.empty();
      }

      @Override
      public Optional<String> home(TopicName topic) {
        return Optional.empty();
      }
    };

    /** How a topic's publish limit is divided; empty if this node does not use it. */
    Optional<LimitShare> publishShare(TopicName topic);

    /** The name of the node that is a topic's home; empty if it has none. */
    Optional<String> home(TopicName topic);
  }

  /** Without the nodes on which they are used. */
  LimitsNow(Policies policies, Map<PolicyKey, RampView> ramps) {
    this(policies, ramps, Nodes.NOT_ASKED);
  }

  /** What may be published to a topic; empty if that is not limited. */
  Optional<Resolved<PublishLimit>> publish(String topic) {
    return publish(TopicName.parseOrUnreadable(topic));
  }

  /** What may be published to a topic; empty if that is not limited. */
  Optional<Resolved<PublishLimit>> publish(TopicName topic) {
    return policies
        .resolve(PolicyKind.PUBLISH, topic)
        .filter(resolved -> !resolved.limit().isNone());
  }

  /** What may be dispatched of a topic; empty if that is not limited. */
  Optional<Resolved<DispatchLimit>> dispatch(String topic) {
    return dispatch(TopicName.parseOrUnreadable(topic));
  }

  /** What may be dispatched of a topic; empty if that is not limited. */
  Optional<Resolved<DispatchLimit>> dispatch(TopicName topic) {
    return policies
        .resolve(PolicyKind.DISPATCH, topic)
        .filter(resolved -> !resolved.limit().isNone());
  }

  /** What may be dispatched to each subscription of a topic; empty if that is not limited. */
  Optional<Resolved<DispatchLimit>> subscriptionDispatch(TopicName topic) {
    return policies
        .resolve(PolicyKind.SUBSCRIPTION_DISPATCH, topic)
        .filter(resolved -> !resolved.limit().isNone());
  }

  /**
   * The publish limit that a target's policy sets; empty if there is none. Other nodes tell whose limit it is and not
   * what it is, as all nodes have the same policies.
   */
  Optional<PublishLimit> publishOf(String target) {
    return target(target)
        .flatMap(key -> key instanceof PolicyKey.Group
            ? policies
                .get(PolicyKind.GROUP, key)
                .map(quota -> PublishLimit.of(quota.publishMessages(), quota.publishBytes()))
            : policies.get(PolicyKind.PUBLISH, key));
  }

  /** The target of this text; empty if this node knows of no such kind, as another version may. */
  private static Optional<PolicyKey> target(String text) {
    try {
      return Optional.of(PolicyKey.parse(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Which part of a limit or quota holds now; empty if that is all of it. */
  Optional<Double> rampFactor(String target) {
    return ramps.isEmpty() ? Optional.empty() : target(target).flatMap(this::rampFactor);
  }

  /** Which part is used of what a publish limit allows at its ramp's level: the larger of messages and bytes. */
  double used(Resolved<PublishLimit> limit, Speed speed) {
    double factor = rampFactor(limit.origin()).orElse(1.0);
    return Math.max(
        part(speed.messages(), limit.limit().messages() * factor),
        part(speed.bytes(), limit.limit().bytes() * factor));
  }

  /** Which part of a limit or quota holds now; empty if that is all of it. */
  Optional<Double> rampFactor(PolicyKey origin) {
    return Optional.ofNullable(ramps.get(origin)).map(RampView::factor).filter(part -> part < 1);
  }

  /** Which part of a dispatch limit is used: the larger of messages and bytes. */
  static double dispatchUsed(DispatchLimit limit, Speed speed) {
    double messages = (double) limit.messages() / limit.periodSeconds();
    double bytes = (double) limit.bytes() / limit.periodSeconds();
    boolean onTop = limit.relativeToPublishRate();
    return Math.max(
        part(
            speed.dispatchMessages(),
            onTop && messages > 0 ? messages + speed.messages() : messages),
        part(speed.dispatchBytes(), onTop && bytes > 0 ? bytes + speed.bytes() : bytes));
  }

  /** The part that {@code some} is of {@code all}; 0 if {@code all} is not positive. */
  static double part(double some, double all) {
    return all <= 0 ? 0 : some / all;
  }
}
