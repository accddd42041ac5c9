package io.sluice.gateway.internal.publish;

import io.sluice.core.Rate;
import io.sluice.gateway.internal.limit.PolicyLimiter;
import java.util.concurrent.TimeUnit;

/**
 * What a producer wants a turn for. Frames that are held want what the first of them is worth. A producer
 * whose client holds its frames wants its share of a while, so that few commands are needed.
 */
final class TurnSize {

  /** The more producers wait, the longer the while is, as each of them is told. */
  private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long NANOS_PER_WAITER = TimeUnit.MILLISECONDS.toNanos(10);

  /** No turn is kept for longer than this, as other producers queue up behind it. */
  static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(1);

  private TurnSize() {}

  /** The messages of a turn that is for a share, if that is more than the least. */
  static long messages(PolicyLimiter limit, boolean share, long least) {
    return share ? Math.max(least, share(limit, limit.rates().messages())) : least;
  }

  /** The bytes of a turn that is for a share, if that is more than the least. */
  static long bytes(PolicyLimiter limit, boolean share, long least) {
    return share ? Math.max(least, share(limit, limit.rates().bytes())) : least;
  }

  private static long share(PolicyLimiter limit, Rate rate) {
    int waiting = Math.max(1, limit.waiting());
    long nanos = Math.max(LEAST_NANOS, Math.min(MOST_NANOS, waiting * NANOS_PER_WAITER));
    return rate.isUnlimited() ? 1 : rate.tokensIn(nanos) / waiting;
  }
}
