package io.sluice.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.sluice.client.SluiceClient;
import java.util.List;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.Schema;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How long a topic's producers were throttled, among the client's own metrics. */
@Tag("matrix")
class MetricsTest extends EndToEnd {

  @Test
  void shouldMeasureHowLongATopicWasThrottled() throws Exception {
    String topic = newTopic();
    InMemoryMetricReader metrics = InMemoryMetricReader.create();
    try (SdkMeterProvider meters =
            SdkMeterProvider.builder().registerMetricReader(metrics).build();
        PulsarClient measured = SluiceClient.build(PulsarClient.builder()
            .serviceUrl(TESTBED.serviceUrl())
            .openTelemetry(OpenTelemetrySdk.builder().setMeterProvider(meters).build()))) {
      overdraw(topic);
      try (Producer<String> producer =
          throttled(measured.newProducer(Schema.STRING).topic(topic))) {
        lift(topic);
        producer.send("after the pause");
        List<MetricData> throttled = metrics.collectAllMetrics().stream()
            .filter(metric -> metric.getName().equals("pulsar.client.producer.throttled_times"))
            .toList();

        assertThat(throttled).hasSize(1);
        assertThat(throttled.get(0).getData().getPoints())
            .singleElement()
            .satisfies(point -> assertThat(
                    point.getAttributes().asMap().values().stream().map(Object::toString))
                .contains(topic));
      }
    }
  }
}
