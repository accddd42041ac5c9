package io.sluice.admin.api;

import io.sluice.gateway.ConnectionView;
import io.sluice.gateway.ConnectionView.ConsumerView;
import io.sluice.gateway.ConnectionView.ProducerView;
import io.sluice.gateway.ConnectionView.ThrottleView;
import io.sluice.gateway.ConnectionView.WithheldView;
import io.sluice.policy.json.PolicyJson;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Who has to wait on this node now. Those who have waited for longest come first.
 *
 * @param node which node that is
 * @param totals of all that was asked for, whatever part of it is shown
 * @param producers those whose frames wait for the limits of their topics or groups
 * @param consumers those that would take more than is dispatched to them
 * @param connections those that are not read
 */
record Throttled(
    String node,
    Totals totals,
    List<HeldProducer> producers,
    List<WithheldConsumer> consumers,
    List<PausedConnection> connections) {

  /** How many there are, and how much of theirs waits. */
  record Totals(int producers, int consumers, int connections, long heldFrames, long heldBytes) {}

  /** A producer whose frames wait. */
  record HeldProducer(
      String topic,
      String producer,
      String client,
      long connection,
      Record limit,
      String origin,
      String since,
      int heldFrames,
      long heldBytes,
      long oldestMillis) {}

  /** A consumer that waits, and for which kind of limit and whose policy. */
  record WithheldConsumer(
      String topic,
      String subscription,
      String consumer,
      String client,
      long connection,
      String kind,
      String origin,
      String since,
      long withheldPermits) {}

  /** A connection that is not read. */
  record PausedConnection(String client, long connection, List<Reason> reasons) {}

  /** Why, and since when. */
  record Reason(String reason, String since) {}

  /**
   * Picks them out of everybody.
   *
   * @param part what the topic, the producer's or consumer's name, the subscription or the client has to
   *     contain
   */
  static Throttled of(String node, List<ConnectionView> all, String part, Page page) {
    List<HeldProducer> producers = all.stream()
        .flatMap(connection -> connection.producers().stream()
            .flatMap(producer ->
                producer.throttle().stream().map(throttle -> held(connection, producer, throttle))))
        .filter(held ->
            held.topic.contains(part) || held.producer.contains(part) || held.client.contains(part))
        .sorted(Comparator.comparingLong(HeldProducer::oldestMillis)
            .reversed()
            .thenComparing(HeldProducer::topic)
            .thenComparing(HeldProducer::connection))
        .toList();
    List<WithheldConsumer> consumers = all.stream()
        .flatMap(connection -> connection.consumers().stream()
            .flatMap(consumer -> consumer.withheld().stream()
                .map(withheld -> withheld(connection, consumer, withheld))))
        .filter(withheld -> Stream.of(
                withheld.topic, withheld.subscription, withheld.consumer, withheld.client)
            .anyMatch(name -> name.contains(part)))
        .sorted(Comparator.comparing(WithheldConsumer::since)
            .thenComparing(WithheldConsumer::topic)
            .thenComparing(WithheldConsumer::connection))
        .toList();
    List<PausedConnection> connections = all.stream()
        .filter(connection -> !connection.paused().isEmpty())
        .filter(connection -> text(connection.client()).contains(part)
            || connection.producers().stream()
                .anyMatch(producer ->
                    producer.topic().contains(part) || producer.name().contains(part)))
        .sorted(Comparator.comparing((ConnectionView connection) -> earliest(connection.paused()))
            .thenComparing(ConnectionView::id))
        .map(Throttled::paused)
        .toList();
    return new Throttled(
        node,
        new Totals(
            producers.size(),
            consumers.size(),
            connections.size(),
            producers.stream().mapToLong(HeldProducer::heldFrames).sum(),
            producers.stream().mapToLong(HeldProducer::heldBytes).sum()),
        page.of(producers),
        page.of(consumers),
        page.of(connections));
  }

  private static Instant earliest(Map<?, Instant> paused) {
    return paused.values().stream().min(Comparator.naturalOrder()).orElse(Instant.MAX);
  }

  private static HeldProducer held(
      ConnectionView connection, ProducerView producer, ThrottleView throttle) {
    return new HeldProducer(
        producer.topic(),
        producer.name(),
        text(connection.client()),
        connection.id(),
        PolicyJson.of(throttle.limit()),
        throttle.origin().toString(),
        throttle.since().toString(),
        throttle.heldFrames(),
        throttle.heldBytes(),
        throttle.oldest().toMillis());
  }

  private static WithheldConsumer withheld(
      ConnectionView connection, ConsumerView consumer, WithheldView withheld) {
    return new WithheldConsumer(
        consumer.topic(),
        consumer.subscription(),
        consumer.name(),
        text(connection.client()),
        connection.id(),
        withheld.kind().name(),
        withheld.origin().toString(),
        withheld.since().toString(),
        withheld.permits());
  }

  private static PausedConnection paused(ConnectionView connection) {
    return new PausedConnection(
        text(connection.client()),
        connection.id(),
        connection.paused().entrySet().stream()
            .sorted(Map.Entry.comparingByValue())
            .map(paused -> new Reason(paused.getKey().label(), paused.getValue().toString()))
            .toList());
  }

  /** An address as clients' logs have it. */
  static String text(InetSocketAddress address) {
    String host =
        address.isUnresolved() ? address.getHostString() : address.getAddress().getHostAddress();
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
  }
}
