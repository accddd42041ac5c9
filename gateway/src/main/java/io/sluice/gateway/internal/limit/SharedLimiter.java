package io.sluice.gateway.internal.limit;

import io.sluice.core.Limiter;
import io.sluice.core.NanoClock;
import io.sluice.core.Rate;
import io.sluice.core.ThrottleQueue;
import io.sluice.core.TokenBucket;
import io.sluice.core.Waiter;
import io.sluice.core.WakeUpTimer;

/**
 * A limit in force, and the queue of the producers, consumers or connections that wait for it, whatever their
 * event loops. Any thread may call it.
 */
public class SharedLimiter {

  private final Limiter limiter;
  private final ThrottleQueue queue;
  private volatile LimitRates rates;
  private volatile boolean limited;

  /** Whether {@link #consume} found no tokens left; some may have been earned since. */
  private volatile boolean spent;

  /** Starts with a full burst. */
  SharedLimiter(LimitRates rates, NanoClock clock, WakeUpTimer timer) {
    this.limiter = new Limiter(
        bucket(rates.messages(), rates.messageBurst(), clock),
        bucket(rates.bytes(), rates.byteBurst(), clock));
    this.queue = new ThrottleQueue(limiter, timer);
    this.rates = rates;
    this.limited = !rates.isNone();
    limiter.setEnforced(rates.enforce());
  }

  private static TokenBucket bucket(Rate rate, long burst, NanoClock clock) {
    return TokenBucket.builder(rate).burst(burst).clock(clock).build();
  }

  /** Takes effect on the next frame; balances and debts are kept, and a waiter that may go on does so at once. */
  final void setRates(LimitRates other) {
    rates = other;
    limiter.setRates(other.messages(), other.messageBurst(), other.bytes(), other.byteBurst());
    limiter.setEnforced(other.enforce());
    limited = !other.isNone();
  }

  /** Gives up what is saved up: who comes first has to wait. */
  final void dropSavings() {
    limiter.empty();
    spent = true;
  }

  /** Saves up the whole burst. */
  final void saveUp() {
    limiter.fill();
  }

  public final LimitRates rates() {
    return rates;
  }

  /** Whether there is a rate for messages or bytes, enforced or not. */
  public final boolean isLimited() {
    return limited;
  }

  /** Whether a newcomer has to wait: no tokens are left, or others are in the queue before it. */
  public final boolean mustWait() {
    return !queue.isEmpty() || (spent && isStillSpent());
  }

  private boolean isStillSpent() {
    if (limiter.nanosUntil(1, 1) > 0) {
      return true;
    }
    spent = false;
    return false;
  }

  /** Takes this, even if there is less, and answers whether anything is left. */
  public final boolean consume(long messages, long bytes) {
    if (limiter.consume(messages, bytes)) {
      return true;
    }
    spent = true;
    return false;
  }

  /** How many waiters are in the queue or have their turn. */
  public final int waiting() {
    return queue.size();
  }

  /** About how long a waiter that wants so much would wait for a turn. */
  public final long nanosUntilTurn(long messages, long bytes) {
    return queue.nanosUntilTurn(messages, bytes);
  }

  public final Waiter newWaiter(Runnable onTurn) {
    return queue.newWaiter(onTurn);
  }

  /** Whether its burst is full and its queue empty, so that a new limiter would be the same. */
  boolean isRested() {
    LimitRates now = rates;
    return queue.isEmpty()
        && (now.isNone() || limiter.nanosUntil(now.messageBurst(), now.byteBurst()) == 0);
  }

  /** Whether nothing waits, and nothing is owed. */
  final boolean isPaid() {
    return queue.isEmpty() && !limiter.isInDebt();
  }

  public final Limiter.Counts counts() {
    return limiter.counts();
  }

  /** The bytes of what was admitted. */
  public final long admittedBytes() {
    return limiter.admittedBytes();
  }
}
