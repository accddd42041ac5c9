package io.sluice.client;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleCounter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The metric {@code pulsar.client.producer.throttled_times}: for how many seconds producers were throttled, by
 * {@code reason} and {@code topic} (of a partitioned topic, the partition's). Of a throttle that goes on it is
 * counted at least once per second.
 */
final class ThrottledTimeMetric {

  private static final AttributeKey<String> REASON = AttributeKey.stringKey("reason");
  private static final AttributeKey<String> TOPIC = AttributeKey.stringKey("topic");

  private final DoubleCounter counter;

  /** On what the client was configured with; if that is nothing, on the global one, as the client itself does. */
  ThrottledTimeMetric(@Nullable OpenTelemetry configured) {
    OpenTelemetry openTelemetry = configured == null ? GlobalOpenTelemetry.get() : configured;
    counter = openTelemetry
        .getMeter("io.sluice.client")
        .counterBuilder("pulsar.client.producer.throttled_times")
        .ofDoubles()
        .setUnit("s")
        .setDescription("For how long producers were throttled")
        .build();
  }

  void add(String topic, ThrottleReason reason, long nanos) {
    counter.add(
        nanos / 1e9, Attributes.of(REASON, reason.name().toLowerCase(Locale.ROOT), TOPIC, topic));
  }
}
