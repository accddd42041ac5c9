package io.sluice.gateway.internal.limit;

import io.sluice.core.NanoClock;
import io.sluice.core.WakeUpTimer;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.Policies.Resolved;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.TopicName;
import io.sluice.protocol.wire.CommandThrottleProducer.ThrottlingReason;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What may be dispatched through this node of a topic, to all its consumers together or to those of one
 * subscription.
 */
public final class DispatchLimiter extends PolicyLimiter {

  /**
   * Which one.
   *
   * @param subscription empty for all of the topic's
   */
  public record Key(PolicyKind<DispatchLimit> kind, TopicName topic, String subscription) {}

  private static final Resolved<DispatchLimit> NOTHING_SET =
      new Resolved<>(DispatchLimit.of(0, 0), PolicyKey.DEFAULT);

  private final Key key;

  /** The same for all limits of a topic. */
  private volatile PublishedRate published;

  private volatile Resolved<DispatchLimit> resolved;

  /** Guarded by whoever keeps these. */
  private int consumers;

  public DispatchLimiter(
      Key key, Resolved<DispatchLimit> resolved, NanoClock clock, WakeUpTimer timer) {
    super(LimitRates.of(resolved.limit(), 0, 0), clock, timer);
    this.key = key;
    this.resolved = resolved;
    this.published = new PublishedRate(clock);
  }

  Key key() {
    return key;
  }

  public PolicyKind<DispatchLimit> kind() {
    return key.kind();
  }

  /** Of consumers nobody is told. */
  @Override
  public ThrottlingReason reason() {
    throw new UnsupportedOperationException("there is no command that tells consumers");
  }

  @Override
  public PolicyKey origin() {
    return resolved.origin();
  }

  /** By the second, rounded down. */
  @Override
  public PublishLimit limit() {
    DispatchLimit now = resolved.limit();
    return PublishLimit.of(
        perSecond(now.messages(), now.periodSeconds()),
        perSecond(now.bytes(), now.periodSeconds()));
  }

  private static long perSecond(long perPeriod, int seconds) {
    return perPeriod <= 0 ? 0 : Math.max(1, perPeriod / seconds);
  }

  /** Whether what is published to the topic comes on top. */
  boolean isRelative() {
    return resolved.limit().relativeToPublishRate();
  }

  /** How much that is; counts when it next follows the policies. */
  void published(PublishedRate rate) {
    published = rate;
  }

  /** Does what the policies say by now. Looked up under the lock, so that the latest counts. */
  public synchronized void follow(Supplier<Optional<Resolved<DispatchLimit>>> latest) {
    resolved = latest.get().orElse(NOTHING_SET);
    LimitRates now =
        LimitRates.of(resolved.limit(), published.messagesPerSecond(), published.bytesPerSecond());
    if (!now.equals(rates())) {
      set(now);
    }
  }

  void opened() {
    consumers++;
  }

  void closed() {
    consumers--;
  }

  boolean isUsed() {
    return consumers > 0;
  }
}
