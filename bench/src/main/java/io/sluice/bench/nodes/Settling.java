package io.sluice.bench.nodes;

import io.sluice.bench.nodes.Samples.Sample;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * From when on rates are what they should be: in each window that begins from then on.
 *
 * @param total of all sides together, per second
 * @param parts of each side, per second; empty if it does not matter who gets what
 */
record Settling(double total, List<Double> parts) {

  static final double TOTAL_TOLERANCE = 0.02;
  static final double PART_TOLERANCE = 0.05;

  /** Two of the intervals at which nodes tell each other what they use. */
  static final double WINDOW_SECONDS = 2;

  /**
   * What came out.
   *
   * @param seconds so long after the change rates were what they should be; none if they were not in the end
   * @param lastOff the rates of all sides in the last window that was not right; empty if all were
   */
  record Outcome(OptionalDouble seconds, List<Double> lastOff) {}

  /**
   * Looks at all windows after a change.
   *
   * @param samples from the change on
   */
  Outcome outcome(long changeNanos, List<Sample> samples) {
    List<Double> lastOff = List.of();
    int settled = 0; // from this sample on
    int last = 0; // of the window
    int first = 0;
    for (; first < samples.size(); first++) {
      Sample begin = samples.get(first);
      while (last < samples.size() && seconds(begin, samples.get(last)) < WINDOW_SECONDS) {
        last++;
      }
      if (last == samples.size()) {
        break;
      }
      List<Double> rates = rates(begin, samples.get(last));
      if (!areRight(rates)) {
        settled = first + 1;
        lastOff = rates;
      }
    }
    return new Outcome(
        settled < first
            ? OptionalDouble.of((samples.get(settled).nanos() - changeNanos) / 1e9)
            : OptionalDouble.empty(),
        lastOff);
  }

  private static double seconds(Sample begin, Sample end) {
    return (end.nanos() - begin.nanos()) / 1e9;
  }

  private static List<Double> rates(Sample begin, Sample end) {
    double seconds = seconds(begin, end);
    return IntStream.range(0, begin.counts().size())
        .mapToObj(i -> (end.counts().get(i) - begin.counts().get(i)) / seconds)
        .toList();
  }

  private boolean areRight(List<Double> rates) {
    double sum = rates.stream().mapToDouble(Double::doubleValue).sum();
    return isAbout(total, TOTAL_TOLERANCE, sum)
        && IntStream.range(0, parts.size())
            .allMatch(i -> isAbout(parts.get(i), PART_TOLERANCE, rates.get(i)));
  }

  private static boolean isAbout(double expected, double tolerance, double rate) {
    return Math.abs(rate - expected) <= tolerance * expected;
  }
}
