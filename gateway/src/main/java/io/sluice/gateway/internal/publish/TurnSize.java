package io.sluice.gateway.internal.publish;

import io.sluice.core.Rate;
import io.sluice.gateway.internal.limit.PolicyLimiter;
import java.util.concurrent.TimeUnit;

/**
 * The size of the turn that a producer queues for. The producer of a stock client asks for its first held
 * frame. The producer of an aware client asks for a <em>slice</em>: its part of what the limit allows in a
 * short time, so that few commands are needed. It asks for one frame if it left part of its last turn unused.
 */
final class TurnSize {

  /** The more producers wait, the longer the time of a slice is, as each of their clients is notified. */
  private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long NANOS_PER_WAITER = TimeUnit.MILLISECONDS.toNanos(10);

  /** No turn is kept for longer than this, as other producers queue up behind it. */
  static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(1);

  private TurnSize() {}

  /** The messages of a turn: those of a slice if it is for one, but not fewer than the least. */
  static long messages(PolicyLimiter limit, boolean forSlice, long least) {
    return forSlice ? Math.max(least, slice(limit, limit.rates().messages())) : least;
  }

  /** The bytes of a turn: those of a slice if it is for one, but not fewer than the least. */
  static long bytes(PolicyLimiter limit, boolean forSlice, long least) {
    return forSlice ? Math.max(least, slice(limit, limit.rates().bytes())) : least;
  }

  private static long slice(PolicyLimiter limit, Rate rate) {
    int waiting = Math.max(1, limit.waiting());
    long nanos = Math.max(LEAST_NANOS, Math.min(MOST_NANOS, waiting * NANOS_PER_WAITER));
    return rate.isUnlimited() ? 1 : rate.tokensIn(nanos) / waiting;
  }
}
