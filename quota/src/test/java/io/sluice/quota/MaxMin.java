package io.sluice.quota;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The exact max-min fair division where all demands are known: from the most modest upwards. */
final class MaxMin {

  private MaxMin() {}

  static double[] of(double quota, double... demands) {
    double[] shares = new double[demands.length];
    List<Integer> fromTheModest = IntStream.range(0, demands.length)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> demands[i]))
        .toList();
    double rest = quota;
    int left = demands.length;
    for (int i : fromTheModest) {
      shares[i] = Math.min(demands[i], rest / left);
      rest -= shares[i];
      left--;
    }
    return shares;
  }
}
