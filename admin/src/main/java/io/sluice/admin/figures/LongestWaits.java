package io.sluice.admin.figures;

import io.sluice.gateway.view.ConnectionView;
import io.sluice.gateway.view.ConnectionView.ConsumerView;
import io.sluice.gateway.view.ConnectionView.ProducerView;
import io.sluice.gateway.view.ConnectionView.ThrottleView;
import io.sluice.gateway.view.ConnectionView.WithheldView;
import io.sluice.quota.NodeSummary;
import io.sluice.quota.NodeSummary.Connection;
import io.sluice.quota.NodeSummary.Pause;
import io.sluice.quota.NodeSummary.ThrottledConsumer;
import io.sluice.quota.NodeSummary.ThrottledProducer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/**
 * Those that have waited longest, for a summary. Of each topic the one that has waited longest comes before others of
 * the same topic: the many producers of one topic do not hide another topic.
 */
record LongestWaits(
    int producerCount,
    int consumerCount,
    List<ThrottledProducer> producers,
    List<ThrottledConsumer> consumers,
    List<Connection> connections) {

  private record Producer(
      ConnectionView connection, ProducerView producer, ThrottleView throttle, String topic) {}

  private record Consumer(
      ConnectionView connection, ConsumerView consumer, WithheldView withheld, String topic) {}

  static LongestWaits of(Figures.Look look) {
    List<Producer> producers = new ArrayList<>();
    List<Consumer> consumers = new ArrayList<>();
    for (ConnectionView connection : look.views()) {
      for (ProducerView each : connection.producers()) {
        each.throttle()
            .ifPresent(throttle -> producers.add(
                new Producer(connection, each, throttle, DisplayNames.topic(each.topic()))));
      }
      for (ConsumerView each : connection.consumers()) {
        each.withheld()
            .ifPresent(withheld -> consumers.add(
                new Consumer(connection, each, withheld, DisplayNames.topic(each.topic()))));
      }
    }
    Instant now = look.time();
    return new LongestWaits(
        producers.size(),
        consumers.size(),
        longest(producers, Producer::topic, each -> each.throttle.since()).stream()
            .map(each -> told(each, now))
            .toList(),
        longest(consumers, Consumer::topic, each -> each.withheld.since()).stream()
            .map(each -> told(each, now))
            .toList(),
        Greatest.of(
                look.views().stream().filter(LongestWaits::isPaused).toList(),
                Comparator.comparing(LongestWaits::pausedSince).reversed(),
                NodeSummary.MOST)
            .stream()
            .map(each -> told(each, now))
            .toList());
  }

  static boolean isPaused(ConnectionView connection) {
    return !connection.paused().isEmpty();
  }

  private static Instant pausedSince(ConnectionView connection) {
    return Collections.min(connection.paused().values());
  }

  private static <T> List<T> longest(
      Collection<T> all, Function<T, String> topic, Function<T, Instant> since) {
    Comparator<T> longest = Comparator.comparing(since).reversed();
    Map<String, T> ofTopics = new HashMap<>();
    List<T> told =
        all.stream().filter(each -> SummaryNames.isTold(topic.apply(each))).toList();
    told.forEach(each -> ofTopics.merge(topic.apply(each), each, BinaryOperator.maxBy(longest)));
    List<T> chosen = new ArrayList<>(Greatest.of(ofTopics.values(), longest, NodeSummary.MOST));
    if (chosen.size() < NodeSummary.MOST && chosen.size() < told.size()) {
      Set<T> first = Collections.newSetFromMap(new IdentityHashMap<>());
      first.addAll(chosen);
      List<T> rest = told.stream().filter(each -> !first.contains(each)).toList();
      chosen.addAll(Greatest.of(rest, longest, NodeSummary.MOST - chosen.size()));
    }
    return chosen;
  }

  private static ThrottledProducer told(Producer each, Instant now) {
    ThrottleView throttle = each.throttle;
    return new ThrottledProducer(
        each.topic,
        SummaryNames.cut(each.producer.name()),
        SummaryNames.cut(DisplayNames.client(each.connection.client())),
        each.connection.id(),
        SummaryNames.target(throttle.origin().toString()),
        millis(throttle.since(), now),
        throttle.heldFrames(),
        throttle.heldBytes(),
        Math.max(0, throttle.oldest().toMillis()),
        throttle.aware());
  }

  private static ThrottledConsumer told(Consumer each, Instant now) {
    WithheldView withheld = each.withheld;
    return new ThrottledConsumer(
        each.topic,
        SummaryNames.cut(each.consumer.subscription()),
        SummaryNames.cut(each.consumer.name()),
        SummaryNames.cut(DisplayNames.client(each.connection.client())),
        each.connection.id(),
        withheld.kind().name(),
        SummaryNames.target(withheld.origin().toString()),
        millis(withheld.since(), now),
        Math.max(0, withheld.permits()));
  }

  private static Connection told(ConnectionView connection, Instant now) {
    return new Connection(
        SummaryNames.cut(DisplayNames.client(connection.client())),
        connection.id(),
        connection.paused().entrySet().stream()
            .sorted(Map.Entry.comparingByValue())
            .map(pause -> new Pause(pause.getKey().label(), millis(pause.getValue(), now)))
            .toList());
  }

  /** Times instead of moments: the clocks of other nodes may differ. */
  private static long millis(Instant since, Instant now) {
    return Math.max(0, Duration.between(since, now).toMillis());
  }
}
