package io.sluice.server.console;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoublePredicate;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.SubscriptionInitialPosition;
import org.apache.pulsar.client.api.SubscriptionType;

/** The stock client, through a node: its producers and consumers want as much as they can get. */
final class Load implements AutoCloseable {

  private static final byte[] MESSAGE = new byte[1000];
  private static final int UNDER_WAY = 100;
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

  private final PulsarClient client;
  private final Map<String, LongAdder> published = new ConcurrentHashMap<>();

  Load(String serviceUrl) throws PulsarClientException {
    client = PulsarClient.builder().serviceUrl(serviceUrl).build();
  }

  /** Returns when the first message is sent, by the wall clock. */
  long publish(String topic, String producer) throws PulsarClientException {
    Producer<byte[]> made = client
        .newProducer()
        .topic(topic)
        .producerName(producer)
        .enableBatching(false)
        .maxPendingMessages(UNDER_WAY)
        .sendTimeout(0, TimeUnit.SECONDS)
        .create();
    LongAdder count = published.computeIfAbsent(topic, name -> new LongAdder());
    long begun = System.currentTimeMillis();
    for (int i = 0; i < UNDER_WAY; i++) {
      publishOn(made, count);
    }
    return begun;
  }

  /** Until it fails, as it does when this is closed. */
  private static void publishOn(Producer<byte[]> producer, LongAdder count) {
    var unused = producer.sendAsync(MESSAGE).thenRun(() -> {
      count.increment();
      publishOn(producer, count);
    });
  }

  /** Waits until a topic is published to at a rate, of messages per second in a second, that is as wanted. */
  void awaitRate(String topic, DoublePredicate wanted) throws InterruptedException {
    LongAdder count = requireNonNull(published.get(topic), topic);
    long deadline = System.nanoTime() + ANSWER_TIMEOUT.toNanos();
    double rate;
    do {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("the rate of " + topic + " has not become as wanted");
      }
      long before = count.sum();
      long start = System.nanoTime();
      TimeUnit.SECONDS.sleep(1); // to measure, not to wait
      rate = (count.sum() - before) * 1e9 / (System.nanoTime() - start);
    } while (!wanted.test(rate));
  }

  void consume(String topic, String subscription) throws PulsarClientException {
    var unused = client
        .newConsumer()
        .topic(topic)
        .subscriptionName(subscription)
        .subscriptionType(SubscriptionType.Shared)
        .subscriptionInitialPosition(SubscriptionInitialPosition.Earliest)
        .receiverQueueSize(UNDER_WAY)
        .messageListener((from, message) -> {
          var unusedAck = from.acknowledgeAsync(message);
        })
        .subscribe();
  }

  /** At once, whatever is under way. */
  @Override
  public void close() throws PulsarClientException {
    client.shutdown();
  }
}
