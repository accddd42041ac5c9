package io.sluice.core;

/**
 * Products that do not fit into 64 bits, divided back into range. A rate of {@link Long#MAX_VALUE}
 * per second multiplied by a day of nanoseconds needs 110 bits; rounding or saturating it halfway
 * would make a bucket drift.
 */
final class WideMath {

  private WideMath() {}

  /**
   * {@code floor((a * b + c) / divisor)} in exact arithmetic, or {@link Long#MAX_VALUE} if that is
   * more. All arguments are non-negative and the divisor is positive.
   */
  static long multiplyAddDivide(long a, long b, long c, long divisor) {
    long low = a * b;
    long high = Math.multiplyHigh(a, b);
    long sum = low + c;
    if (Long.compareUnsigned(sum, low) < 0) {
      high++;
    }
    if (high == 0 && sum >= 0) {
      return divisor == 1 ? sum : sum / divisor;
    }
    return high >= divisor ? Long.MAX_VALUE : divideWide(high, sum, divisor);
  }

  /** {@code a * b + c}, or {@link Long#MAX_VALUE} if that is more; none is negative. */
  static long multiplyAdd(long a, long b, long c) {
    long low = a * b;
    boolean fits = Math.multiplyHigh(a, b) == 0 && low >= 0 && low + c >= 0;
    return fits ? low + c : Long.MAX_VALUE;
  }

  /** Long division bit by bit: rare enough (it needs a product over 2^63) to stay this plain. */
  private static long divideWide(long high, long low, long divisor) {
    long remainder = high;
    long quotient = 0;
    for (int bit = Long.SIZE - 1; bit >= 0; bit--) {
      remainder = (remainder << 1) | ((low >>> bit) & 1);
      if (Long.compareUnsigned(remainder, divisor) >= 0) {
        remainder -= divisor;
        quotient |= 1L << bit;
      }
    }
    return quotient < 0 ? Long.MAX_VALUE : quotient;
  }

  /** The greatest common divisor of two positive numbers. */
  static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
