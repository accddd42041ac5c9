package io.sluice.quota;

import java.time.Duration;

/**
 * How nodes agree on their shares.
 *
 * @param interval how often a node reports what it uses, if that has changed
 * @param significantPercent a change of use by so much is reported
 * @param everyIntervals after so many intervals the use is reported even if it has not changed
 * @param expectedNodes how many nodes this node assumes while it receives no reports at all; if it knew more
 *     nodes before, that number
 */
public record QuotaSettings(
    Duration interval, int significantPercent, int everyIntervals, int expectedNodes) {

  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final Duration LONGEST_BURST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofHours(1);

  /** Every second. */
  public static final QuotaSettings DEFAULT = new QuotaSettings(Duration.ofSeconds(1), 10, 10, 1);

  /**
   * @throws IllegalArgumentException if the interval is not within 100 ms and an hour, the percentage not
   *     within 1 and 100, the intervals not within 1 and 30, or the nodes not within 1 and 1000
   */
  public QuotaSettings {
    if (interval.compareTo(SHORTEST) < 0 || interval.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("interval must be from 100ms to 1h, not " + interval);
    }
    requireWithin("significantPercent", significantPercent, 100);
    requireWithin("everyIntervals", everyIntervals, 30);
    requireWithin("expectedNodes", expectedNodes, 1000);
  }

  /**
   * For how long a share may be saved up: a tenth of an interval, a second at most. A node keeps what it has
   * saved up when other nodes begin to use the group. With a longer burst, all nodes together would exceed the
   * quota for several intervals.
   */
  public Duration burst() {
    Duration tenth = interval.dividedBy(10);
    return tenth.compareTo(LONGEST_BURST) < 0 ? tenth : LONGEST_BURST;
  }

  private static void requireWithin(String name, int value, int most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(name + " must be from 1 to " + most + ", not " + value);
    }
  }
}
