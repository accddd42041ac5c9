package io.sluice.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.SubscriptionInitialPosition;
import org.apache.pulsar.client.api.SubscriptionType;

/**
 * Clients of one node: a producer to one topic and a consumer of another, which is fed beside the node.
 * Both want as much as they can get, or so much per second.
 */
final class NodeLoad implements AutoCloseable {

  private static final int BYTES = 100;
  private static final int UNDER_WAY = 100;
  private static final int FEEDS_PER_SECOND = 20;

  /** What is fed for those who want as much as they can get. */
  private static final double PLENTY = 500;

  private final AtomicLong published = new AtomicLong();
  private final AtomicLong received = new AtomicLong();
  private final List<Future<?>> timed = new ArrayList<>();
  private final byte[] message;
  private final PulsarClient client;
  private final Producer<byte[]> producer;
  private final Producer<byte[]> feed;

  /** With topics of its own. */
  NodeLoad(String serviceUrl, String name, PulsarClient beside) throws PulsarClientException {
    this(serviceUrl, name, BYTES, beside);
  }

  /** With topics of its own, and messages with so many bytes of payload. */
  NodeLoad(String serviceUrl, String name, int bytes, PulsarClient beside)
      throws PulsarClientException {
    this(serviceUrl, name + "-published", name + "-dispatched", bytes, beside);
  }

  NodeLoad(String serviceUrl, String published, String dispatched, PulsarClient beside)
      throws PulsarClientException {
    this(serviceUrl, published, dispatched, BYTES, beside);
  }

  private NodeLoad(
      String serviceUrl, String published, String dispatched, int bytes, PulsarClient beside)
      throws PulsarClientException {
    message = new byte[bytes];
    client = PulsarClient.builder().serviceUrl(serviceUrl).build();
    producer = producer(client, published);
    var unused = client
        .newConsumer()
        .topic(dispatched)
        .subscriptionName("all")
        .subscriptionType(SubscriptionType.Shared)
        .subscriptionInitialPosition(SubscriptionInitialPosition.Earliest)
        .receiverQueueSize(UNDER_WAY)
        .messageListener((from, given) -> {
          received.incrementAndGet();
          var unusedAck = from.acknowledgeAsync(given);
        })
        .subscribe();
    feed = producer(beside, dispatched);
  }

  private static Producer<byte[]> producer(PulsarClient through, String topic)
      throws PulsarClientException {
    return through
        .newProducer()
        .topic(topic)
        .enableBatching(false)
        .sendTimeout(0, TimeUnit.SECONDS)
        .create();
  }

  /** Begins to want as much as there is. */
  void wantAll(ScheduledExecutorService timer) {
    feed(timer, PLENTY);
    for (int i = 0; i < UNDER_WAY; i++) {
      publishOn();
    }
  }

  /** Begins to want so much per second. */
  void want(ScheduledExecutorService timer, double perSecond) {
    feed(timer, perSecond);
    timed.add(timer.scheduleAtFixedRate(
        () -> {
          var unusedSend = publish();
        },
        0,
        (long) (1e9 / perSecond),
        TimeUnit.NANOSECONDS));
  }

  private void publishOn() {
    var unused = publish().thenRun(this::publishOn);
  }

  private CompletableFuture<MessageId> publish() {
    return producer.sendAsync(message).whenComplete((id, fault) -> {
      if (fault == null) {
        published.incrementAndGet();
      }
    });
  }

  private void feed(ScheduledExecutorService timer, double perSecond) {
    timed.add(timer.scheduleAtFixedRate(
        () -> {
          for (int i = 0; i < Math.max(1, perSecond / FEEDS_PER_SECOND); i++) {
            var unusedSend = feed.sendAsync(message);
          }
        },
        0,
        (long) (1e9 / Math.min(perSecond, FEEDS_PER_SECOND)),
        TimeUnit.NANOSECONDS));
  }

  long published() {
    return published.get();
  }

  long received() {
    return received.get();
  }

  /** At once: its node may be gone. */
  @Override
  public void close() throws PulsarClientException {
    timed.forEach(task -> task.cancel(false));
    client.shutdown();
  }
}
