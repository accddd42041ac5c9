package io.sluice.admin.api;

import io.sluice.gateway.ConnectionView;
import io.sluice.gateway.ConnectionView.ProducerView;
import io.sluice.gateway.ConnectionView.ThrottleView;
import io.sluice.policy.json.PolicyJson;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Who has to wait on this node now. Those who have waited for longest come first.
 *
 * @param node which node that is
 * @param totals of all that was asked for, whatever part of it is shown
 * @param producers those whose frames wait for their topics' limits
 * @param connections those that are not read
 */
record Throttled(
    String node, Totals totals, List<HeldProducer> producers, List<PausedConnection> connections) {

  /** How many there are, and how much of theirs waits. */
  record Totals(int producers, int connections, long heldFrames, long heldBytes) {}

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

  /** A connection that is not read. */
  record PausedConnection(String client, long connection, List<Reason> reasons) {}

  /** Why, and since when. */
  record Reason(String reason, String since) {}

  /**
   * Picks them out of everybody.
   *
   * @param part what the topic, the producer's name or the client has to contain
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
            connections.size(),
            producers.stream().mapToLong(HeldProducer::heldFrames).sum(),
            producers.stream().mapToLong(HeldProducer::heldBytes).sum()),
        page.of(producers),
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
