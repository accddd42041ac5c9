package io.sluice.admin.api;

import io.sluice.api.NodePart;
import io.sluice.gateway.view.ConnectionView;
import io.sluice.policy.json.PolicyJson;
import io.sluice.quota.NodeSummary;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The answer of {@code /throttled}: the producers, consumers and connections that are throttled now, on this
 * node or in the whole cluster. Topics have their full names.
 *
 * @param node the name of the node that answers
 * @param totals the totals of all items that match, on this page or not
 * @param producers the producers that wait for a limit of their topic or group
 * @param consumers the consumers whose permits are withheld because of a limit
 * @param connections the connections that the node does not read now
 * @param nodes what it has of each node of the cluster; null if it is about one node alone
 */
record Throttled(
    String node,
    Totals totals,
    List<ThrottledProducer> producers,
    List<WithheldConsumer> consumers,
    List<PausedConnection> connections,
    @Nullable List<NodePart> nodes) {

  /** How many items match, and how much the node holds of these producers. */
  record Totals(int producers, int consumers, int connections, long heldFrames, long heldBytes) {}

  /**
   * A producer that waits for a limit.
   *
   * @param limit the limit; null of a producer of another node, if this node knows of no such limit
   * @param origin the target whose policy sets the limit
   * @param rampFactor which part of the limit holds now; missing if all of it does
   * @param since when the producer began to wait
   * @param heldFrames how many of the producer's frames the node holds
   * @param heldBytes the size of these frames
   * @param oldestMillis for how long the oldest of them has waited
   * @param told whether the client is aware of throttling, so that the node notifies it
   */
  record ThrottledProducer(
      String node,
      String topic,
      String producer,
      String client,
      long connection,
      @Nullable Record limit,
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
      String node,
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
  record PausedConnection(String node, String client, long connection, List<Reason> reasons) {}

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

  /** Selects the items from all connections of the node, and from what other nodes have told. */
  static Throttled of(Across across, List<ConnectionView> own, LimitsNow limits, Wanted wanted) {
    List<Waiting.Producer> producers = Waiting.producers(own, across, wanted);
    List<Waiting.Consumer> consumers = Waiting.consumers(own, across, wanted);
    List<Waiting.Connection> connections = Waiting.connections(own, across, wanted);
    Page page = wanted.page;
    return new Throttled(
        across.self(),
        new Totals(
            producers.size(),
            consumers.size(),
            connections.size(),
            producers.stream().mapToLong(Waiting.Producer::heldFrames).sum(),
            producers.stream().mapToLong(Waiting.Producer::heldBytes).sum()),
        page.of(producers).stream().map(each -> throttled(each, limits)).toList(),
        page.of(consumers).stream().map(Throttled::withheld).toList(),
        page.of(connections).stream().map(Throttled::paused).toList(),
        across.parts(Throttled::leftOut));
  }

  private static int leftOut(NodeSummary summary) {
    NodeSummary.Totals all = summary.totals();
    return Math.max(0, all.throttledProducers() - summary.throttledProducers().size())
        + Math.max(0, all.throttledConsumers() - summary.throttledConsumers().size())
        + Math.max(0, all.connections() - summary.connections().size());
  }

  private static ThrottledProducer throttled(Waiting.Producer each, LimitsNow limits) {
    Optional<Record> limit =
        Optional.ofNullable(each.limit()).or(() -> limits.publishOf(each.origin()));
    return new ThrottledProducer(
        each.node(),
        each.topic(),
        each.name(),
        each.client(),
        each.connection(),
        limit.map(PolicyJson::of).orElse(null),
        each.origin(),
        limits.rampFactor(each.origin()).map(TopItems::part).orElse(null),
        each.since().toString(),
        each.heldFrames(),
        each.heldBytes(),
        each.oldest().toMillis(),
        each.aware());
  }

  private static WithheldConsumer withheld(Waiting.Consumer each) {
    return new WithheldConsumer(
        each.node(),
        each.topic(),
        each.subscription(),
        each.name(),
        each.client(),
        each.connection(),
        each.kind(),
        each.origin(),
        each.since().toString(),
        each.permits());
  }

  private static PausedConnection paused(Waiting.Connection connection) {
    return new PausedConnection(
        connection.node(),
        connection.client(),
        connection.id(),
        connection.pauses().stream()
            .map(pause -> new Reason(pause.reason(), pause.since().toString()))
            .toList());
  }
}
