package io.sluice.ramp;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The tokens of one second, counted for the whole group: each processor has a picture of its own
 * and takes the pool size times what it grants, as the others are taken to do the same.
 *
 * <p>Any thread may take and give back. The thread that moves on to the next second <i>seals</i> this one:
 * from then on nothing is taken from it, so that what was left is a final figure.
 */
final class Second {

  /** The answer of {@link #take} if there is a newer second to take from. */
  static final int OVER = -1;

  private static final long SEALED = -1;
  private static final VarHandle TOKENS;

  static {
    try {
      TOKENS = MethodHandles.lookup().findVarHandle(Second.class, "tokens", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final long epoch;
  final long endMillis;

  /** The pool size it began with. It counts until the end even if the pool shrinks meanwhile. */
  final int size;

  final double level;
  private volatile long tokens;

  Second(long epoch, double level, long tokens, int size) {
    this.epoch = epoch;
    this.endMillis = (epoch + 1) * 1000;
    this.level = level;
    this.tokens = tokens;
    this.size = size;
  }

  /** A second that is long over and has nothing to give. */
  static Second empty(double level) {
    return new Second(Long.MIN_VALUE / 2000, level, 0, 1);
  }

  /** Grants up to {@code n} in a pool of so many, or answers that this second is {@link #OVER}. */
  int take(int n, int poolSize) {
    for (; ; ) {
      long seen = tokens;
      if (seen == SEALED) {
        return OVER;
      }
      long debit = (long) n * poolSize;
      int granted = n;
      if (seen < debit) { // only now pay for a division
        granted = (int) (seen / poolSize);
        if (granted == 0) {
          return 0;
        }
        debit = (long) granted * poolSize;
      }
      if (TOKENS.compareAndSet(this, seen, seen - debit)) {
        return granted;
      }
    }
  }

  /** Puts back what was taken; false if this second is over and judged, and nothing changes. */
  boolean giveBack(int n, int poolSize) {
    for (; ; ) {
      long seen = tokens;
      if (seen == SEALED) {
        return false;
      }
      if (TOKENS.compareAndSet(this, seen, seen + (long) n * poolSize)) {
        return true;
      }
    }
  }

  /** Ends it, and answers how many tokens were left. Only once. */
  long seal() {
    return (long) TOKENS.getAndSet(this, SEALED);
  }
}
