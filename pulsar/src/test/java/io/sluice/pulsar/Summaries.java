package io.sluice.pulsar;

import io.sluice.quota.NodeSummary;
import io.sluice.quota.NodeSummary.Connection;
import io.sluice.quota.NodeSummary.Pause;
import io.sluice.quota.NodeSummary.Producer;
import io.sluice.quota.NodeSummary.ThrottledConsumer;
import io.sluice.quota.NodeSummary.ThrottledProducer;
import io.sluice.quota.NodeSummary.Topic;
import io.sluice.quota.NodeSummary.Totals;
import io.sluice.quota.NodeSummary.Traffic;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Summaries of nodes that are made up. */
final class Summaries {

  private Summaries() {}

  /** Of so many of each kind, with names that a supplier makes. */
  static NodeSummary of(int count, Supplier<String> names) {
    Traffic traffic = new Traffic(1.5, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, List.of(names.get()));
    return new NodeSummary(
        250,
        5,
        new Totals(1000, 1000, 1000, 1000, 1000),
        list(count, i -> new Topic(names.get(), traffic)),
        list(count, i -> new Producer(names.get(), names.get(), names.get(), traffic)),
        list(
            count,
            i -> new ThrottledProducer(
                names.get(), names.get(), "10.0.0.1:5", i, names.get(), 7, 8, 9, 10, true)),
        list(
            count,
            i -> new ThrottledConsumer(
                names.get(), names.get(), "c", "10.0.0.1:5", i, "group", names.get(), 7, 8)),
        list(count, i -> new Connection("10.0.0.1:5", i, List.of(new Pause("node_rate", 7)))));
  }

  private static <T> List<T> list(int count, IntFunction<T> each) {
    return IntStream.range(0, count).mapToObj(each).toList();
  }
}
