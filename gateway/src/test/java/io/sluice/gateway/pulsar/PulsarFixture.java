package io.sluice.gateway.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.pulsar.client.api.ClientBuilder;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.ConsumerBuilder;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.ProducerBuilder;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.Schema;
import org.apache.pulsar.client.api.SubscriptionInitialPosition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A client for each test, directly or through the gateway, and names that no other test has. */
abstract class PulsarFixture {

  private static final AtomicInteger NAMES = new AtomicInteger();
  static final int SECONDS = 30;

  final Through through;
  final String topic = "persistent://public/default/" + uniqueName();
  PulsarClient client;

  PulsarFixture(Through through) {
    this.through = through;
  }

  static String uniqueName() {
    return "test-" + NAMES.incrementAndGet();
  }

  /** Returns to work quickly, so that tests do; all else is as it comes. */
  static ClientBuilder clientBuilder(String serviceUrl) {
    return PulsarClient.builder()
        .serviceUrl(serviceUrl)
        .enableTransaction(true)
        .startingBackoffInterval(20, TimeUnit.MILLISECONDS)
        .maxBackoffInterval(500, TimeUnit.MILLISECONDS);
  }

  @BeforeEach
  void connect() throws PulsarClientException {
    client = clientBuilder(through.serviceUrl()).build();
  }

  /** Proves that the test went the way it was told, and that nothing of it stays in the gateway. */
  @AfterEach
  void disconnect() throws Exception {
    int connections = Gateways.connections(Gateways.plain()).size();
    // Its end takes two quiet seconds, for which the test need not wait.
    var unused = client.closeAsync();
    if (through == Through.DIRECT) {
      assertThat(connections).isZero();
    } else {
      // One to ask for topics, and at least one to a topic's broker.
      assertThat(connections).isGreaterThanOrEqualTo(2);
      Eventually.until(
          "the gateway forgets the client",
          () -> Gateways.connections(Gateways.plain()).isEmpty());
    }
  }

  ProducerBuilder<String> newProducer() {
    return client.newProducer(Schema.STRING).topic(topic);
  }

  /** Of a subscription that begins with the first message. */
  <T> ConsumerBuilder<T> newConsumer(Schema<T> schema) {
    return client
        .newConsumer(schema)
        .topic(topic)
        .subscriptionName("subscription")
        .subscriptionInitialPosition(SubscriptionInitialPosition.Earliest);
  }

  ConsumerBuilder<String> newConsumer() {
    return newConsumer(Schema.STRING);
  }

  static void send(Producer<String> producer, int count) throws PulsarClientException {
    for (int i = 0; i < count; i++) {
      var unused = producer.sendAsync("message-" + i);
    }
    producer.flush();
  }

  static List<String> messages(int count) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add("message-" + i);
    }
    return values;
  }

  static <T> Message<T> next(Consumer<T> consumer) throws PulsarClientException {
    Message<T> message = consumer.receive(SECONDS, TimeUnit.SECONDS);
    assertThat(message).as("the next message").isNotNull();
    return message;
  }

  /** The next messages' values, acknowledged. */
  static <T> List<T> receive(Consumer<T> consumer, int count) throws PulsarClientException {
    List<T> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Message<T> message = next(consumer);
      values.add(message.getValue());
      consumer.acknowledge(message);
    }
    return values;
  }

  /** Sends one more and sees that nothing else comes before it. */
  static void assertNothingBefore(Producer<String> producer, Consumer<String> consumer)
      throws PulsarClientException {
    producer.send("end");
    assertThat(receive(consumer, 1)).containsExactly("end");
  }
}
