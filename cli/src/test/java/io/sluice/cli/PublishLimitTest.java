package io.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.embeddedpulsar.EmbeddedPulsar;
import io.sluice.embeddedpulsar.EmbeddedPulsarOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node, a Pulsar and a client as users have them: limits of the file hold, and can be seen. */
class PublishLimitTest {

  private static final int MESSAGES = 60;

  @TempDir
  Path folder;

  @Test
  void shouldEnforceThePoliciesOfTheFileAndShowWhatTheyDo() throws Exception {
    try (EmbeddedPulsar pulsar = EmbeddedPulsar.start(EmbeddedPulsarOptions.defaults())) {
      Path config =
          Files.writeString(folder.resolve("node.yaml"), """
          node: {limits: {publishMessages: 100000, dispatchMessages: 1000}}
          gateway:
            listen: "127.0.0.1:0"
            publish: {brokerPublisherThrottlingMaxMessageRate: 50000}
          cluster: {brokers: "%s"}
          admin: {listen: "127.0.0.1:0"}
          policies:
            topics:
              noisy: {messages: 20}
              quiet: {messages: 1000}
              shadow: {messages: 20, enforce: false}
          """.formatted(pulsar.serviceUrl()));
      try (SluiceProcess sluice =
          new SluiceProcess(folder, "server", "--config", config.toString())) {
        String gateway = sluice.await("gateway=\"\\[([^]]+)]\"");
        String admin = sluice.await("admin=\"([^\"]+)\"");

        long millis = publish("pulsar://" + gateway);

        assertThat(millis).as("60 at 20 per second, of which 20 are the burst").isGreaterThan(1900);
        assertThat(Http.get("http://" + admin + "/metrics"))
            .containsPattern(
                series("pulsar_broker_topic_publish_rate_limit_count", "noisy") + "[1-9]")
            .doesNotContainPattern(series("pulsar_broker_topic_publish_rate_limit_count", "quiet"))
            .doesNotContainPattern(series("pulsar_broker_topic_publish_rate_limit_count", "shadow"))
            .containsPattern(
                series("sluice_publish_throttled_time_seconds_total", "noisy") + "[1-9]")
            .containsPattern(series("sluice_publish_admitted_total", "noisy") + "60\\.0")
            .containsPattern(series("sluice_publish_admitted_total", "quiet") + "60\\.0")
            .containsPattern(series("sluice_publish_shadow_throttled_total", "noisy") + "0\\.0")
            .containsPattern(series("sluice_publish_shadow_throttled_total", "shadow") + "[34]\\d")
            .containsPattern(
                "sluice_publish_admitted_total\\{broker=\"[^\"]+\",limiter=\"broker\".*} 180\\.0")
            .containsPattern("sluice_publish_admitted_total\\{limiter=\"node\".*} 180\\.0")
            .containsPattern("sluice_dispatch_throttled_consumers\\{limiter=\"node\".*} 0\\.0")
            .contains(
                "sluice_publish_held_frames 0.0",
                "sluice_publish_held_bytes 0.0",
                "sluice_publish_buffer_bytes 0.0",
                "sluice_publish_held_oldest_seconds 0.0",
                "sluice_publish_refused_total 0.0",
                "sluice_publish_paused{reason=\"node_rate\"} 0.0",
                "sluice_publish_pauses_total{reason=\"held_bytes\"} 0.0",
                "sluice_publish_paused_time_seconds_total{reason=\"publish_buffer\"} 0.0");
      }
    }
  }

  /** What comes before the value, whatever the order of labels is. */
  private static String series(String metric, String topic) {
    return "(?m)^" + metric + "(_total)?\\{(?=[^}]*limiter=\"topic\")(?=[^}]*pulsar_topic=\""
        + "persistent://public/default/" + topic + "\")[^}]*} ";
  }

  /** How many milliseconds it took. */
  private static long publish(String serviceUrl) throws PulsarClientException {
    try (PulsarClient client = PulsarClient.builder().serviceUrl(serviceUrl).build()) {
      long start = System.nanoTime();
      for (String topic : new String[] {"quiet", "shadow", "noisy"}) {
        try (Producer<byte[]> producer =
            client.newProducer().topic(topic).enableBatching(false).create()) {
          for (int i = 0; i < MESSAGES; i++) {
            var unused = producer.sendAsync("message".getBytes(UTF_8));
          }
          producer.flush();
        }
      }
      return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }
  }
}
