package io.sluice.quota;

/**
 * Four rates in one long, one for each {@link QuotaDimension}: 16 bits each, exact below 16 per second and to a
 * thousandth above. A node rounds its own use in this way too, so that all nodes compute with the same numbers
 * and arrive at the same shares.
 */
public final class CompactRates {

  /** Rates are counted in units of 1/64 per second. */
  private static final double UNIT = 64;

  private static final int MANTISSA_BITS = 10;
  private static final int MANTISSA = 1 << MANTISSA_BITS;
  private static final int MOST_EXPONENT = 52;

  private CompactRates() {}

  /** Puts one of the rates in. */
  public static long with(long rates, QuotaDimension dimension, double perSecond) {
    int shift = dimension.index * 16;
    return (rates & ~(0xFFFFL << shift)) | ((long) encode(perSecond) << shift);
  }

  /** One of the rates. */
  public static double get(long rates, QuotaDimension dimension) {
    return decode((int) (rates >>> (dimension.index * 16)) & 0xFFFF);
  }

  private static int encode(double perSecond) {
    long units = Math.round(Math.max(0, perSecond) * UNIT);
    if (units < MANTISSA) {
      return (int) units;
    }
    int exponent = Long.SIZE - Long.numberOfLeadingZeros(units) - MANTISSA_BITS;
    if (exponent > MOST_EXPONENT) {
      return (MOST_EXPONENT << MANTISSA_BITS) | (MANTISSA - 1);
    }
    return (exponent << MANTISSA_BITS) | (int) ((units >>> (exponent - 1)) & (MANTISSA - 1));
  }

  private static double decode(int code) {
    int exponent =
        Math.min(MOST_EXPONENT, code >>> MANTISSA_BITS); // another node could have sent more
    long mantissa = code & (MANTISSA - 1);
    long units = exponent == 0 ? mantissa : (MANTISSA + mantissa) << (exponent - 1);
    return units / UNIT;
  }
}
