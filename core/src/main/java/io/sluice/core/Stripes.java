package io.sluice.core;

/**
 * The stripes of one bucket at one moment: an immutable set, replaced as a whole when it grows or
 * when the rate changes, that shares its {@link Stripe} objects with the set it replaces.
 *
 * <p>It starts without any, gets one when the bucket's burst is large enough to lease from, and
 * doubles when two threads meet on a stripe, until they no longer do or {@link #MOST} is reached.
 */
final class Stripes {

  /**
   * Twice the processors, as event loops are, within [8, 32]: below, neighbouring threads would
   * meet too often; above, each lease would become too small to be worth having.
   */
  static final int MOST = Math.min(32, Integer.highestOneBit(Math.max(8, 4 * processors() - 1)));

  static final Stripes NONE = new Stripes(new Stripe[0], 0);

  private final Stripe[] stripes;

  /** The largest lease of one stripe, and so the largest amount that is worth taking through it. */
  private final long lease;

  private Stripes(Stripe[] stripes, long lease) {
    this.stripes = stripes;
    this.lease = lease;
  }

  long lease() {
    return lease;
  }

  /** True for 1 to the lease; one comparison also turns away amounts that are not valid at all. */
  boolean takes(long tokens) {
    return Long.compareUnsigned(tokens - 1, lease) < 0;
  }

  /** This thread's stripe. Threads made one after another, as pools do, get different ones. */
  Stripe mine() {
    return stripes[(int) Thread.currentThread().getId() & (stripes.length - 1)];
  }

  /** Tokens consumed through all stripes, ever. Wraps round as any sum of longs. */
  long used() {
    long sum = 0;
    for (Stripe stripe : stripes) {
      sum += stripe.used();
    }
    return sum;
  }

  boolean canGrow() {
    return stripes.length < MOST;
  }

  Stripes grown() {
    return new Stripes(extendedTo(2 * stripes.length), lease);
  }

  /** The same stripes for another lease. */
  Stripes withLease(long newLease) {
    return new Stripes(newLease > 0 ? extendedTo(Math.max(1, stripes.length)) : stripes, newLease);
  }

  /** Makes every thread look again before going on. */
  void revokeAll() {
    for (Stripe stripe : stripes) {
      stripe.revoke();
    }
  }

  private Stripe[] extendedTo(int length) {
    Stripe[] extended = new Stripe[length];
    for (int i = 0; i < length; i++) {
      extended[i] = i < stripes.length ? stripes[i] : new Stripe();
    }
    return extended;
  }

  private static int processors() {
    return Runtime.getRuntime().availableProcessors();
  }
}
