package io.sluice.admin.figures;

import io.sluice.gateway.view.ConnectionView;
import io.sluice.gateway.view.ConnectionView.ConsumerView;
import io.sluice.gateway.view.ConnectionView.ProducerView;
import io.sluice.gateway.view.ConnectionView.ThrottleView;
import io.sluice.gateway.view.PauseReason;
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
 * What producers and consumers did between two looks at a node's connections, and their state at the second
 * look. Producers and consumers that were closed in between are not included. Topics have their full names.
 *
 * @param time of the second look
 * @param overSeconds how much later that was
 * @param producers each one that is open
 * @param topics each one with producers or consumers, and what these did all together
 * @param connections how many there are
 * @param paused how many of them are not read, by reason
 */
public record Figures(
    Instant time,
    double overSeconds,
    List<Producer> producers,
    Map<String, Speed> topics,
    int connections,
    Map<PauseReason, Integer> paused) {

  /** A producer, and what it did. */
  public record Producer(String topic, String name, String client, Speed speed) {}

  /**
   * One look at all connections.
   *
   * @param nanos when, by a clock of which only differences count
   * @param time when
   * @param published what each producer has done so far
   * @param dispatched what each consumer was sent so far
   * @param views the connections
   */
  public record Look(
      long nanos,
      Instant time,
      Map<Handle, ProducerView> published,
      Map<Handle, ConsumerView> dispatched,
      List<ConnectionView> views) {

    /** A look of now. */
    public static Look at(long nanos, Instant time, List<ConnectionView> views) {
      Map<Handle, ProducerView> published = new HashMap<>();
      Map<Handle, ConsumerView> dispatched = new HashMap<>();
      for (ConnectionView connection : views) {
        connection
            .producers()
            .forEach(each -> published.put(new Handle(connection.id(), each.id()), each));
        connection
            .consumers()
            .forEach(each -> dispatched.put(new Handle(connection.id(), each.id()), each));
      }
      return new Look(nanos, time, published, dispatched, views);
    }
  }

  /** Identifies a producer, or a consumer, of a connection. Each has ids of its own. */
  public record Handle(long connection, long id) {}

  /** What happened between two looks. */
  public static Figures between(Look first, Look second) {
    double seconds = (second.nanos - first.nanos) / 1e9;
    List<Producer> producers = new ArrayList<>();
    Map<String, Speed> topics = new HashMap<>();
    Map<PauseReason, Integer> paused = new EnumMap<>(PauseReason.class);
    for (ConnectionView connection : second.views) {
      connection.paused().keySet().forEach(reason -> paused.merge(reason, 1, Integer::sum));
      String client = DisplayNames.client(connection.client());
      for (ProducerView now : connection.producers()) {
        ProducerView before = first.published.get(new Handle(connection.id(), now.id()));
        String topic = DisplayNames.topic(now.topic());
        Speed speed = speed(before, now, seconds);
        producers.add(new Producer(topic, now.name(), client, speed));
        topics.merge(topic, speed, Speed::plus);
      }
      for (ConsumerView now : connection.consumers()) {
        ConsumerView before = first.dispatched.get(new Handle(connection.id(), now.id()));
        topics.merge(DisplayNames.topic(now.topic()), speed(before, now, seconds), Speed::plus);
      }
    }
    return new Figures(second.time, seconds, producers, topics, second.views.size(), paused);
  }

  /** All topics together, but not which limits they wait for: there may be as many as topics. */
  public Speed all() {
    return topics.values().stream().map(Speed::withoutLimits).reduce(Speed.ZERO, Speed::plus);
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
        0,
        0,
        throttled.toNanos() / 1e6 / seconds,
        now.throttle().map(ThrottleView::heldFrames).orElse(0),
        now.throttle().map(ThrottleView::heldBytes).orElse(0L),
        1,
        now.throttle().isPresent() ? 1 : 0,
        0,
        0,
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

  private static Speed speed(@Nullable ConsumerView seen, ConsumerView now, double seconds) {
    ConsumerView before = seen != null && isSame(seen, now) ? seen : null;
    long messages = now.messages() - (before == null ? 0 : before.messages());
    long bytes = now.bytes() - (before == null ? 0 : before.bytes());
    return new Speed(
        0,
        0,
        messages / seconds,
        bytes / seconds,
        0,
        0,
        0,
        0,
        0,
        1,
        now.withheld().isPresent() ? 1 : 0,
        now.withheld()
            .map(withheld -> Set.of(waitsFor(withheld.kind(), withheld.origin())))
            .orElse(Set.of()));
  }

  private static boolean isSame(ConsumerView before, ConsumerView now) {
    return before.topic().equals(now.topic())
        && before.subscription().equals(now.subscription())
        && before.messages() <= now.messages()
        && before.bytes() <= now.bytes();
  }
}
