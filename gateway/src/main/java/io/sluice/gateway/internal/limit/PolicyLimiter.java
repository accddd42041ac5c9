package io.sluice.gateway.internal.limit;

import io.sluice.core.NanoClock;
import io.sluice.core.WakeUpTimer;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.quota.ThrottledTime;
import java.util.concurrent.atomic.LongAdder;

/**
 * A limiter whose rates a policy sets, and that single producers or consumers wait for. Its subclasses, {@link
 * TopicPublishLimiter}, {@link DispatchLimiter} and {@link GroupLimiter}, set them when the {@link PolicyFollower} has them
 * follow.
 */
public abstract class PolicyLimiter extends SharedLimiter {

  private final LimitListeners listeners;
  private final UtilisationMeter used;
  private final ThrottledTime throttledTime;
  private final LongAdder throttledTimes = new LongAdder();
  private final LongAdder throttledNanos = new LongAdder();
  private volatile boolean forgotten;

  PolicyLimiter(LimitRates rates, NanoClock clock, WakeUpTimer timer) {
    super(rates, clock, timer);
    this.listeners = new LimitListeners(clock);
    this.used = new UtilisationMeter(clock.nanos());
    this.throttledTime = new ThrottledTime(clock);
  }

  /** Whether the limiter counts also what passes while it limits nothing. */
  public boolean countsAll() {
    return false;
  }

  /** Which kind of policy sets the limit. */
  public abstract PolicyKind<?> kind();

  /** Whose policy it is. */
  public abstract PolicyKey origin();

  /** What the policy says; {@link #rates} on this node may be lower. */
  public abstract PolicyRates limit();

  /** Producers that are told when nothing is left, and when the limit changes. */
  public final LimitListeners listeners() {
    return listeners;
  }

  /** Which part of the limit was used since the last call, by one thread at a time: from 0 to 1. */
  final double takeUsed(long nowNanos) {
    return used.take(this, nowNanos);
  }

  /** The limiter is no longer in any registry: the next producer or consumer gets another one. */
  public final void forget() {
    forgotten = true;
  }

  public final boolean isForgotten() {
    return forgotten;
  }

  /** A producer or consumer has to wait from now on. */
  public final void throttled() {
    throttledTimes.increment();
    throttledTime.begin();
  }

  /** A producer or consumer has its turn, or has given up. */
  public final void unthrottled() {
    throttledTime.end();
  }

  /** For how long producers or consumers were throttled, of all time. */
  final ThrottledTime throttledTime() {
    return throttledTime;
  }

  /** A producer or consumer has waited for so long, and goes on or has given up. */
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
