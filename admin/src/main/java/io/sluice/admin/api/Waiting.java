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

/** Producers, consumers and connections that wait, and the orders in which they can be listed. */
final class Waiting {

  /** What producers can be sorted by; consumers and connections by the same where they have it. */
  static final List<String> BY =
      List.of("client", "heldBytes", "heldFrames", "limit", "producer", "since", "topic");

  /** A producer whose frames wait. */
  record Held(
      ConnectionView connection,
      ProducerView producer,
      ThrottleView throttle,
      String topic,
      String client) {

    private boolean contains(String part) {
      return DisplayNames.contains(part, topic, producer.name(), client);
    }
  }

  /** A consumer that waits. */
  record Withheld(
      ConnectionView connection,
      ConsumerView consumer,
      WithheldView withheld,
      String topic,
      String client) {

    private boolean contains(String part) {
      return DisplayNames.contains(part, topic, consumer.subscription(), consumer.name(), client);
    }
  }

  private static final Comparator<Held> HELD_SINCE = Comparator.<Held, Instant>comparing(
          held -> held.throttle.since())
      .thenComparing(held -> held.throttle.oldest(), Comparator.reverseOrder())
      .thenComparing(Held::topic)
      .thenComparing(held -> held.connection.id());

  private static final Map<String, Comparator<Held>> HELD = Map.of(
      "since", HELD_SINCE,
      "topic", Comparator.comparing(Held::topic),
      "producer", Comparator.comparing(held -> held.producer.name()),
      "client", Comparator.comparing(Held::client),
      "limit", Comparator.comparing(held -> held.throttle.origin().toString()),
      "heldFrames", Comparator.comparing(held -> held.throttle.heldFrames()),
      "heldBytes", Comparator.comparing(held -> held.throttle.heldBytes()));

  private static final Comparator<Withheld> WITHHELD_SINCE =
      Comparator.<Withheld, Instant>comparing(each -> each.withheld.since())
          .thenComparing(Withheld::topic)
          .thenComparing(each -> each.connection.id());

  private static final Map<String, Comparator<Withheld>> WITHHELD = Map.of(
      "since", WITHHELD_SINCE,
      "topic", Comparator.comparing(Withheld::topic),
      "producer", Comparator.comparing(each -> each.consumer.name()),
      "client", Comparator.comparing(Withheld::client),
      "limit", Comparator.comparing(each -> each.withheld.origin().toString()));

  private static final Comparator<ConnectionView> PAUSED_SINCE =
      Comparator.comparing(Waiting::earliest).thenComparing(ConnectionView::id);

  private static final Map<String, Comparator<ConnectionView>> PAUSED = Map.of(
      "since",
      PAUSED_SINCE,
      "client",
      Comparator.comparing(connection -> DisplayNames.client(connection.client())));

  private Waiting() {}

  static List<Held> producers(List<ConnectionView> all, Throttled.Wanted wanted) {
    return all.stream()
        .flatMap(connection -> connection.producers().stream()
            .flatMap(producer -> producer.throttle().stream()
                .map(throttle -> new Held(
                    connection,
                    producer,
                    throttle,
                    DisplayNames.topic(producer.topic()),
                    DisplayNames.client(connection.client())))))
        .filter(held -> held.contains(wanted.contains()))
        .sorted(order(HELD, HELD_SINCE, wanted))
        .toList();
  }

  static List<Withheld> consumers(List<ConnectionView> all, Throttled.Wanted wanted) {
    return all.stream()
        .flatMap(connection -> connection.consumers().stream()
            .flatMap(consumer -> consumer.withheld().stream()
                .map(withheld -> new Withheld(
                    connection,
                    consumer,
                    withheld,
                    DisplayNames.topic(consumer.topic()),
                    DisplayNames.client(connection.client())))))
        .filter(each -> each.contains(wanted.contains()))
        .sorted(order(WITHHELD, WITHHELD_SINCE, wanted))
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
        .sorted(order(PAUSED, PAUSED_SINCE, wanted))
        .toList();
  }

  private static Instant earliest(ConnectionView connection) {
    return connection.paused().values().stream().min(Comparator.naturalOrder()).orElse(Instant.MAX);
  }

  /** Items without what is wanted are sorted by how long they have waited, longest first. */
  private static <T> Comparator<T> order(
      Map<String, Comparator<T>> known, Comparator<T> since, Throttled.Wanted wanted) {
    Comparator<T> by = known.get(wanted.by());
    if (by == null) {
      return since;
    }
    return (wanted.down() ? by.reversed() : by).thenComparing(since);
  }
}
