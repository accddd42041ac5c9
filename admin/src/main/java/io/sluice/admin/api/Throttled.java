package io.sluice.admin.api;

import io.sluice.admin.figures.DisplayNames;
import io.sluice.gateway.view.ConnectionView;
import io.sluice.gateway.view.ConnectionView.ThrottleView;
import io.sluice.gateway.view.ConnectionView.WithheldView;
import io.sluice.policy.json.PolicyJson;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer of {@code /throttled}: the producers, consumers and connections that are throttled on this node now.
 * Topics have their full names.
 *
 * @param node the name of the node
 * @param totals the totals of all items that match, on this page or not
 * @param producers the producers that wait for a limit of their topic or group
 * @param consumers the consumers whose permits are withheld because of a limit
 * @param connections the connections that the node does not read now
 */
record Throttled(
    String node,
    Totals totals,
    List<ThrottledProducer> producers,
    List<WithheldConsumer> consumers,
    List<PausedConnection> connections) {

  /** How many items match, and how much the node holds of these producers. */
  record Totals(int producers, int consumers, int connections, long heldFrames, long heldBytes) {}

  /**
   * A producer that waits for a limit.
   *
   * @param limit the limit
   * @param origin the target whose policy sets the limit
   * @param rampFactor which part of the limit holds now; missing if all of it does
   * @param since when the producer began to wait
   * @param heldFrames how many of the producer's frames the node holds
   * @param heldBytes the size of these frames
   * @param oldestMillis for how long the oldest of them has waited
   * @param told whether the client is aware of throttling, so that the node notifies it
   */
  record ThrottledProducer(
      String topic,
      String producer,
      String client,
      long connection,
      Record limit,
      String origin,
      @Nullable Double rampFactor,
      String since,
      int heldFrames,
      long heldBytes,
      long oldestMillis,
      boolean told) {}

  /**
   * A consumer that waits for a limit.
   *
   * @param kind the kind of the limit
   * @param origin the target whose policy sets the limit
   * @param since when the consumer began to wait
   * @param withheldPermits how many of the consumer's permits the node withholds from the broker
   */
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

  /** A connection that the node does not read now. */
  record PausedConnection(String client, long connection, List<Reason> reasons) {}

  /** Why the node does not read a connection, and since when. */
  record Reason(String reason, String since) {}

  /**
   * Which items a caller asks for, and in which order.
   *
   * @param contains a text that has to be in the topic, the name of the producer or consumer, the subscription
   *     or the client
   * @param by the field to sort by: one of {@link Waiting#BY}
   * @param down whether the order is descending
   * @param page the part of the items to show
   */
  record Wanted(String contains, String by, boolean down, Page page) {}

  /** Selects the items from all connections of the node. */
  static Throttled of(String node, List<ConnectionView> all, LimitsNow limits, Wanted wanted) {
    List<Waiting.Producer> producers = Waiting.producers(all, wanted);
    List<Waiting.Consumer> consumers = Waiting.consumers(all, wanted);
    List<ConnectionView> connections = Waiting.connections(all, wanted);
    Page page = wanted.page;
    return new Throttled(
        node,
        new Totals(
            producers.size(),
            consumers.size(),
            connections.size(),
            producers.stream().mapToLong(each -> each.throttle().heldFrames()).sum(),
            producers.stream().mapToLong(each -> each.throttle().heldBytes()).sum()),
        page.of(producers).stream().map(each -> throttled(each, limits)).toList(),
        page.of(consumers).stream().map(Throttled::withheld).toList(),
        page.of(connections).stream().map(Throttled::paused).toList());
  }

  private static ThrottledProducer throttled(Waiting.Producer each, LimitsNow limits) {
    ThrottleView throttle = each.throttle();
    return new ThrottledProducer(
        each.topic(),
        each.producer().name(),
        each.client(),
        each.connection().id(),
        PolicyJson.of(throttle.limit()),
        throttle.origin().toString(),
        limits.rampFactor(throttle.origin()).map(TopItems::part).orElse(null),
        throttle.since().toString(),
        throttle.heldFrames(),
        throttle.heldBytes(),
        throttle.oldest().toMillis(),
        throttle.aware());
  }

  private static WithheldConsumer withheld(Waiting.Consumer each) {
    WithheldView withheld = each.withheld();
    return new WithheldConsumer(
        each.topic(),
        each.consumer().subscription(),
        each.consumer().name(),
        each.client(),
        each.connection().id(),
        withheld.kind().name(),
        withheld.origin().toString(),
        withheld.since().toString(),
        withheld.permits());
  }

  private static PausedConnection paused(ConnectionView connection) {
    return new PausedConnection(
        DisplayNames.client(connection.client()),
        connection.id(),
        connection.paused().entrySet().stream()
            .sorted(Map.Entry.comparingByValue())
            .map(paused -> new Reason(paused.getKey().label(), paused.getValue().toString()))
            .toList());
  }
}
