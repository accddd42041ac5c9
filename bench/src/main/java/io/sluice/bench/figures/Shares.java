package io.sluice.bench.figures;

import java.util.List;
import java.util.stream.IntStream;

/** How much each of several producers got. */
public record Shares(List<Long> amounts) {

  public Shares {
    amounts = List.copyOf(amounts);
  }

  /** What each producer got between two counts. */
  public static Shares between(List<Long> before, List<Long> after) {
    return new Shares(IntStream.range(0, before.size())
        .mapToObj(i -> after.get(i) - before.get(i))
        .toList());
  }

  public long total() {
    return amounts.stream().mapToLong(Long::longValue).sum();
  }

  /** Jain's index of fairness: 1 if all got the same, 1/n if one of n got everything. */
  public double jain() {
    double sum = total();
    double squares = amounts.stream().mapToDouble(x -> (double) x * x).sum();
    return sum * sum / (amounts.size() * squares);
  }
}
