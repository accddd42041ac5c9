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
   * So long after a change that is the case, if it is in the end.
   *
   * @param samples from the change on
   */
  OptionalDouble seconds(long changeNanos, List<Sample> samples) {
    int settled = 0; // from this sample on
    int last = 0; // of the window
    int windows = 0;
    for (int first = 0; first < samples.size(); first++) {
      Sample begin = samples.get(first);
      while (last < samples.size() && seconds(begin, samples.get(last)) < WINDOW_SECONDS) {
        last++;
      }
      if (last == samples.size()) {
        break;
      }
      windows++;
      if (!isSettled(begin, samples.get(last))) {
        settled = first + 1;
      }
    }
    return settled < windows
        ? OptionalDouble.of((samples.get(settled).nanos() - changeNanos) / 1e9)
        : OptionalDouble.empty();
  }

  private static double seconds(Sample begin, Sample end) {
    return (end.nanos() - begin.nanos()) / 1e9;
  }

  private boolean isSettled(Sample begin, Sample end) {
    double seconds = seconds(begin, end);
    List<Double> rates = IntStream.range(0, begin.counts().size())
        .mapToObj(i -> (end.counts().get(i) - begin.counts().get(i)) / seconds)
        .toList();
    double sum = rates.stream().mapToDouble(Double::doubleValue).sum();
    return isAbout(total, TOTAL_TOLERANCE, sum)
        && IntStream.range(0, parts.size())
            .allMatch(i -> isAbout(parts.get(i), PART_TOLERANCE, rates.get(i)));
  }

  private static boolean isAbout(double expected, double tolerance, double rate) {
    return Math.abs(rate - expected) <= tolerance * expected;
  }
}
