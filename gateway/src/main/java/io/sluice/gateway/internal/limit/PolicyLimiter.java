package io.sluice.gateway.internal.limit;

import io.sluice.core.NanoClock;
import io.sluice.core.WakeUpTimer;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PublishLimit;
import io.sluice.protocol.wire.CommandThrottleProducer.ThrottlingReason;
import java.util.concurrent.atomic.LongAdder;

/** A limit that somebody's policy sets and that single producers or consumers wait for. */
public abstract class PolicyLimiter extends SharedLimiter {

  private final LimitListeners audience;
  private final UtilisationMeter used;
  private final LongAdder throttledTimes = new LongAdder();
  private final LongAdder throttledNanos = new LongAdder();
  private volatile boolean forgotten;

  PolicyLimiter(LimitRates rates, NanoClock clock, WakeUpTimer timer) {
    super(rates, clock, timer);
    this.audience = new LimitListeners(clock);
    this.used = new UtilisationMeter(clock.nanos());
  }

  /** What those who wait for it are told. */
  public abstract ThrottlingReason reason();

  /** Whether it wants to know of what passes while it limits nothing. */
  public boolean countsAll() {
    return false;
  }

  /** Whose policy it is. */
  public abstract PolicyKey origin();

  /** What that says; what it comes to on this node may be less. */
  public abstract PublishLimit limit();

  /** Those that want to know when nothing is left, and when that is not so any more. */
  public final LimitListeners audience() {
    return audience;
  }

  /** Which part of it was used since this was last called, by one thread at a time: from 0 to 1. */
  final double takeUsed(long nowNanos) {
    return used.take(this, nowNanos);
  }

  /** Nobody will come back to this one: who asks again gets another. */
  public final void forget() {
    forgotten = true;
  }

  public final boolean isForgotten() {
    return forgotten;
  }

  /** Somebody has to wait from now on. */
  public void throttled() {
    throttledTimes.increment();
  }

  /** Somebody has its turn, or has given up. */
  public void unthrottled() {}

  /** Somebody has waited for so long, and goes on or has given up. */
  public final void throttledFor(long nanos) {
    throttledNanos.add(nanos);
  }

  public final long throttledTimes() {
    return throttledTimes.sum();
  }

  public final long throttledNanos() {
    return throttledNanos.sum();
  }
}
