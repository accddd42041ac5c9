package io.sluice.bench.figures;

import java.util.Collection;
import java.util.Locale;

/** What a figure was in the rounds of a run. */
public record Spread(double median, double least, double most) {

  /**
   * The spread of these values.
   *
   * @throws IllegalArgumentException if there are no values
   */
  public static Spread of(Collection<Double> values) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("nothing was measured");
    }
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int last = sorted.length - 1;
    double median = (sorted[last / 2] + sorted[sorted.length / 2]) / 2;
    return new Spread(median, sorted[0], sorted[last]);
  }

  public String leastAndMost() {
    return String.format(Locale.ROOT, "%.3f to %.3f", least, most);
  }
}
