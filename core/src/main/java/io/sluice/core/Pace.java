package io.sluice.core;

/**
 * How an {@link Account} counts under a rate: in grains, fractions of a token, of which every
 * nanosecond earns {@code numerator / divisor}.
 *
 * <p>With <i>fine</i> grains the divisor is 1: every nanosecond earns a whole number of them (at
 * 1000 per second, a grain is a millionth of a token, and each nanosecond earns one). Then
 * everything is exact. Where balances of the given size would not fit the account's range, or it
 * would be used up within a millisecond, a grain is a whole token.
 *
 * @param grains per token
 */
record Pace(long grains, long numerator, long divisor) {

  /** With more tokens per period than this, fine grains would use up the range within 1 ms. */
  private static final long MOST_FINE_TOKENS = Account.RANGE >> 20;

  /** Earns nothing, whatever the time. */
  static final Pace STILL = new Pace(1, 0, 1);

  /** The finest pace of a rate for balances and debts of up to {@code largest} tokens. */
  static Pace of(Rate rate, long largest) {
    long common = WideMath.gcd(rate.tokens(), rate.periodNanos());
    long tokens = rate.tokens() / common;
    long nanos = rate.periodNanos() / common;
    boolean fits = nanos <= Account.RANGE / largest && tokens <= MOST_FINE_TOKENS;
    return fits ? new Pace(nanos, tokens, 1) : new Pace(1, tokens, nanos);
  }

  /** Counts in the same grains, but earns nothing. */
  Pace stopped() {
    return new Pace(grains, 0, divisor);
  }

  boolean countsAs(Pace other) {
    return grains == other.grains && divisor == other.divisor;
  }

  /** The time in which so many grains are earned; {@link Long#MAX_VALUE} if they never are. */
  long nanosToEarn(long amount) {
    return numerator == 0
        ? Long.MAX_VALUE
        : WideMath.multiplyAddDivide(amount, divisor, 0, numerator);
  }
}
