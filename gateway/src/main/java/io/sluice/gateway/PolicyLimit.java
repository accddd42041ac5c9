package io.sluice.gateway;

import io.sluice.core.NanoClock;
import io.sluice.core.WakeUpTimer;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PublishLimit;
import io.sluice.protocol.wire.CommandThrottleProducer.ThrottlingReason;
import java.util.concurrent.atomic.LongAdder;

/** A limit that somebody's policy sets and that single producers or consumers wait for. */
abstract class PolicyLimit extends SharedLimit {

  private final Audience audience;
  private final UsedPart used;
  private final LongAdder throttledTimes = new LongAdder();
  private final LongAdder throttledNanos = new LongAdder();
  private volatile boolean forgotten;

  PolicyLimit(LimitRates rates, NanoClock clock, WakeUpTimer timer) {
    super(rates, clock, timer);
    this.audience = new Audience(clock);
    this.used = new UsedPart(clock.nanos());
  }

  /** What those who wait for it are told. */
  abstract ThrottlingReason reason();

  /** Whether it wants to know of what passes while it limits nothing. */
  boolean countsAll() {
    return false;
  }

  /** Whose policy it is. */
  abstract PolicyKey origin();

  /** What that says; what it comes to on this node may be less. */
  abstract PublishLimit limit();

  /** Those that want to know when nothing is left, and when that is not so any more. */
  final Audience audience() {
    return audience;
  }

  /** Which part of it was used since this was last called, by one thread at a time: from 0 to 1. */
  final double takeUsed(long nowNanos) {
    return used.take(this, nowNanos);
  }

  /** Nobody will come back to this one: who asks again gets another. */
  final void forget() {
    forgotten = true;
  }

  final boolean isForgotten() {
    return forgotten;
  }

  /** Somebody has to wait from now on. */
  void throttled() {
    throttledTimes.increment();
  }

  /** Somebody has its turn, or has given up. */
  void unthrottled() {}

  /** Somebody has waited for so long, and goes on or has given up. */
  final void throttledFor(long nanos) {
    throttledNanos.add(nanos);
  }

  final long throttledTimes() {
    return throttledTimes.sum();
  }

  final long throttledNanos() {
    return throttledNanos.sum();
  }
}
