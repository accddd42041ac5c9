package io.sluice.gateway.internal.limit;

import io.sluice.core.NanoClock;
import io.sluice.core.WakeUpTimer;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.TopicName;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What may be published to a topic through this node, by all its producers together. */
public final class TopicPublishLimiter extends RegisteredLimiter<TopicName> {

  private final Supplier<Policies> policies;
  private final Ramps ramps;
  private volatile Policies.Resolved<PublishLimit> resolved;

  /** The lowest factor of the ramp since listeners were last told. They are told again past twice this. */
  private double announcedFactor;

  /** Where to count what is published, for dispatch limits relative to that. */
  private volatile @Nullable PublishRateMeter published;

  /**
   * Starts with a full burst.
   *
   * @param policies answers with the latest
   */
  public TopicPublishLimiter(
      TopicName topic,
      Supplier<Policies> policies,
      Ramps ramps,
      NanoClock clock,
      WakeUpTimer timer) {
    this(topic, policies, ramps, policies.get().publishLimit(topic), clock, timer);
  }

  private TopicPublishLimiter(
      TopicName topic,
      Supplier<Policies> policies,
      Ramps ramps,
      Policies.Resolved<PublishLimit> resolved,
      NanoClock clock,
      WakeUpTimer timer) {
    super(topic, LimitRates.of(resolved.limit(), ramps.factor(resolved.origin())), clock, timer);
    this.policies = policies;
    this.ramps = ramps;
    this.announcedFactor = ramps.factor(resolved.origin());
    this.resolved = resolved;
  }

  public TopicName topic() {
    return key();
  }

  @Override
  public PolicyKind<PublishLimit> kind() {
    return PolicyKind.PUBLISH;
  }

  @Override
  public PolicyKey origin() {
    return resolved.origin();
  }

  @Override
  public PolicyRates limit() {
    return PolicyRates.of(resolved.limit());
  }

  @Override
  String nameForNodes() {
    return "publish " + topic();
  }

  @Override
  LimitRates ratesOf(double messages, double bytes) {
    return LimitRates.of(resolved.limit(), ramps.factor(resolved.origin())).part(messages, bytes);
  }

  /** Looks the policy up under the lock, so that the latest counts. */
  @Override
  public synchronized void applyPolicy() {
    Policies.Resolved<PublishLimit> before = resolved;
    resolved = policies.get().publishLimit(topic());
    apply(!resolved.limit().equals(before.limit()));
  }

  /** The same, if only ramps have moved. */
  synchronized void applyRamp() {
    apply(false);
  }

  private void apply(boolean isAnother) {
    double factor = ramps.factor(resolved.origin());
    applyRates();
    boolean isToAnnounce = isAnother || factor > 2 * announcedFactor;
    announcedFactor = isToAnnounce ? factor : Math.min(factor, announcedFactor);
    if (isToAnnounce) {
      listeners().changed();
    }
  }

  /** @param into null to count no more */
  void meter(@Nullable PublishRateMeter into) {
    published = into;
  }

  public boolean isMetered() {
    return published != null;
  }

  /** Counts what was published. */
  public void published(int messages, int bytes) {
    PublishRateMeter into = published;
    if (into != null) {
      into.add(messages, bytes);
    }
  }
}
