package io.sluice.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * One thread's lane into a {@link TokenBucket}: what was consumed through it since the bucket was
 * made, and how far it may go on before the thread has to look at the whole account again.
 *
 * <p>It fills two cache lines of its own (128 bytes: processors fetch lines in pairs), so that two
 * threads on two stripes do not slow each other.
 */
@SuppressWarnings("UnusedVariable") // the padding is there to be unused
final class Stripe {

  private static final VarHandle USED = AtomicField.of(MethodHandles.lookup(), "used", long.class);

  private long p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

  /**
   * Tokens consumed through this stripe, ever. Only grows, so that a sum of stripes is coherent.
   */
  private volatile long used;

  /** The value of {@link #used} up to which tokens are known to remain. */
  private volatile long limit;

  private long q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;

  long used() {
    return used;
  }

  /** One attempt; false means that another thread used the stripe at the same time. */
  boolean tryAdd(long tokens) {
    long seen = used;
    return USED.compareAndSet(this, seen, seen + tokens);
  }

  void add(long tokens) {
    USED.getAndAdd(this, tokens);
  }

  boolean isWithinLease() {
    return used - limit <= 0;
  }

  /**
   * Lets it go on up to a value of {@link #used}.
   *
   * @param value counted from what was used <i>before</i> the look that allows it: a thread that is
   *     held up between its look and this call then leases nothing beyond what it has seen
   */
  void leaseUpTo(long value) {
    limit = value;
  }

  void revoke() {
    limit = used;
  }
}
