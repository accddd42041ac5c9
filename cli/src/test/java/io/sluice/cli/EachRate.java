package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.RateSamples.Sample;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** What {@link RateSamples} have counted, each rate by itself. An expected rate that is not a number is any rate. */
final class EachRate {

  /** Of what is counted in a window: a message more or less, at either end. */
  private static final double ENDS = 2.0;

  private static final double NANOS_PER_SECOND = 1e9;

  private final RateSamples samples;
  private final double tolerance;
  private final double windowSeconds;

  /** @param seconds after the change, when the windows that are as they should be have begun */
  private record Settled(double seconds, double rate) {}

  /**
   * Looks at each rate for so many seconds.
   *
   * @param tolerance by which part of it a rate may differ from what it should be
   */
  EachRate(RateSamples samples, double tolerance, double windowSeconds) {
    this.samples = samples;
    this.tolerance = tolerance;
    this.windowSeconds = windowSeconds;
  }

  /** Every rate is as it should be over a window that begins three intervals after the change, or not much later. */
  void settle(String what, long change, double... expected) throws Exception {
    Settled[] settled = new Settled[expected.length];
    for (int i = 0; i < expected.length; i++) {
      settled[i] = Double.isNaN(expected[i])
          ? new Settled(0, Double.NaN)
          : settle(what, change, i, expected[i]);
    }
    System.out.printf(
        "%s: settled after %.1f s at %s%n",
        what,
        Arrays.stream(settled).mapToDouble(Settled::seconds).max().orElse(0),
        DoubleStream.of(Arrays.stream(settled).mapToDouble(Settled::rate).toArray())
            .filter(rate -> !Double.isNaN(rate))
            .mapToObj("%.1f"::formatted)
            .collect(Collectors.joining(", ")));
  }

  private Settled settle(String what, long change, int rate, double expected) throws Exception {
    double since = Double.NaN;
    for (int first = 0; ; first++) {
      Sample begin = samples.sampleAt(first);
      double seconds = (begin.nanos() - change) / NANOS_PER_SECOND;
      if (seconds < 0) {
        continue;
      }
      double actual = samples.end(first, windowSeconds).ratesSince(begin)[rate];
      if (Math.abs(actual - expected) > tolerance * expected + ENDS / windowSeconds) {
        since = Double.NaN;
      } else if (Double.isNaN(since)) {
        since = seconds;
      }
      if (seconds >= RateSamples.CONVERGE_SECONDS && !Double.isNaN(since)) {
        return new Settled(since, actual);
      }
      assertThat(seconds)
          .as("%s: rate %d is %s and should be %s", what, rate, actual, expected)
          .isLessThan(RateSamples.CONVERGE_SECONDS + RateSamples.ALLOWANCE_SECONDS);
    }
  }

  /** In no whole second was any rate larger than it may be. */
  void assertNeverMoreThan(double... perSecond) {
    List<Sample> all = samples.soFar();
    int last = 0;
    for (Sample begin : all) {
      while (all.get(last).nanos() - begin.nanos() < NANOS_PER_SECOND) {
        if (++last == all.size()) {
          return;
        }
      }
      double[] rates = all.get(last).ratesSince(begin);
      for (int i = 0; i < perSecond.length; i++) {
        if (!Double.isNaN(perSecond[i])) {
          assertThat(rates[i]).as("rate %d", i).isLessThanOrEqualTo(perSecond[i]);
        }
      }
    }
  }

  /** From no moment to a later one was more counted than this rate allows, and what may be saved up. */
  void assertNeverAhead(int count, double perSecond, double savedUp) {
    List<Sample> all = samples.soFar();
    double least = Double.POSITIVE_INFINITY;
    for (Sample sample : all) {
      double seconds = (sample.nanos() - all.get(0).nanos()) / NANOS_PER_SECOND;
      double ahead = sample.counts().get(count) - perSecond * seconds;
      least = Math.min(least, ahead);
      assertThat(ahead - least).as("count %d", count).isLessThanOrEqualTo(savedUp);
    }
  }
}
