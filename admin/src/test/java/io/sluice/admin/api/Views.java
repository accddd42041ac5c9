package io.sluice.admin.api;

import io.sluice.gateway.view.ConnectionView;
import io.sluice.gateway.view.ConnectionView.ConsumerView;
import io.sluice.gateway.view.ConnectionView.ProducerView;
import io.sluice.gateway.view.ConnectionView.ThrottleView;
import io.sluice.gateway.view.ConnectionView.WithheldView;
import io.sluice.gateway.view.GroupView;
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
import java.util.stream.Stream;

/** Connections as a gateway would show them. */
final class Views {

  static final Instant SINCE = Instant.parse("2026-01-02T03:04:05Z");

  private Views() {}

  static ConnectionView connection(long id, ProducerView... producers) {
    return connection(id, Map.of(), producers);
  }

  static ConnectionView connection(
      long id, Map<PauseReason, Instant> paused, ProducerView... producers) {
    return new ConnectionView(
        id,
        new InetSocketAddress("10.0.0." + id, 5000),
        "test",
        Optional.empty(),
        SINCE,
        "Relaying",
        paused,
        List.of(producers),
        List.of());
  }

  /** One with a consumer that waits for its group, one that does not, and others. */
  static ConnectionView consuming(long id, String topic, ConsumerView... others) {
    ConsumerView waiting = new ConsumerView(
        2,
        topic,
        "slow",
        "Shared",
        "c2",
        0,
        0,
        Optional.of(new WithheldView(500, PolicyKind.GROUP, new PolicyKey.Group("gold"), SINCE)));
    return consumers(
        id,
        Stream.concat(
                Stream.of(
                    new ConsumerView(9, topic, "fast", "Shared", "c9", 0, 0, Optional.empty()),
                    waiting),
                Stream.of(others))
            .toList());
  }

  static ConnectionView consumers(long id, List<ConsumerView> consumers) {
    ConnectionView none = connection(id);
    return new ConnectionView(
        id,
        none.client(),
        none.clientVersion(),
        none.broker(),
        none.since(),
        none.state(),
        Map.of(),
        List.of(),
        consumers);
  }

  /** One that was sent so much, and does not wait. */
  static ConsumerView consumer(long id, String topic, long messages, long bytes) {
    return new ConsumerView(
        id, topic, "fast", "Shared", "c" + id, messages, bytes, Optional.empty());
  }

  static ProducerView producer(long id, String topic, long messages, long bytes) {
    return producer(id, topic, messages, bytes, Duration.ZERO);
  }

  static ProducerView producer(
      long id, String topic, long messages, long bytes, Duration throttled) {
    return new ProducerView(id, topic, "p" + id, messages, bytes, 0, throttled, Optional.empty());
  }

  /** One that waits now, with two frames per second of waiting. */
  static ProducerView held(long id, String topic, Duration throttled) {
    return new ProducerView(
        id,
        topic,
        "p" + id,
        0,
        0,
        0,
        throttled,
        Optional.of(new ThrottleView(
            PublishLimit.of(10, 0),
            PolicyKey.topic(topic),
            SINCE,
            (int) throttled.toSeconds() * 2,
            throttled.toMillis(),
            throttled,
            false)));
  }

  /** One whose members publish with a share of messages, one waiting, and are sent nothing; also elsewhere. */
  static GroupView group(int nodes, double shareOfMessages) {
    double none = Double.POSITIVE_INFINITY;
    return new GroupView(
        nodes,
        true,
        new GroupView.Part(shareOfMessages, 50, shareOfMessages, none, 1),
        new GroupView.Part(0, 0, none, none, 0),
        List.of(
            new GroupView.NodeUse(
                "id-1",
                new GroupView.Use(shareOfMessages, 50, shareOfMessages, none, true),
                new GroupView.Use(0, 0, none, none, false)),
            new GroupView.NodeUse(
                "id-2",
                new GroupView.Use(5, 60, 2 * shareOfMessages, none, false),
                new GroupView.Use(0, 0, none, none, false))));
  }
}
