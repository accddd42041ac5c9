package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** What several clients have done, counted many times per second, and their rates in between. */
final class RateSamples {

  private static final double TOLERANCE = 0.05;

  /** Of a rate: a message more or less, at either end of a window. */
  private static final double GRAIN = 1.0;

  private static final double WINDOW_SECONDS = 3;

  /** Three intervals, which are of one second. */
  static final double CONVERGE_SECONDS = 3;

  /**
   * A machine that has other things to do may begin with it so much later: processes, and with them reports,
   * wait for their turn, and what they do in it is not what they would do by themselves.
   */
  static final double ALLOWANCE_SECONDS = 7;

  private static final int SAMPLE_MILLIS = 50;

  private final List<LongSupplier> counts;
  private final List<Sample> samples = new CopyOnWriteArrayList<>();

  record Sample(long nanos, List<Long> counts) {

    double[] ratesSince(Sample before) {
      double seconds = (nanos - before.nanos) / 1e9;
      return IntStream.range(0, counts.size())
          .mapToDouble(i -> (counts.get(i) - before.counts.get(i)) / seconds)
          .toArray();
    }
  }

  private RateSamples(List<LongSupplier> counts) {
    this.counts = counts;
  }

  /** Counts what these say from now on. */
  static RateSamples of(List<LongSupplier> counts, ScheduledExecutorService timer) {
    RateSamples samples = new RateSamples(counts);
    var unused = timer.scheduleAtFixedRate(samples::take, 0, SAMPLE_MILLIS, TimeUnit.MILLISECONDS);
    return samples;
  }

  private void take() {
    samples.add(new Sample(
        System.nanoTime(), counts.stream().map(LongSupplier::getAsLong).toList()));
  }

  /**
   * All rates, and in each part of them their sum, are as they should be over a window that begins three intervals
   * after the change, or not much later.
   *
   * @param parts how many rates are summed up
   */
  void settle(String what, long change, int parts, double... expected) throws Exception {
    for (int first = 0; ; first++) {
      Sample begin = sampleAt(first);
      double seconds = (begin.nanos - change) / 1e9;
      if (seconds < CONVERGE_SECONDS) {
        continue;
      }
      double[] rates = end(first, WINDOW_SECONDS).ratesSince(begin);
      if (areAbout(parts, expected, rates)) {
        System.out.printf("%s: from %.1f s on at %s%n", what, seconds, Arrays.toString(rates));
        return;
      }
      assertThat(seconds)
          .as("%s: %s should be %s", what, Arrays.toString(rates), Arrays.toString(expected))
          .isLessThan(CONVERGE_SECONDS + ALLOWANCE_SECONDS);
    }
  }

  /** Waits until there is one. */
  Sample sampleAt(int index) throws Exception {
    TestNode.eventually(() -> samples.size() > index);
    return samples.get(index);
  }

  /** The first that is so much later. */
  Sample end(int first, double seconds) throws Exception {
    int last = first;
    while (sampleAt(last).nanos - sampleAt(first).nanos < seconds * 1e9) {
      last++;
    }
    return samples.get(last);
  }

  /** What was counted until now. */
  List<Sample> soFar() {
    return List.copyOf(samples);
  }

  /** In no whole second was the sum of any part of the rates larger, settled or not. */
  void assertNeverMoreThan(double perSecond, int parts) throws Exception {
    long last = samples.get(samples.size() - 1).nanos;
    for (int first = 0; last - samples.get(first).nanos > 1e9; first++) {
      double[] rates = end(first, 1).ratesSince(samples.get(first));
      assertThat(sums(parts, rates).max().orElse(0))
          .as("in the second from sample %d on: %s", first, Arrays.toString(rates))
          .isLessThanOrEqualTo(perSecond);
    }
  }

  private static DoubleStream sums(int parts, double[] rates) {
    return IntStream.range(0, rates.length / parts)
        .mapToDouble(i -> Arrays.stream(rates, i * parts, (i + 1) * parts).sum());
  }

  private static boolean areAbout(int parts, double[] expected, double[] rates) {
    return areAbout(expected, rates)
        && areAbout(sums(parts, expected).toArray(), sums(parts, rates).toArray());
  }

  private static boolean areAbout(double[] expected, double[] rates) {
    return IntStream.range(0, expected.length)
        .allMatch(i -> Math.abs(rates[i] - expected[i]) <= TOLERANCE * expected[i] + GRAIN);
  }
}
