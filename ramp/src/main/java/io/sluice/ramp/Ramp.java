package io.sluice.ramp;

import java.time.Duration;

/**
 * The level of one processor, and how it moves from second to second. Not thread-safe.
 *
 * <p>The level is kept as an exact number of hundredths of a slope above or below a base, which is
 * where it started or was last cut off. Adding a fraction to itself for hours would drift: ten
 * times a tenth would not be a whole token.
 */
final class Ramp {

  private static final long WHOLE_SLOPE = 100;

  private final RampMode mode;
  private final double min;
  private final double max;
  private final double slope;
  private final double tolerance;
  private double base;
  private long hundredths;

  Ramp(RampConfig config, double startingLevel) {
    this(config.min(), config.max(), config.rampUpDuration(), config.mode(), startingLevel);
  }

  Ramp(long min, long max, Duration rampUpDuration, RampMode mode, double startingLevel) {
    this.mode = mode;
    this.min = min;
    this.max = max;
    slope = (this.max - this.min) * 1e9 / rampUpDuration.toNanos();
    tolerance = 4 * Math.ulp(this.max); // more than base + slope * steps can be off by
    base = clamp(startingLevel);
  }

  double level() {
    double level = base + slope * hundredths / WHOLE_SLOPE;
    double whole = Math.rint(level);
    return Math.abs(level - whole) <= tolerance ? whole : level;
  }

  /** The whole tokens of a second at this level. */
  long tokens() {
    return (long) level();
  }

  void fallToMin() {
    moveTo(min);
  }

  /** Goes on from another level, or from the nearest that is allowed. */
  void resumeAt(double level) {
    moveTo(clamp(level));
  }

  /**
   * Moves on to a new second.
   *
   * @param seconds since the second that ends with this, at least 1
   * @param share what this processor could have used in the second that ends
   * @param unused what it did not use of it
   */
  void refill(long seconds, long share, long unused) {
    if (mode instanceof RampMode.Scheduled) {
      // A gap of more seconds than there are hundredths in the ramp leads to max all the same.
      climb(Math.min(seconds, Long.MAX_VALUE / (2 * WHOLE_SLOPE)) * WHOLE_SLOPE);
    } else if (mode instanceof RampMode.Relaxed) {
      climb(WHOLE_SLOPE);
    } else if (mode instanceof RampMode.OnlyIfUsed onlyIfUsed) {
      if (isUsed(share, unused, onlyIfUsed.thresholdPercentage())) {
        climb(WHOLE_SLOPE);
      }
    } else if (mode instanceof RampMode.GoBackN goBackN) {
      if (seconds > goBackN.coolDownPeriod().toSeconds()) {
        long missed = Math.min(seconds - 1, Long.MAX_VALUE / (2 * WHOLE_SLOPE));
        climb(-goBackN.rampDownPercentage() * missed);
      } else {
        boolean used = isUsed(share, unused, goBackN.thresholdPercentage());
        climb(used ? WHOLE_SLOPE : -WHOLE_SLOPE);
      }
    }
  }

  /** A share of nothing counts as used: it was not left over by the caller. */
  private static boolean isUsed(long share, long unused, int thresholdPercentage) {
    return share == 0 || 100 * (share - unused) >= thresholdPercentage * share;
  }

  private void climb(long by) {
    hundredths += by;
    double level = level();
    if (level >= max || level <= min) {
      moveTo(clamp(level));
    }
  }

  private void moveTo(double level) {
    base = level;
    hundredths = 0;
  }

  private double clamp(double level) {
    return Math.max(min, Math.min(max, level));
  }
}
