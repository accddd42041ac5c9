package io.sluice.client;

import static io.opentelemetry.sdk.testing.assertj.OpenTelemetryAssertions.assertThat;
import static io.opentelemetry.sdk.testing.assertj.OpenTelemetryAssertions.equalTo;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ThrottledTimeMetricTest {

  private final ManualTime time = new ManualTime();

  @Test
  void shouldCountForEachReasonAndTopicHowLongItWas() {
    InMemoryMetricReader reader = InMemoryMetricReader.create();
    try (SdkMeterProvider meters =
            SdkMeterProvider.builder().registerMetricReader(reader).build();
        OpenTelemetrySdk sdk =
            OpenTelemetrySdk.builder().setMeterProvider(meters).build()) {
      ProducerThrottle throttle =
          new ProducerThrottle("topic", time.clock(), new ThrottledTimeMetric(sdk));
      throttle(throttle, ThrottleReason.TOPIC_QUOTA);
      time.advanceMillis(1_000);
      throttle.count(time.nanos());
      time.advanceMillis(500);
      throttle(throttle, ThrottleReason.RESOURCE_GROUP_QUOTA);
      time.advanceMillis(250);
      throttle.resumed(time.nanos());
      time.advanceMillis(9_000);
      throttle.resumed(time.nanos());
      AttributeKey<String> reason = AttributeKey.stringKey("reason");
      AttributeKey<String> topic = AttributeKey.stringKey("topic");
      assertThat(reader.collectAllMetrics()).singleElement().satisfies(metric -> assertThat(metric)
          .hasName("pulsar.client.producer.throttled_times")
          .hasUnit("s")
          .hasDoubleSumSatisfying(sum -> sum.isMonotonic()
              .hasPointsSatisfying(
                  point -> point
                      .hasValue(1.5)
                      .hasAttributesSatisfyingExactly(
                          equalTo(reason, "topic_quota"), equalTo(topic, "topic")),
                  point -> point
                      .hasValue(0.25)
                      .hasAttributesSatisfyingExactly(
                          equalTo(reason, "resource_group_quota"), equalTo(topic, "topic")))));
    }
  }

  private void throttle(ProducerThrottle throttle, ThrottleReason reason) {
    throttle.throttled(reason, true, time.nanos(), time.nanos() + TimeUnit.SECONDS.toNanos(9));
  }
}
