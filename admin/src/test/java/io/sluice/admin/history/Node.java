package io.sluice.admin.history;

import io.sluice.admin.figures.Figures;
import io.sluice.gateway.view.ConnectionView;
import io.sluice.gateway.view.ConnectionView.ConsumerView;
import io.sluice.gateway.view.ConnectionView.ProducerView;
import io.sluice.gateway.view.ConnectionView.ThrottleView;
import io.sluice.gateway.view.GroupView;
import io.sluice.gateway.view.RampView;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.TopicName;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A node that does what a test says, and its history. Time is moved by looks. */
final class Node {

  static final Instant START = Instant.parse("2026-01-02T03:00:00Z");

  Policies policies = Policies.NONE;
  Map<PolicyKey, RampView> ramps = Map.of();
  final Map<String, GroupView> groups = new HashMap<>();
  final List<ProducerView> producers = new ArrayList<>();
  final List<ConsumerView> consumers = new ArrayList<>();
  final History history = new History(
      () -> policies,
      () -> ramps,
      new Groups(
          () -> List.copyOf(groups.keySet()),
          name -> Optional.ofNullable(groups.get(name)),
          () -> Map.of("a", "node a", "b", "node b")));

  private final long offset;
  private Figures.@Nullable Look last;
  long nanos;

  Node() {
    this(0);
  }

  /** One whose clock began at any reading. */
  Node(long offset) {
    this.offset = offset;
  }

  /** Lets so much time pass, and looks. */
  void look(double seconds) {
    nanos += Math.round(seconds * 1e9);
    Figures.Look before = last;
    last = Figures.Look.at(
        offset + nanos,
        now(),
        List.of(new ConnectionView(
            1,
            new InetSocketAddress("10.0.0.1", 5000),
            "test",
            Optional.empty(),
            START,
            "Relaying",
            Map.of(),
            List.copyOf(producers),
            List.copyOf(consumers))));
    history.look(last.nanos(), last.time(), before == null ? null : Figures.between(before, last));
  }

  Instant now() {
    return START.plusNanos(nanos);
  }

  /** From now on this is what the producer has done so far. */
  void published(long id, String topic, long messages, long bytes) {
    put(new ProducerView(id, topic, "p" + id, messages, bytes, 0, Duration.ZERO, Optional.empty()));
  }

  /** From now on the producer is throttled, with so many bytes held. */
  void held(long id, String topic, Duration throttled, long heldBytes) {
    put(new ProducerView(
        id,
        topic,
        "p" + id,
        0,
        0,
        0,
        throttled,
        Optional.of(new ThrottleView(
            PublishLimit.of(1, 0), PolicyKey.DEFAULT, START, 1, heldBytes, Duration.ZERO, false))));
  }

  private void put(ProducerView producer) {
    producers.removeIf(one -> one.id() == producer.id());
    producers.add(producer);
  }

  void dispatched(long id, String topic, long messages, long bytes) {
    consumers.removeIf(one -> one.id() == id);
    consumers.add(
        new ConsumerView(id, topic, "s", "Shared", "c" + id, messages, bytes, Optional.empty()));
  }

  /** The last values of a series of a topic. */
  List<@Nullable Double> topic(String topic, String series, int count) {
    return last(history.topic(TopicName.parse(topic), now()), series, count);
  }

  List<@Nullable Double> node(String series, int count) {
    return last(history.node(now()), series, count);
  }

  static List<@Nullable Double> last(Charts charts, String series, int count) {
    List<@Nullable Double> all = charts.series().getOrDefault(series, List.of());
    return all.subList(all.size() - count, all.size());
  }
}
