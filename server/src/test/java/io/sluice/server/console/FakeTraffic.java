package io.sluice.server.console;

import io.sluice.gateway.view.ConnectionView;
import io.sluice.gateway.view.ConnectionView.ConsumerView;
import io.sluice.gateway.view.ConnectionView.ProducerView;
import io.sluice.gateway.view.ConnectionView.ThrottleView;
import io.sluice.gateway.view.ConnectionView.WithheldView;
import io.sluice.gateway.view.PauseReason;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Connections as a gateway would show them, of as many topics as wanted: each with a producer and a consumer
 * that have had more whenever one looks. Every {@value #THROTTLED_EVERY}th waits; some connections are paused.
 */
final class FakeTraffic {

  static final String NAMESPACE = "acme/orders";

  static final int THROTTLED_EVERY = 10;

  /** What each topic of the namespace may publish in a second; those that wait do. */
  static final int LIMIT = 100;

  private static final int PER_CONNECTION = 50;
  private static final int MESSAGE_BYTES = 512;
  private static final int FASTEST = 97;

  private final Instant start = Instant.now();
  private final List<String> topics;

  /** The hostile ones first. */
  static FakeTraffic ofTopics(int topicCount) {
    return new FakeTraffic(Stream.concat(
            HostileNames.ALL.stream(), IntStream.range(0, topicCount).mapToObj(i -> "topic-" + i))
        .limit(topicCount)
        .toList());
  }

  FakeTraffic(List<String> localNames) {
    topics = localNames.stream()
        .map(name -> "persistent://" + NAMESPACE + "/" + name)
        .toList();
  }

  List<String> topics() {
    return topics;
  }

  List<ConnectionView> connections() {
    Duration elapsed = Duration.between(start, Instant.now());
    return IntStream.range(0, (topics.size() + PER_CONNECTION - 1) / PER_CONNECTION)
        .mapToObj(i -> connection(i, elapsed))
        .toList();
  }

  private ConnectionView connection(int index, Duration elapsed) {
    int first = index * PER_CONNECTION;
    int end = Math.min(topics.size(), first + PER_CONNECTION);
    return new ConnectionView(
        index,
        new InetSocketAddress("10.1.2." + index % 256, 40000 + index),
        "Pulsar-Java-v4.2.4",
        Optional.empty(),
        start,
        "Relaying",
        paused(index),
        IntStream.range(first, end).mapToObj(i -> producer(i, elapsed)).toList(),
        IntStream.range(first, end).mapToObj(i -> consumer(i, elapsed)).toList());
  }

  /** The first few, each for another reason. */
  private Map<PauseReason, Instant> paused(int index) {
    PauseReason[] reasons = PauseReason.values();
    return index < reasons.length ? Map.of(reasons[index], start.minusSeconds(90)) : Map.of();
  }

  private ProducerView producer(int index, Duration elapsed) {
    long messages = messages(index, elapsed);
    boolean waits = index % THROTTLED_EVERY == 0;
    return new ProducerView(
        index,
        topics.get(index),
        producerName(topics.get(index)),
        messages,
        messages * MESSAGE_BYTES,
        1,
        waits ? elapsed : Duration.ZERO,
        waits ? Optional.of(throttle(index, elapsed)) : Optional.empty());
  }

  private static String producerName(String topic) {
    String name = topic.substring(topic.lastIndexOf('/') + 1);
    return name + (HostileNames.ALL.contains(name) ? "</script>" : "-writer");
  }

  private ThrottleView throttle(int index, Duration elapsed) {
    boolean told = index % (2 * THROTTLED_EVERY) == 0;
    return new ThrottleView(
        PublishLimit.of(LIMIT, 0),
        index == 0 ? PolicyKey.topic(topics.get(0)) : PolicyKey.namespace(NAMESPACE),
        start.minusSeconds(index),
        told ? 0 : 20 + index,
        told ? 0 : (20L + index) * MESSAGE_BYTES,
        elapsed,
        told);
  }

  private ConsumerView consumer(int index, Duration elapsed) {
    long messages = messages(index, elapsed) / 2;
    boolean waits = index % THROTTLED_EVERY == 1;
    return new ConsumerView(
        index,
        topics.get(index),
        "sub-" + index,
        "Shared",
        "c" + index,
        messages,
        messages * MESSAGE_BYTES,
        waits
            ? Optional.of(
                new WithheldView(500, PolicyKind.GROUP, new PolicyKey.Group(FakeNode.GROUP), start))
            : Optional.empty());
  }

  private static long messages(int index, Duration elapsed) {
    return rate(index) * elapsed.toMillis() / 1000;
  }

  private static long rate(int index) {
    return index % THROTTLED_EVERY == 0 ? LIMIT : 1L + index % FASTEST;
  }
}
