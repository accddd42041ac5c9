package io.sluice.admin.api;

import io.sluice.gateway.ConnectionView;
import io.sluice.gateway.ConnectionView.ProducerView;
import io.sluice.gateway.PauseReason;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What producers did between two looks at a node's connections, and how these were at the second. As
 * many as the node has, and the node bounds them. Of a producer that was closed in between nothing is
 * known any more.
 *
 * @param time of the second look
 * @param overSeconds how much later that was
 * @param producers each one that is open
 * @param consumers each one that waits now
 * @param connections how many there are
 * @param paused how many of them are not read, by reason
 */
record Figures(
    Instant time,
    double overSeconds,
    List<Producer> producers,
    List<Waiting> consumers,
    int connections,
    Map<PauseReason, Integer> paused) {

  /** A producer, and what it did. */
  record Producer(String topic, String name, String client, Speed speed) {}

  /** A consumer that waits, and for what. */
  record Waiting(String topic, String limit) {}

  /**
   * One look at all connections.
   *
   * @param nanos when, by a clock of which only differences count
   * @param time when
   * @param totals what each producer has done so far
   * @param views the connections
   */
  record Look(
      long nanos, Instant time, Map<Handle, ProducerView> totals, List<ConnectionView> views) {

    static Look at(long nanos, Instant time, List<ConnectionView> views) {
      Map<Handle, ProducerView> totals = new HashMap<>();
      views.forEach(connection -> connection
          .producers()
          .forEach(producer -> totals.put(new Handle(connection.id(), producer.id()), producer)));
      return new Look(nanos, time, totals, views);
    }

    /** What is needed for the next figures, without what is not. */
    Look forNext() {
      return new Look(nanos, time, totals, List.of());
    }
  }

  /** A producer of a connection. */
  record Handle(long connection, long producer) {}

  static Figures between(Look first, Look second) {
    double seconds = (second.nanos - first.nanos) / 1e9;
    List<Producer> producers = new ArrayList<>();
    Map<PauseReason, Integer> paused = new EnumMap<>(PauseReason.class);
    for (ConnectionView connection : second.views) {
      connection.paused().keySet().forEach(reason -> paused.merge(reason, 1, Integer::sum));
      String client = Throttled.text(connection.client());
      for (ProducerView now : connection.producers()) {
        ProducerView before = first.totals.get(new Handle(connection.id(), now.id()));
        producers.add(new Producer(now.topic(), now.name(), client, speed(before, now, seconds)));
      }
    }
    return new Figures(
        second.time, seconds, producers, waiting(second.views), second.views.size(), paused);
  }

  private static List<Waiting> waiting(List<ConnectionView> views) {
    return views.stream()
        .flatMap(connection -> connection.consumers().stream())
        .flatMap(consumer -> consumer.withheld().stream()
            .map(withheld ->
                new Waiting(consumer.topic(), waitsFor(withheld.kind(), withheld.origin()))))
        .toList();
  }

  /** Such as {@code publish: group gold}. */
  private static String waitsFor(PolicyKind<?> kind, PolicyKey origin) {
    return kind.name() + ": " + origin;
  }

  private static Speed speed(@Nullable ProducerView seen, ProducerView now, double seconds) {
    // The client may have used a producer's number again; then the new one began with nothing.
    ProducerView before = seen != null && isSame(seen, now) ? seen : null;
    long messages = now.messages() - (before == null ? 0 : before.messages());
    long bytes = now.bytes() - (before == null ? 0 : before.bytes());
    Duration throttled = now.throttled().minus(before == null ? Duration.ZERO : before.throttled());
    return new Speed(
        messages / seconds,
        bytes / seconds,
        throttled.toNanos() / 1e6 / seconds,
        now.throttle().map(ConnectionView.ThrottleView::heldFrames).orElse(0),
        now.throttle().map(ConnectionView.ThrottleView::heldBytes).orElse(0L),
        now.throttle().isPresent() ? 1 : 0,
        now.throttle()
            .map(throttle -> Set.of(waitsFor(PolicyKind.PUBLISH, throttle.origin())))
            .orElse(Set.of()));
  }

  private static boolean isSame(ProducerView before, ProducerView now) {
    return before.topic().equals(now.topic())
        && before.messages() <= now.messages()
        && before.bytes() <= now.bytes()
        && before.throttled().compareTo(now.throttled()) <= 0;
  }
}
