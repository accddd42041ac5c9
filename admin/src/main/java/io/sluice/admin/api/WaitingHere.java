package io.sluice.admin.api;

import io.sluice.admin.figures.DisplayNames;
import io.sluice.gateway.view.ConnectionView;
import io.sluice.gateway.view.ConnectionView.ConsumerView;
import io.sluice.gateway.view.ConnectionView.ProducerView;
import io.sluice.gateway.view.ConnectionView.ThrottleView;
import io.sluice.gateway.view.ConnectionView.WithheldView;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What waits on the node that answers, of which nothing is left out. */
final class WaitingHere {

  private WaitingHere() {}

  static Stream<Waiting.Producer> producers(List<ConnectionView> own, Across across) {
    return connections(own, across).flatMap(connection -> connection.producers().stream()
        .flatMap(producer -> producer.throttle().stream()
            .map(throttle -> producer(across.self(), connection, producer, throttle))));
  }

  static Stream<Waiting.Consumer> consumers(List<ConnectionView> own, Across across) {
    return connections(own, across).flatMap(connection -> connection.consumers().stream()
        .flatMap(consumer -> consumer.withheld().stream()
            .map(withheld -> consumer(across.self(), connection, consumer, withheld))));
  }

  /** @param part a text that has to be in the name of the client, or of a producer on it or its topic */
  static Stream<Waiting.Connection> connections(
      List<ConnectionView> own, Across across, String part) {
    return connections(own, across)
        .filter(connection -> !connection.paused().isEmpty())
        .filter(connection -> DisplayNames.contains(part, DisplayNames.client(connection.client()))
            || connection.producers().stream()
                .anyMatch(producer -> DisplayNames.contains(
                    part, DisplayNames.topic(producer.topic()), producer.name())))
        .map(connection -> new Waiting.Connection(
            across.self(),
            DisplayNames.client(connection.client()),
            connection.id(),
            connection.paused().entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .map(pause -> new Waiting.Pause(pause.getKey().label(), pause.getValue()))
                .toList()));
  }

  private static Stream<ConnectionView> connections(List<ConnectionView> own, Across across) {
    return across.hasSelf() ? own.stream() : Stream.empty();
  }

  private static Waiting.Producer producer(
      String node, ConnectionView connection, ProducerView producer, ThrottleView throttle) {
    return new Waiting.Producer(
        node,
        DisplayNames.topic(producer.topic()),
        producer.name(),
        DisplayNames.client(connection.client()),
        connection.id(),
        throttle.limit(),
        throttle.origin().toString(),
        throttle.since(),
        throttle.heldFrames(),
        throttle.heldBytes(),
        throttle.oldest(),
        throttle.aware());
  }

  private static Waiting.Consumer consumer(
      String node, ConnectionView connection, ConsumerView consumer, WithheldView withheld) {
    return new Waiting.Consumer(
        node,
        DisplayNames.topic(consumer.topic()),
        consumer.subscription(),
        consumer.name(),
        DisplayNames.client(connection.client()),
        connection.id(),
        withheld.kind().name(),
        withheld.origin().toString(),
        withheld.since(),
        withheld.permits());
  }
}
