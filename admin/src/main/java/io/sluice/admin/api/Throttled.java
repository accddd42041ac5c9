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
 * The producers, consumers and connections that have to wait on this node now, as JSON. Topics have their
 * full names.
 *
 * @param node which node that is
 * @param totals of all that was asked for, whatever part of it is shown
 * @param producers those whose frames wait for the limits of their topics or groups
 * @param consumers those whose permits are withheld for a limit
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

  /** A producer whose frames wait, how much of the limit holds if a ramp rises, and whether its client is notified. */
  record HeldProducer(
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
   * Which of them, and in which order.
   *
   * @param contains what the topic, the producer's or consumer's name, the subscription or the client has to
   *     contain
   * @param by what they are sorted by: one of {@link Waiting#BY}
   * @param down whether what is most comes first
   */
  record Wanted(String contains, String by, boolean down, Page page) {}

  /** Picks them out of all connections. */
  static Throttled of(String node, List<ConnectionView> all, LimitsNow limits, Wanted wanted) {
    List<Waiting.Held> producers = Waiting.producers(all, wanted);
    List<Waiting.Withheld> consumers = Waiting.consumers(all, wanted);
    List<ConnectionView> connections = Waiting.connections(all, wanted);
    Page page = wanted.page;
    return new Throttled(
        node,
        new Totals(
            producers.size(),
            consumers.size(),
            connections.size(),
            producers.stream().mapToLong(held -> held.throttle().heldFrames()).sum(),
            producers.stream().mapToLong(held -> held.throttle().heldBytes()).sum()),
        page.of(producers).stream().map(each -> held(each, limits)).toList(),
        page.of(consumers).stream().map(Throttled::withheld).toList(),
        page.of(connections).stream().map(Throttled::paused).toList());
  }

  private static HeldProducer held(Waiting.Held held, LimitsNow limits) {
    ThrottleView throttle = held.throttle();
    return new HeldProducer(
        held.topic(),
        held.producer().name(),
        held.client(),
        held.connection().id(),
        PolicyJson.of(throttle.limit()),
        throttle.origin().toString(),
        limits.rampFactor(throttle.origin()).map(TopItems::part).orElse(null),
        throttle.since().toString(),
        throttle.heldFrames(),
        throttle.heldBytes(),
        throttle.oldest().toMillis(),
        throttle.told());
  }

  private static WithheldConsumer withheld(Waiting.Withheld each) {
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
