package io.sluice.core;

import java.time.Duration;

/**
 * How fast tokens are earned: so many per period, or without limit. The period only says how the
 * rate is written; tokens are earned evenly over it, down to the nanosecond.
 *
 * @param tokens tokens earned in one period
 * @param periodNanos the period; 0 only in {@link #UNLIMITED}
 */
public record Rate(long tokens, long periodNanos) {

  static final long SECOND_NANOS = 1_000_000_000L;

  /** No limit at all. */
  public static final Rate UNLIMITED = new Rate(Long.MAX_VALUE, 0);

  /**
   * @throws IllegalArgumentException if the tokens or the period are not positive, or the rate is
   *     over {@link Long#MAX_VALUE} tokens per second
   */
  public Rate {
    boolean unlimited = tokens == Long.MAX_VALUE && periodNanos == 0;
    if (!unlimited) {
      if (tokens <= 0) {
        throw new IllegalArgumentException("a rate must be at least 1 token per period, not "
            + tokens
            + "; to switch a limit off use Rate.UNLIMITED");
      }
      if (periodNanos <= 0) {
        throw new IllegalArgumentException(
            "a rate's period must be at least 1 ns, not " + periodNanos + " ns");
      }
      long most = WideMath.multiplyAddDivide(Long.MAX_VALUE, periodNanos, 0, SECOND_NANOS);
      if (tokens > most) {
        throw new IllegalArgumentException(
            "a rate must not exceed Long.MAX_VALUE tokens per second: at most "
                + most
                + " per "
                + periodNanos
                + " ns, not "
                + tokens);
      }
    }
  }

  /** So many tokens per second. */
  public static Rate perSecond(long tokens) {
    return new Rate(tokens, SECOND_NANOS);
  }

  /**
   * So many tokens per period.
   *
   * @throws IllegalArgumentException as the constructor, and for periods of over 292 years
   */
  public static Rate of(long tokens, Duration period) {
    if (period.abs().compareTo(Duration.ofNanos(Long.MAX_VALUE)) > 0) {
      throw new IllegalArgumentException("a rate's period must be under 292 years, not " + period);
    }
    return new Rate(tokens, period.toNanos());
  }

  public boolean isUnlimited() {
    return periodNanos == 0;
  }

  /**
   * The whole tokens earned in that time, starting from nothing: at least 1, and {@link
   * Long#MAX_VALUE} for anything beyond it.
   */
  public long tokensIn(long nanos) {
    return isUnlimited()
        ? Long.MAX_VALUE
        : Math.max(1, WideMath.multiplyAddDivide(tokens, nanos, 0, periodNanos));
  }

  /** The time in which so many tokens are earned, starting from nothing; not for unlimited rates. */
  long nanosToEarn(long amount) {
    return WideMath.multiplyAddDivide(amount, periodNanos, tokens - 1, tokens);
  }

  @Override
  public String toString() {
    return isUnlimited() ? "unlimited" : tokens + " per " + Duration.ofNanos(periodNanos);
  }
}
