package io.sluice.quota;

import java.util.List;
import java.util.stream.Stream;

/** What a {@link NodeSummary} may have in it, wherever it comes from. */
final class SummaryBounds {

  private SummaryBounds() {}

  /** A copy of a list that has not too many items, and none that is missing. */
  static <T> List<T> bounded(List<T> items, int most) {
    if (items.size() > most) {
      throw new IllegalArgumentException(
          "it tells of " + items.size() + ", and " + most + " is the most");
    }
    return List.copyOf(items);
  }

  static void requireNames(String... names) {
    if (Stream.of(names).anyMatch(name -> name.length() > NodeSummary.LONGEST_NAME)) {
      throw new IllegalArgumentException(
          "it has a name of more than " + NodeSummary.LONGEST_NAME + " characters");
    }
  }

  static void requireRates(double... rates) {
    for (double rate : rates) {
      if (!(rate >= 0 && rate <= NodeSummary.LARGEST)) { // NaN too
        throw new IllegalArgumentException("it has a rate of " + rate);
      }
    }
  }

  static void requireCounts(long... counts) {
    for (long count : counts) {
      if (count < 0 || count > NodeSummary.LARGEST) {
        throw new IllegalArgumentException("it has a count of " + count);
      }
    }
  }
}
