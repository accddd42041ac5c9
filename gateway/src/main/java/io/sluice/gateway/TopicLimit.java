package io.sluice.gateway;

import io.sluice.core.NanoClock;
import io.sluice.core.WakeUpTimer;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.TopicName;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** What may be published to a topic through this node, by all its producers together. */
final class TopicLimit extends SharedLimit {

  private final TopicName topic;
  private final Supplier<Policies> policies;
  private final Audience audience;
  private final LongAdder throttledTimes = new LongAdder();
  private final LongAdder throttledNanos = new LongAdder();
  private volatile Policies.Resolved<PublishLimit> resolved;
  private volatile boolean forgotten;

  /** Guarded by whoever keeps the topics. */
  private int producers;

  /** @param policies those in force, whenever it is asked */
  TopicLimit(TopicName topic, Supplier<Policies> policies, NanoClock clock, WakeUpTimer timer) {
    this(topic, policies, policies.get().publishLimit(topic), clock, timer);
  }

  private TopicLimit(
      TopicName topic,
      Supplier<Policies> policies,
      Policies.Resolved<PublishLimit> resolved,
      NanoClock clock,
      WakeUpTimer timer) {
    super(resolved.limit(), clock, timer);
    this.topic = topic;
    this.policies = policies;
    this.resolved = resolved;
    this.audience = new Audience(clock);
  }

  TopicName topic() {
    return topic;
  }

  /** Whose policy it is. */
  PolicyKey origin() {
    return resolved.origin();
  }

  /** Does what the policies say by now. Looked up under the lock, so that the latest counts. */
  synchronized void follow() {
    Policies.Resolved<PublishLimit> now = policies.get().publishLimit(topic);
    boolean changed = !now.limit().equals(resolved.limit());
    resolved = now;
    if (changed) {
      set(now.limit());
      audience.changed();
    }
  }

  /** Those of its producers that want to know when it is over its limit, and when not any more. */
  Audience audience() {
    return audience;
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

  /** Nobody will come back to this one: who opens a producer of the topic gets another. */
  void forget() {
    forgotten = true;
  }

  boolean isForgotten() {
    return forgotten;
  }

  /** A producer has to wait from now on. */
  void throttled() {
    throttledTimes.increment();
  }

  /** A producer has waited for so long, and goes on or has given up. */
  void throttledFor(long nanos) {
    throttledNanos.add(nanos);
  }

  long throttledTimes() {
    return throttledTimes.sum();
  }

  long throttledNanos() {
    return throttledNanos.sum();
  }
}
