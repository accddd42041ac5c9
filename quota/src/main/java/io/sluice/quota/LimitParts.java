package io.sluice.quota;

/**
 * Two parts of a limit in one long: of its messages and of its bytes. Each is a whole number of 2<sup>-30</sup>, so that
 * nodes can compare and add parts exactly.
 */
public final class LimitParts {

  /** All of a limit, in one unit. */
  static final int ONE = 1 << 30;

  /** All of a limit. */
  public static final long WHOLE = of(ONE, ONE);

  /** Nothing of a limit. */
  public static final long NOTHING = 0;

  private static final int BYTES_SHIFT = 32;

  private LimitParts() {}

  static long of(int messages, int bytes) {
    return ((long) bytes << BYTES_SHIFT) | messages;
  }

  /** The same part of both. */
  static long evenly(int nodes) {
    return of(ONE / nodes, ONE / nodes);
  }

  static int in(long parts, QuotaUnit unit) {
    return unit == QuotaUnit.MESSAGES ? (int) parts : (int) (parts >>> BYTES_SHIFT);
  }

  static long with(long parts, QuotaUnit unit, int part) {
    return unit == QuotaUnit.MESSAGES
        ? of(part, in(parts, QuotaUnit.BYTES))
        : of(in(parts, QuotaUnit.MESSAGES), part);
  }

  /** A part as this counts it. */
  static int part(double part) {
    return (int) (Math.max(0, Math.min(1, part)) * ONE);
  }

  /** From 0 to 1. */
  public static double get(long parts, QuotaUnit unit) {
    return (double) in(parts, unit) / ONE;
  }

  /** The larger part of each unit. */
  static long max(long one, long other) {
    return of(
        Math.max(in(one, QuotaUnit.MESSAGES), in(other, QuotaUnit.MESSAGES)),
        Math.max(in(one, QuotaUnit.BYTES), in(other, QuotaUnit.BYTES)));
  }

  /** The smaller part of each unit. */
  static long min(long one, long other) {
    return of(
        Math.min(in(one, QuotaUnit.MESSAGES), in(other, QuotaUnit.MESSAGES)),
        Math.min(in(one, QuotaUnit.BYTES), in(other, QuotaUnit.BYTES)));
  }

  /** Whether these can be parts of something; another node could have sent any number. */
  public static boolean areValid(long parts) {
    return isValid(in(parts, QuotaUnit.MESSAGES)) && isValid(in(parts, QuotaUnit.BYTES));
  }

  private static boolean isValid(int part) {
    return part >= 0 && part <= ONE;
  }
}
