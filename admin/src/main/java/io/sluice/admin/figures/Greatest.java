package io.sluice.admin.figures;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Finds the few greatest of many, without sorting these. */
final class Greatest {

  private Greatest() {}

  /** At most so many, the greatest first. */
  static <T> List<T> of(Collection<T> all, Comparator<? super T> order, int most) {
    if (most <= 0) {
      return List.of();
    }
    PriorityQueue<T> greatest = new PriorityQueue<>(most, order);
    for (T each : all) {
      if (greatest.size() < most) {
        greatest.add(each);
      } else if (order.compare(each, greatest.element()) > 0) {
        greatest.remove();
        greatest.add(each);
      }
    }
    List<T> sorted = new ArrayList<>(greatest);
    sorted.sort(order.reversed());
    return sorted;
  }
}
