package io.sluice.gateway.internal.limit;

import io.sluice.core.NanoClock;
import io.sluice.core.WakeUpTimer;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.TopicName;
import io.sluice.protocol.wire.CommandThrottleProducer.ThrottlingReason;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What may be published to a topic through this node, by all its producers together. */
public final class TopicPublishLimiter extends PolicyLimiter {

  private final TopicName topic;
  private final Supplier<Policies> policies;
  private final Ramps ramps;
  private volatile Policies.Resolved<PublishLimit> resolved;

  /** Of the rates; only twice as much is worth another word to those who were told. */
  private double saidFactor;

  /** Who wants to know what is published, if anybody does. */
  private volatile @Nullable PublishedRate published;

  /** Guarded by whoever keeps the topics. */
  private int producers;

  /**
   * Starts with a full burst.
   *
   * @param policies answers with the policies in force
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
    super(LimitRates.of(resolved.limit(), ramps.factor(resolved.origin())), clock, timer);
    this.topic = topic;
    this.policies = policies;
    this.ramps = ramps;
    this.saidFactor = ramps.factor(resolved.origin());
    this.resolved = resolved;
  }

  public TopicName topic() {
    return topic;
  }

  @Override
  public ThrottlingReason reason() {
    return ThrottlingReason.TopicProduceQuotaExceeded;
  }

  @Override
  public PolicyKey origin() {
    return resolved.origin();
  }

  @Override
  public PublishLimit limit() {
    return resolved.limit();
  }

  /** Does what the policies say by now. Looked up under the lock, so that the latest counts. */
  public synchronized void follow() {
    Policies.Resolved<PublishLimit> before = resolved;
    resolved = policies.get().publishLimit(topic);
    setRates(!resolved.limit().equals(before.limit()));
  }

  /** The same, if only ramps have moved. */
  synchronized void followRamp() {
    setRates(false);
  }

  private void setRates(boolean isAnother) {
    double factor = ramps.factor(resolved.origin());
    LimitRates now = LimitRates.of(resolved.limit(), factor);
    if (!now.equals(rates())) {
      set(now);
    }
    boolean isToSay = isAnother || factor > 2 * saidFactor;
    saidFactor = isToSay ? factor : Math.min(factor, saidFactor);
    if (isToSay) {
      audience().changed();
    }
  }

  /** @param into nothing if nobody wants to know any more */
  void meter(@Nullable PublishedRate into) {
    published = into;
  }

  public boolean isMetered() {
    return published != null;
  }

  /** Something was published. */
  public void published(int messages, int bytes) {
    PublishedRate into = published;
    if (into != null) {
      into.add(messages, bytes);
    }
  }

  void opened() {
    producers++;
  }

  void closed() {
    producers--;
  }

  /** Whether it has ever had anything to say. */
  boolean hasCounted() {
    return isLimited() || counts().admitted() > 0;
  }

  boolean isUsed() {
    return producers > 0;
  }
}
