package io.sluice.cli;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.SubscriptionInitialPosition;
import org.apache.pulsar.client.api.SubscriptionType;

/** Stock clients of one node: producers and consumers of many topics, which want as much as they can get. */
final class NodeClients implements AutoCloseable {

  private static final int READ_AHEAD = 50;

  private final PulsarClient client;
  private final List<Producer<byte[]>> producers = new CopyOnWriteArrayList<>();
  private final List<Consumer<byte[]>> consumers = new CopyOnWriteArrayList<>();

  NodeClients(PulsarClient client) {
    this.client = client;
  }

  /** Adds a producer with so many messages under way, and counts those that were accepted. */
  void push(String topic, int bytes, int underWay, LongAdder accepted)
      throws PulsarClientException {
    Producer<byte[]> producer = client
        .newProducer()
        .topic(topic)
        .enableBatching(false)
        .sendTimeout(0, TimeUnit.SECONDS)
        .create();
    producers.add(producer);
    byte[] message = new byte[bytes];
    for (int i = 0; i < underWay; i++) {
      pushOn(producer, message, accepted);
    }
  }

  private void pushOn(Producer<byte[]> producer, byte[] message, LongAdder accepted) {
    var unused = producer.sendAsync(message).thenRun(() -> {
      accepted.increment();
      pushOn(producer, message, accepted);
    });
  }

  /** Adds a consumer, and counts the messages that it is given. */
  void consume(String topic, LongAdder received) throws PulsarClientException {
    consumers.add(client
        .newConsumer()
        .topic(topic)
        .subscriptionName("all")
        .subscriptionType(SubscriptionType.Shared)
        .subscriptionInitialPosition(SubscriptionInitialPosition.Earliest)
        .receiverQueueSize(READ_AHEAD)
        .messageListener((from, message) -> {
          received.increment();
          var unused = from.acknowledgeAsync(message);
        })
        .subscribe());
  }

  /** All of them leave, and say so, behind what they have under way. */
  void leave() {
    for (Producer<byte[]> producer : producers) {
      var unused = producer.closeAsync();
    }
    for (Consumer<byte[]> consumer : consumers) {
      var unused = consumer.closeAsync();
    }
    producers.clear();
    consumers.clear();
  }

  /** At once: the node may be gone. */
  @Override
  public void close() throws PulsarClientException {
    client.shutdown();
  }
}
