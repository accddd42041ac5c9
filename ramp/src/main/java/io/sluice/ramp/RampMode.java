package io.sluice.ramp;

import java.time.Duration;

/**
 * What the level does from one second to the next. The <i>slope</i> is {@code (max - min) /
 * rampUpDuration} per second; the level always stays within min and max.
 */
public sealed interface RampMode {

  /** The level rises with time, whether or not a caller asks. */
  record Scheduled() implements RampMode {}

  /** The level rises by one slope in every second in which a caller asks: the default. */
  record Relaxed() implements RampMode {}

  /**
   * The level rises by one slope after a second in which enough was used, and otherwise stays.
   *
   * @param thresholdPercentage the part of its share that a processor has to have used
   */
  record OnlyIfUsed(int thresholdPercentage) implements RampMode {

    public OnlyIfUsed {
      Checks.percentage("modes.onlyIfUsed.thresholdPercentage", thresholdPercentage);
    }
  }

  /**
   * The level rises by one slope after a second in which enough was used, and otherwise falls by
   * one. After a pause longer than the cool-down it falls for every second missed.
   *
   * @param thresholdPercentage the part of its share that a processor has to have used
   * @param coolDownPeriod the pause between two calls that costs nothing yet; counted in whole
   *     seconds
   * @param rampDownPercentage the part of the slope that each second of a longer pause costs
   */
  record GoBackN(int thresholdPercentage, Duration coolDownPeriod, int rampDownPercentage)
      implements RampMode {

    public GoBackN {
      Checks.percentage("modes.goBackN.thresholdPercentage", thresholdPercentage);
      Checks.duration("modes.goBackN.coolDownPeriod", coolDownPeriod);
      Checks.require(
          coolDownPeriod.toSeconds() >= 1,
          "modes.goBackN.coolDownPeriod",
          "must be at least 1s, or every second would count as a pause: "
              + Checks.text(coolDownPeriod));
      Checks.percentage("modes.goBackN.rampDownPercentage", rampDownPercentage);
    }
  }

  /** What the settings of a mode are if they are left out. */
  int DEFAULT_THRESHOLD_PERCENTAGE = 50;

  Duration DEFAULT_COOL_DOWN_PERIOD = Duration.ofSeconds(5);
  int DEFAULT_RAMP_DOWN_PERCENTAGE = 50;

  static RampMode scheduled() {
    return new Scheduled();
  }

  static RampMode relaxed() {
    return new Relaxed();
  }

  static RampMode onlyIfUsed() {
    return new OnlyIfUsed(DEFAULT_THRESHOLD_PERCENTAGE);
  }

  static RampMode goBackN() {
    return new GoBackN(
        DEFAULT_THRESHOLD_PERCENTAGE, DEFAULT_COOL_DOWN_PERIOD, DEFAULT_RAMP_DOWN_PERCENTAGE);
  }
}
