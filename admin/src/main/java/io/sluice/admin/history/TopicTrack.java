package io.sluice.admin.history;

import io.sluice.admin.figures.Speed;
import io.sluice.gateway.view.RampView;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.TopicName;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a topic did, and what it was allowed to, also by limits that only count. */
final class TopicTrack extends Track {

  static final int MESSAGES = 0;
  static final int BYTES = 1;
  static final int DISPATCH_MESSAGES = 2;
  static final int DISPATCH_BYTES = 3;
  static final int THROTTLED_MILLIS = 4;
  private static final int SUMMED = 5;
  private static final int LIMIT_MESSAGES = 5;
  private static final int LIMIT_BYTES = 6;
  private static final int DISPATCH_LIMIT_MESSAGES = 7;
  private static final int DISPATCH_LIMIT_BYTES = 8;

  static final List<String> SERIES = List.of(
      "messages",
      "bytes",
      "dispatchMessages",
      "dispatchBytes",
      "throttledMillis",
      "limitMessages",
      "limitBytes",
      "dispatchLimitMessages",
      "dispatchLimitBytes");

  final String name;
  final TopicName topic;

  private Policies resolvedFrom = Policies.NONE;
  private Policies.Resolved<PublishLimit> publish;
  private Optional<DispatchLimit> dispatch = Optional.empty();
  private long producersWaitAt = -1;
  private long consumersWaitAt = -1;

  /** @param name its full name; that of one that cannot be read is as the client has it */
  TopicTrack(String name) {
    super(SERIES, SUMMED);
    this.name = name;
    this.topic = TopicName.parseOrUnreadable(name);
    this.publish = resolvedFrom.publishLimit(topic);
  }

  /** What it has done between this look and the one before. */
  void saw(Speed speed, long look) {
    saw(MESSAGES, speed.messages());
    saw(BYTES, speed.bytes());
    saw(DISPATCH_MESSAGES, speed.dispatchMessages());
    saw(DISPATCH_BYTES, speed.dispatchBytes());
    saw(THROTTLED_MILLIS, speed.throttledMillis());
    producersWaitAt = speed.throttled() > 0 ? look : producersWaitAt;
    consumersWaitAt = speed.waiting() > 0 ? look : consumersWaitAt;
  }

  /** Whether a producer or consumer had to wait in the latest look, for whatever limit. */
  boolean isLimited(PolicyKind<?> kind, long look) {
    return look == (kind.equals(PolicyKind.PUBLISH) ? producersWaitAt : consumersWaitAt);
  }

  /** Keeps the limits of a step that was closed. */
  void keepLimits(long step, Policies policies, Map<PolicyKey, RampView> ramps) {
    if (!policies.equals(resolvedFrom)) { // resolving takes longer than everything else here
      resolvedFrom = policies;
      publish = policies.publishLimit(topic);
      dispatch = policies.resolve(PolicyKind.DISPATCH, topic).map(Policies.Resolved::limit);
    }
    RampView ramp = ramps.get(publish.origin());
    double factor = ramp == null ? 1 : ramp.factor();
    rings.set(LIMIT_MESSAGES, step, limit(publish.limit().messages(), factor, 0));
    rings.set(LIMIT_BYTES, step, limit(publish.limit().bytes(), factor, 0));
    rings.set(DISPATCH_LIMIT_MESSAGES, step, dispatchLimit(step, true));
    rings.set(DISPATCH_LIMIT_BYTES, step, dispatchLimit(step, false));
  }

  private double dispatchLimit(long step, boolean ofMessages) {
    return dispatch
        .map(limit -> limit(
            ofMessages ? limit.messages() : limit.bytes(),
            1.0 / limit.periodSeconds(),
            limit.relativeToPublishRate() ? rings.get(ofMessages ? MESSAGES : BYTES, step) : 0))
        .orElse(Double.NaN);
  }

  private static double limit(long rate, double factor, double onTopOf) {
    return rate <= 0 ? Double.NaN : rate * factor + onTopOf;
  }
}
