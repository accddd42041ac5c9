package io.sluice.simulator;

import java.util.Arrays;

/**
 * The exact max-min fair answer, from what every node really wants: found by sorting, and so in another way
 * than by the nodes, which only know what was reported to them.
 */
public final class MaxMin {

  private MaxMin() {}

  /** What each node should have. */
  public static double[] of(double quota, double... demands) {
    double[] sorted = demands.clone();
    Arrays.sort(sorted);
    double rest = quota;
    double most = Double.POSITIVE_INFINITY;
    for (int i = 0; i < sorted.length; i++) {
      double even = rest / (sorted.length - i);
      if (sorted[i] > even) {
        most = even;
        break;
      }
      rest -= sorted[i];
    }
    double[] fair = new double[demands.length];
    for (int i = 0; i < fair.length; i++) {
      fair[i] = Math.min(demands[i], most);
    }
    return fair;
  }
}
