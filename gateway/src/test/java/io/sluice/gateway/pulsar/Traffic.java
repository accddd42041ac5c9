package io.sluice.gateway.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.ProducerBuilder;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.Schema;
import org.apache.pulsar.client.api.SubscriptionInitialPosition;

/**
 * Publishes numbers under a few keys and consumes them, while the test does something to what
 * carries them. The client recovers by itself.
 */
final class Traffic implements AutoCloseable {

  private static final int KEYS = 5;
  private static final int IN_FLIGHT = 100;
  private static final long PACE_NANOS = 500_000;

  private final Producer<Integer> producer;
  private final Consumer<Integer> consumer;
  private final Semaphore window = new Semaphore(IN_FLIGHT);
  private final NavigableSet<Integer> published = new ConcurrentSkipListSet<>();
  private final Set<Integer> received = ConcurrentHashMap.newKeySet();
  private final Map<String, List<Integer>> firstReceipts = new ConcurrentHashMap<>();
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final ExecutorService threads = Executors.newFixedThreadPool(2);
  private final CompletableFuture<Void> publishing;
  private final CompletableFuture<Void> consuming;
  private volatile boolean stopped;
  private volatile boolean ended;

  Traffic(PulsarClient client, String topic) throws PulsarClientException {
    this(client.newProducer(Schema.INT32).topic(topic), consumer(client, topic));
  }

  Traffic(ProducerBuilder<Integer> producer, Consumer<Integer> consumer)
      throws PulsarClientException {
    this.consumer = consumer;
    this.producer = producer.enableBatching(false).blockIfQueueFull(true).create();
    this.publishing = CompletableFuture.runAsync(this::publish, threads);
    this.consuming = CompletableFuture.runAsync(this::consume, threads);
  }

  static Consumer<Integer> consumer(PulsarClient client, String topic)
      throws PulsarClientException {
    return client
        .newConsumer(Schema.INT32)
        .topic(topic)
        .subscriptionName("traffic")
        .subscriptionInitialPosition(SubscriptionInitialPosition.Earliest)
        .subscribe();
  }

  private void publish() {
    try {
      for (int i = 0; !stopped; i++) {
        int number = i;
        window.acquire();
        var unused = producer
            .newMessage()
            .key("key-" + number % KEYS)
            .value(number)
            .sendAsync()
            .whenComplete((id, failure) -> {
              if (failure == null) {
                published.add(number);
              } else {
                failures.add(failure);
              }
              window.release();
            });
        LockSupport.parkNanos(PACE_NANOS);
      }
    } catch (InterruptedException | RuntimeException e) {
      failures.add(e);
    }
  }

  private void consume() {
    try {
      while (!ended) {
        Message<Integer> message = consumer.receive(50, TimeUnit.MILLISECONDS);
        if (message != null) {
          if (received.add(message.getValue())) {
            firstReceipts
                .computeIfAbsent(message.getKey(), key -> new ArrayList<>())
                .add(message.getValue());
          }
          var unused = consumer.acknowledgeAsync(message);
        }
      }
    } catch (PulsarClientException | RuntimeException e) {
      failures.add(e);
    }
  }

  /** Returns when so many more have been published from now on, and consumed. */
  void awaitProgress(int count) throws Exception {
    int target = (published.isEmpty() ? 0 : published.last()) + count;
    Eventually.until(
        "publishing goes on past " + target + " of " + this,
        () -> !published.isEmpty() && published.last() >= target);
    Eventually.until("consuming goes on past " + target + " of " + this, () -> received.stream()
        .anyMatch(number -> number >= target));
  }

  /** Stops publishing; returns when all that was accepted has been received. */
  void finish() throws Exception {
    stopped = true;
    publishing.get(60, TimeUnit.SECONDS);
    assertThat(window.tryAcquire(IN_FLIGHT, 60, TimeUnit.SECONDS))
        .as("every send is answered")
        .isTrue();
    Eventually.until("all is received of " + this, () -> received.containsAll(published));
  }

  /** As {@link #finish}; and nothing has failed, nothing was lost, and each key was in order. */
  void finishUnharmed() throws Exception {
    finish();
    assertThat(failures).isEmpty();
    assertThat(published).isNotEmpty();
    assertThat(firstReceipts.values()).allSatisfy(numbers -> assertThat(numbers).isSorted());
  }

  /** What the brokers have accepted. */
  NavigableSet<Integer> published() {
    return published;
  }

  @Override
  public String toString() {
    return published.size() + " published, " + received.size() + " received, failures " + failures;
  }

  @Override
  public void close() throws PulsarClientException {
    stopped = true;
    ended = true;
    CompletableFuture.allOf(publishing, consuming)
        .orTimeout(60, TimeUnit.SECONDS)
        .join();
    threads.shutdown();
    producer.close();
    consumer.close();
  }
}
