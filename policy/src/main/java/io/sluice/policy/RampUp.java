package io.sluice.policy;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How a rate rises to what it is to be.
 *
 * @param min where it starts, per second
 * @param max where it ends, per second
 * @param duration how long it takes from one to the other
 * @param mode what makes it rise and fall
 */
public record RampUp(long min, long max, Duration duration, Mode mode) {

  private static final Duration LONGEST = Duration.ofDays(1);

  /** What makes the rate rise and fall; as of the ramp throttle. */
  public enum Mode {
    SCHEDULED,
    RELAXED,
    ONLY_IF_USED,
    GO_BACK_N;

    /** As it is written wherever people write it: {@code only-if-used}. */
    public String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The one that is written so. */
    public static Optional<Mode> named(String text) {
      return Arrays.stream(values()).filter(mode -> mode.text().equals(text)).findFirst();
    }

    /** All of them, as they are written, for the message to a user who wrote something else. */
    public static String all() {
      return Arrays.stream(values()).map(Mode::text).collect(Collectors.joining(", "));
    }
  }

  /**
   * @throws IllegalArgumentException if min is not from 1 to max, or the duration not within a second
   *     and a day
   */
  public RampUp {
    if (min < 1 || min > max) {
      throw new IllegalArgumentException(
          "min must be from 1 to max, which is " + max + ", not " + min);
    }
    if (duration.compareTo(Duration.ofSeconds(1)) < 0 || duration.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("duration must be from 1s to 24h, not " + duration);
    }
  }
}
