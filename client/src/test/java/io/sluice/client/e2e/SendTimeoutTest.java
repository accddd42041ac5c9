package io.sluice.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.client.ProducerThrottledException;
import io.sluice.client.ThrottleAware;
import io.sluice.client.ThrottleReason;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.ProducerBuilder;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.Schema;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A message would time out before its producer may send it. */
@Tag("matrix")
class SendTimeoutTest extends EndToEnd {

  private static final int TIMEOUT_SECONDS = 5;

  private final String topic = newTopic();

  private ProducerBuilder<String> impatient() {
    return client
        .newProducer(Schema.STRING)
        .topic(topic)
        .sendTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void shouldFailAtOnceAndPublishNothingOfIt() throws Exception {
    int published = overdraw(topic);
    try (Producer<String> producer = throttled(impatient())) {
      long start = System.nanoTime();

      assertThatExceptionOfType(ProducerThrottledException.class)
          .isThrownBy(() -> producer.send("sync"))
          .satisfies(e -> assertThat(e.reason()).isEqualTo(ThrottleReason.TOPIC_QUOTA));
      assertThatExceptionOfType(ExecutionException.class)
          .isThrownBy(() -> producer.sendAsync("async").get(60, TimeUnit.SECONDS))
          .withCauseInstanceOf(ProducerThrottledException.class);
      assertThatThrownBy(() -> producer.newMessage().key("k").value("built").send())
          .isInstanceOf(ProducerThrottledException.class);

      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isLessThan(Duration.ofSeconds(TIMEOUT_SECONDS));
      lift(topic);
      await(() -> !ThrottleAware.of(producer).isThrottled());
      awaitAll(List.of(producer.sendAsync("later")));
    }
    List<String> arrived = read(topic, published + 1);
    assertThat(arrived.get(published)).isEqualTo("later");
  }

  @Test
  void shouldBeATimeoutToThoseWhoHandleThese() throws Exception {
    overdraw(topic);
    try (Producer<String> producer = throttled(impatient().enableBatching(false))) {
      boolean handled = false;
      try {
        producer.send("too late");
      } catch (PulsarClientException.TimeoutException e) {
        handled = true;
      }
      assertThat(handled).isTrue();
    }
  }
}
