package io.sluice.ramp;

import java.time.Duration;

/** What several settings have to satisfy. */
final class Checks {

  /** Longer than any caller waits, and short enough to be counted in nanoseconds. */
  private static final Duration LONGEST = Duration.ofDays(365);

  private Checks() {}

  static int percentage(String key, int value) {
    if (value < 0 || value > 100) {
      throw new InvalidRampConfigException(key, "must be between 0 and 100, not " + value);
    }
    return value;
  }

  static Duration duration(String key, Duration value) {
    if (value.isNegative() || value.isZero() || value.compareTo(LONGEST) > 0) {
      throw new InvalidRampConfigException(
          key, "must be longer than 0s and at most 365 days, not " + value.toSeconds() + "s");
    }
    return value;
  }

  static void require(boolean holds, String key, String fault) {
    if (!holds) {
      throw new InvalidRampConfigException(key, fault);
    }
  }

  /** A duration of at most some years as people write it: {@code 180s}, {@code 1500ms}. */
  static String text(Duration value) {
    if (value.toNanosPart() == 0) {
      return value.toSeconds() + "s";
    }
    return value.toNanos() % 1_000_000 == 0 ? value.toMillis() + "ms" : value.toNanos() + "ns";
  }
}
