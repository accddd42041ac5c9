package io.sluice.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.client.SluiceClient;
import io.sluice.client.ThrottleAware;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.Schema;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Where no producer is throttled or no client is told, all is as with Pulsar's client alone. */
@Tag("matrix")
class RoundTripTest extends EndToEnd {

  private static final String COMMANDS = "sluice_throttle_commands_total";

  @Test
  void shouldPublishAndConsume() throws Exception {
    String topic = newTopic();
    try (Consumer<String> consumer = client
            .newConsumer(Schema.STRING)
            .topic(topic)
            .subscriptionName("all")
            .subscribe();
        Producer<String> producer =
            client.newProducer(Schema.STRING).topic(topic).create()) {
      producer.newMessage().key("k").property("p", "v").value("hello").send();

      Message<String> message = consumer.receive(60, TimeUnit.SECONDS);
      consumer.acknowledge(message);

      assertThat(message.getValue()).isEqualTo("hello");
      assertThat(message.getKey()).isEqualTo("k");
      assertThat(message.getProperties()).containsEntry("p", "v");
      assertThat(ThrottleAware.of(producer).isThrottled()).isFalse();
      assertThat(ThrottleAware.of(producer).throttle()).isEmpty();
    }
  }

  @Test
  void shouldBeAsAnyClientAtABroker() throws Exception {
    String topic = newTopic();
    try (PulsarClient direct =
            SluiceClient.build(PulsarClient.builder().serviceUrl(TESTBED.brokerUrl()));
        Producer<String> producer =
            direct.newProducer(Schema.STRING).topic(topic).create()) {
      awaitAll(sendAll(producer, 0, 1000));

      assertThat(ThrottleAware.of(producer).isThrottled()).isFalse();
    }
    assertThat(read(topic, 1000)).isEqualTo(numbers(0, 1000));
  }

  @Test
  void shouldSayNothingToAClientThatWouldNotUnderstand() throws Exception {
    String topic = newTopic();
    TESTBED.limit(topic, LIMIT);
    double commands = TESTBED.metric(COMMANDS);
    try (PulsarClient stock =
            PulsarClient.builder().serviceUrl(TESTBED.serviceUrl()).build();
        Producer<String> producer =
            stock.newProducer(Schema.STRING).topic(topic).enableBatching(false).create()) {
      assertThatIllegalArgumentException().isThrownBy(() -> ThrottleAware.of(producer));
      var sent = sendAll(producer, 0, 3 * LIMIT);
      await(() -> TESTBED.heldBytes() > 0);
      lift(topic);
      awaitAll(sent);
    }
    assertThat(TESTBED.metric(COMMANDS)).isEqualTo(commands);
    assertThat(read(topic, 3 * LIMIT)).isEqualTo(numbers(0, 3 * LIMIT));
  }
}
