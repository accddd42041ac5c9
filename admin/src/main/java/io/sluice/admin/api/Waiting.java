package io.sluice.admin.api;

import io.sluice.admin.figures.DisplayNames;
import io.sluice.gateway.view.ConnectionView;
import io.sluice.gateway.view.ConnectionView.ConsumerView;
import io.sluice.gateway.view.ConnectionView.ProducerView;
import io.sluice.gateway.view.ConnectionView.ThrottleView;
import io.sluice.gateway.view.ConnectionView.WithheldView;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Selects and sorts the producers, consumers and connections that {@link Throttled} shows. */
final class Waiting {

  /** The fields to sort by. Consumers or connections that do not have the field are sorted by {@code since}. */
  static final List<String> BY =
      List.of("client", "heldBytes", "heldFrames", "limit", "producer", "since", "topic");

  /** A producer that waits for a limit. */
  record Producer(
      ConnectionView connection,
      ProducerView producer,
      ThrottleView throttle,
      String topic,
      String client) {

    private boolean contains(String part) {
      return DisplayNames.contains(part, topic, producer.name(), client);
    }
  }

  /** A consumer that waits for a limit. */
  record Consumer(
      ConnectionView connection,
      ConsumerView consumer,
      WithheldView withheld,
      String topic,
      String client) {

    private boolean contains(String part) {
      return DisplayNames.contains(part, topic, consumer.subscription(), consumer.name(), client);
    }
  }

  private static final Comparator<Producer> PRODUCERS_SINCE =
      Comparator.<Producer, Instant>comparing(each -> each.throttle.since())
          .thenComparing(each -> each.throttle.oldest(), Comparator.reverseOrder())
          .thenComparing(Producer::topic)
          .thenComparing(each -> each.connection.id());

  private static final Map<String, Comparator<Producer>> PRODUCERS = Map.of(
      "since", PRODUCERS_SINCE,
      "topic", Comparator.comparing(Producer::topic),
      "producer", Comparator.comparing(each -> each.producer.name()),
      "client", Comparator.comparing(Producer::client),
      "limit", Comparator.comparing(each -> each.throttle.origin().toString()),
      "heldFrames", Comparator.comparing(each -> each.throttle.heldFrames()),
      "heldBytes", Comparator.comparing(each -> each.throttle.heldBytes()));

  private static final Comparator<Consumer> CONSUMERS_SINCE =
      Comparator.<Consumer, Instant>comparing(each -> each.withheld.since())
          .thenComparing(Consumer::topic)
          .thenComparing(each -> each.connection.id());

  private static final Map<String, Comparator<Consumer>> CONSUMERS = Map.of(
      "since", CONSUMERS_SINCE,
      "topic", Comparator.comparing(Consumer::topic),
      "producer", Comparator.comparing(each -> each.consumer.name()),
      "client", Comparator.comparing(Consumer::client),
      "limit", Comparator.comparing(each -> each.withheld.origin().toString()));

  private static final Comparator<ConnectionView> CONNECTIONS_SINCE =
      Comparator.comparing(Waiting::earliest).thenComparing(ConnectionView::id);

  private static final Map<String, Comparator<ConnectionView>> CONNECTIONS = Map.of(
      "since",
      CONNECTIONS_SINCE,
      "client",
      Comparator.comparing(connection -> DisplayNames.client(connection.client())));

  private Waiting() {}

  static List<Producer> producers(List<ConnectionView> all, Throttled.Wanted wanted) {
    return all.stream()
        .flatMap(connection -> connection.producers().stream()
            .flatMap(producer -> producer.throttle().stream()
                .map(throttle -> new Producer(
                    connection,
                    producer,
                    throttle,
                    DisplayNames.topic(producer.topic()),
                    DisplayNames.client(connection.client())))))
        .filter(each -> each.contains(wanted.contains()))
        .sorted(order(PRODUCERS, PRODUCERS_SINCE, wanted))
        .toList();
  }

  static List<Consumer> consumers(List<ConnectionView> all, Throttled.Wanted wanted) {
    return all.stream()
        .flatMap(connection -> connection.consumers().stream()
            .flatMap(consumer -> consumer.withheld().stream()
                .map(withheld -> new Consumer(
                    connection,
                    consumer,
                    withheld,
                    DisplayNames.topic(consumer.topic()),
                    DisplayNames.client(connection.client())))))
        .filter(each -> each.contains(wanted.contains()))
        .sorted(order(CONSUMERS, CONSUMERS_SINCE, wanted))
        .toList();
  }

  static List<ConnectionView> connections(List<ConnectionView> all, Throttled.Wanted wanted) {
    String part = wanted.contains();
    return all.stream()
        .filter(connection -> !connection.paused().isEmpty())
        .filter(connection -> DisplayNames.contains(part, DisplayNames.client(connection.client()))
            || connection.producers().stream()
                .anyMatch(producer -> DisplayNames.contains(
                    part, DisplayNames.topic(producer.topic()), producer.name())))
        .sorted(order(CONNECTIONS, CONNECTIONS_SINCE, wanted))
        .toList();
  }

  private static Instant earliest(ConnectionView connection) {
    return connection.paused().values().stream().min(Comparator.naturalOrder()).orElse(Instant.MAX);
  }

  /** The order that is asked for. Items that do not have that field are sorted by {@code since}, ascending. */
  private static <T> Comparator<T> order(
      Map<String, Comparator<T>> known, Comparator<T> since, Throttled.Wanted wanted) {
    Comparator<T> by = known.get(wanted.by());
    if (by == null) {
      return since;
    }
    return (wanted.down() ? by.reversed() : by).thenComparing(since);
  }
}
