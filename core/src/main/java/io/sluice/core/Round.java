package io.sluice.core;

/**
 * One round of a {@link ThrottleQueue}: what every waiter is given in it, which had it, and which are
 * away with a turn of it. Belongs to the queue's work.
 */
final class Round {

  /** Before the first. */
  static final long NONE = 0;

  private long number = NONE;
  private long messageQuantum;
  private long byteQuantum;

  /** How many rounds this one stands for. */
  private long times = 1;

  /** Whether any waiter was entitled in this round; if not, after how many more one will be. */
  private boolean anyWasEntitled;

  private long leastRoundsToGo = Long.MAX_VALUE;
  private int away;

  /**
   * Starts the next round. If no waiter was entitled in the last one, it stands for as many as it takes
   * until one is, so that the number of visits does not depend on the size of frames. Waiters that are
   * still away are not waited for any more.
   */
  void next(Limiter limiter, int waiting) {
    number++;
    times = anyWasEntitled || leastRoundsToGo == Long.MAX_VALUE ? 1 : leastRoundsToGo;
    anyWasEntitled = false;
    leastRoundsToGo = Long.MAX_VALUE;
    away = 0;
    divide(limiter, waiting);
  }

  /** Starts the next round as if it were the first, after a time without waiters. */
  void restart(Limiter limiter, int waiting) {
    leastRoundsToGo = Long.MAX_VALUE;
    next(limiter, waiting);
  }

  /** Divides what is there, or a slice if that is more, among the waiters. */
  void divide(Limiter limiter, int waiting) {
    messageQuantum = quantum(limiter.messages(), waiting);
    byteQuantum = quantum(limiter.bytes(), waiting);
  }

  private static long quantum(TokenBucket bucket, int waiting) {
    return Math.max(
        1, Math.max(bucket.tokens(), ThrottleQueue.slice(bucket)) / Math.max(1, waiting));
  }

  boolean hasCredited(Waiter waiter) {
    return waiter.creditedInRound == number;
  }

  void credit(Waiter waiter) {
    waiter.creditedInRound = number;
    waiter.messages.credit(messageQuantum, times);
    waiter.bytes.credit(byteQuantum, times);
    if (waiter.isEntitled()) {
      anyWasEntitled = true;
    } else {
      long toGo = Math.max(
          waiter.messages.roundsToGo(messageQuantum), waiter.bytes.roundsToGo(byteQuantum));
      leastRoundsToGo = Math.min(leastRoundsToGo, toGo);
    }
  }

  /** Cuts a claim that exceeds the next frame by more than a quantum. */
  void trim(Waiter waiter) {
    waiter.messages.trim(messageQuantum);
    waiter.bytes.trim(byteQuantum);
  }

  /** The waiter has its turn. */
  void isAway(Waiter waiter) {
    waiter.awayInRound = number;
    away++;
  }

  /** The waiter's turn is over. */
  void isBack(Waiter waiter) {
    if (waiter.awayInRound == number && away > 0) {
      away--;
    }
    waiter.awayInRound = NONE;
  }

  boolean isSomebodyAway() {
    return away > 0;
  }
}
