package io.sluice.cli;

import io.sluice.cli.chart.Figure;
import io.sluice.ramp.RampMode;
import java.util.OptionalInt;

/** A mode in the words of the configuration. */
final class ModeText {

  private ModeText() {}

  static String name(RampMode mode) {
    if (mode instanceof RampMode.Scheduled) {
      return "scheduled";
    }
    if (mode instanceof RampMode.Relaxed) {
      return "relaxed";
    }
    return mode instanceof RampMode.OnlyIfUsed ? "onlyIfUsed" : "goBackN";
  }

  /** Empty for a mode that has none. */
  static String settings(RampMode mode) {
    String threshold = threshold(mode).stream()
        .mapToObj(t -> "thresholdPercentage " + t)
        .findFirst()
        .orElse("");
    return mode instanceof RampMode.GoBackN goBackN
        ? threshold + ", coolDownPeriod " + Figure.of(goBackN.coolDownPeriod())
            + ", rampDownPercentage " + goBackN.rampDownPercentage()
        : threshold;
  }

  static OptionalInt threshold(RampMode mode) {
    if (mode instanceof RampMode.OnlyIfUsed onlyIfUsed) {
      return OptionalInt.of(onlyIfUsed.thresholdPercentage());
    }
    return mode instanceof RampMode.GoBackN goBackN
        ? OptionalInt.of(goBackN.thresholdPercentage())
        : OptionalInt.empty();
  }
}
