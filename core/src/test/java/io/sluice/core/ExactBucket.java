package io.sluice.core;

import java.math.BigInteger;

/**
 * What a token bucket should do, in arbitrary precision: the model that random tests compare with.
 */
final class ExactBucket {

  private final BigInteger tokensPerPeriod;
  private final BigInteger period;
  private final BigInteger burst;

  /** Tokens times the period, so that every nanosecond earns a whole number. */
  private BigInteger balance;

  ExactBucket(Rate rate, long burst, long initialTokens) {
    this.tokensPerPeriod = BigInteger.valueOf(rate.tokens());
    this.period = BigInteger.valueOf(rate.periodNanos());
    this.burst = scaled(burst);
    this.balance = scaled(initialTokens);
  }

  void advance(long nanos) {
    balance = balance.add(BigInteger.valueOf(nanos).multiply(tokensPerPeriod)).min(burst);
  }

  void debit(long tokens) {
    balance = balance.subtract(scaled(tokens));
  }

  void refund(long tokens) {
    balance = balance.add(scaled(tokens)).min(burst);
  }

  long tokens() {
    BigInteger[] whole = balance.divideAndRemainder(period);
    return whole[0].subtract(BigInteger.valueOf(whole[1].signum() < 0 ? 1 : 0)).longValueExact();
  }

  long nanosUntil(long tokens) {
    BigInteger missing = scaled(tokens).subtract(balance);
    if (missing.signum() <= 0) {
      return 0;
    }
    BigInteger wait = missing.add(tokensPerPeriod).subtract(BigInteger.ONE).divide(tokensPerPeriod);
    return wait.min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact();
  }

  private BigInteger scaled(long tokens) {
    return BigInteger.valueOf(tokens).multiply(period);
  }
}
