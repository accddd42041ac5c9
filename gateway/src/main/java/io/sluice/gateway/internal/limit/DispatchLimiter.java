package io.sluice.gateway.internal.limit;

import io.sluice.core.NanoClock;
import io.sluice.core.WakeUpTimer;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.Policies;
import io.sluice.policy.Policies.Resolved;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.TopicName;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What may be dispatched through this node of a topic, to all its consumers together or to those of one
 * subscription.
 */
public final class DispatchLimiter extends RegisteredLimiter<DispatchLimiter.Key> {

  /**
   * What a dispatch limit is for.
   *
   * @param subscription empty for all of the topic's
   */
  public record Key(PolicyKind<DispatchLimit> kind, TopicName topic, String subscription) {

    /** The policy that limits it, if one does. */
    Optional<Resolved<DispatchLimit>> resolve(Policies policies) {
      return policies.resolve(kind, topic).filter(found -> !found.limit().isNone());
    }
  }

  private static final Resolved<DispatchLimit> NOTHING_SET =
      new Resolved<>(DispatchLimit.of(0, 0), PolicyKey.DEFAULT);

  private final Supplier<Policies> policies;

  /** The same for all limits of a topic. */
  private volatile PublishRateMeter published;

  private volatile Resolved<DispatchLimit> resolved;

  /**
   * Starts with a full burst.
   *
   * @param policies answers with the latest
   */
  public DispatchLimiter(Key key, Supplier<Policies> policies, NanoClock clock, WakeUpTimer timer) {
    this(key, policies, resolve(key, policies), clock, timer);
  }

  private DispatchLimiter(
      Key key,
      Supplier<Policies> policies,
      Resolved<DispatchLimit> resolved,
      NanoClock clock,
      WakeUpTimer timer) {
    super(key, LimitRates.of(resolved.limit(), 0, 0), clock, timer);
    this.policies = policies;
    this.resolved = resolved;
    this.published = new PublishRateMeter(clock);
  }

  private static Resolved<DispatchLimit> resolve(Key key, Supplier<Policies> policies) {
    return key.resolve(policies.get()).orElse(NOTHING_SET);
  }

  @Override
  public PolicyKind<DispatchLimit> kind() {
    return key().kind();
  }

  @Override
  public PolicyKey origin() {
    return resolved.origin();
  }

  @Override
  public PolicyRates limit() {
    return PolicyRates.of(resolved.limit());
  }

  /** Whether what is published to the topic comes on top. */
  boolean isRelative() {
    return resolved.limit().relativeToPublishRate();
  }

  /** Sets how much is published to the topic; takes effect with {@link #applyPolicy}. */
  void published(PublishRateMeter rate) {
    published = rate;
  }

  /** No two limits have one name, whatever characters the names of topics and subscriptions have. */
  @Override
  String nameForNodes() {
    String topic = key().topic().toString();
    return key().kind() + " " + topic.length() + " " + topic + " " + key().subscription();
  }

  /** What is published through this node comes on top of this node's share. */
  @Override
  LimitRates ratesOf(double messages, double bytes) {
    DispatchLimit limit = resolved.limit();
    if (messages == 1 && bytes == 1) {
      return LimitRates.of(limit, published.messagesPerSecond(), published.bytesPerSecond());
    }
    LimitRates part = LimitRates.of(limit, 0, 0).part(messages, bytes);
    return isRelative()
        ? part.plus(
            published.messagesPerSecond(),
            published.bytesPerSecond(),
            Duration.ofSeconds(limit.periodSeconds()))
        : part;
  }

  /** Looks the policy up under the lock, so that the latest counts. */
  @Override
  public synchronized void applyPolicy() {
    resolved = resolve(key(), policies);
    applyRates();
  }
}
