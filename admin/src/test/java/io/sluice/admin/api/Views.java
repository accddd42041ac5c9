package io.sluice.admin.api;

import io.sluice.gateway.ConnectionView;
import io.sluice.gateway.ConnectionView.ProducerView;
import io.sluice.gateway.ConnectionView.ThrottleView;
import io.sluice.gateway.PauseReason;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PublishLimit;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
            throttled)));
  }
}
