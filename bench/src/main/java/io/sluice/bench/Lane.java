package io.sluice.bench;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.MessageIdAdv;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.jspecify.annotations.Nullable;

/** The producers and consumers of one scenario through one middle, with stock clients. */
final class Lane {

  record Saturated(double messagesPerSecond, double cpuSecondsPerMillion) {}

  record Paced(
      double publishP50Millis,
      double publishP99Millis,
      double endToEndP50Millis,
      double endToEndP99Millis,
      double cpuSecondsPerMillion) {}

  /** Messages under way at most: with more, the broker would drop what it does not store. */
  private static final int WINDOW = 1000;

  /** Not one by one: whether sender and receiver wake each other each time would be a matter of luck. */
  private static final int WINDOW_STEP = 250;

  private static final double RUN_IN_SECONDS = 0.2;
  private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final Scenario scenario;
  private final Middle middle;
  private final byte[] payload;
  private final List<Producer<byte[]>> unread = new ArrayList<>();
  private final List<Producer<byte[]>> read = new ArrayList<>();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private volatile PacedRun run = new PacedRun(1, 0, 0);
  private int next;

  /**
   * Messages are received by another client than they are sent by, so over another connection, as
   * mostly in life. Saturating producers have topics of their own, which nobody reads and which are
   * not stored: otherwise the disk would be measured.
   */
  Lane(Scenario scenario, Middle middle, PulsarClient sending, PulsarClient receiving)
      throws PulsarClientException {
    this.scenario = scenario;
    this.middle = middle;
    this.payload = new byte[scenario.messageBytes()];
    new Random(1).nextBytes(payload);
    for (int i = 0; i < scenario.topics(); i++) {
      String topic = scenario.name() + "-" + middle.name() + "-" + i;
      unread.add(producer(sending, "non-persistent://public/default/" + topic));
      read.add(producer(sending, topic));
      receiving
          .newConsumer()
          .topic(topic)
          .subscriptionName("bench")
          .messageListener((consumer, message) -> {
            var unused = consumer.acknowledgeAsync(message);
            run.received(dueNanos(message));
          })
          .subscribe();
    }
  }

  private Producer<byte[]> producer(PulsarClient client, String topic)
      throws PulsarClientException {
    return client
        .newProducer()
        .topic(topic)
        .enableBatching(scenario.batched())
        .maxPendingMessages(WINDOW)
        .blockIfQueueFull(true)
        .create();
  }

  String middle() {
    return middle.name();
  }

  /** Sends as much as gets through. */
  Saturated saturate(double seconds) {
    Semaphore window = new Semaphore(WINDOW);
    AtomicLong acknowledged = new AtomicLong();
    Runnable send = () -> {
      window.acquireUninterruptibly();
      send(unread, payload, () -> {
        if (acknowledged.incrementAndGet() % WINDOW_STEP == 0) {
          window.release(WINDOW_STEP);
        }
      });
    };
    long sent = 0;
    long runInEnds = System.nanoTime() + (long) (RUN_IN_SECONDS * 1e9);
    for (; System.nanoTime() < runInEnds; sent++) {
      send.run();
    }
    long before = acknowledged.get();
    double cpuBefore = middle.cpuSeconds();
    long start = System.nanoTime();
    long elapsedNanos;
    do {
      send.run();
      sent++;
      elapsedNanos = System.nanoTime() - start;
    } while (elapsedNanos < seconds * 1e9);
    long messages = acknowledged.get() - before;
    double cpu = middle.cpuSeconds() - cpuBefore;
    long allSent = sent;
    await("acknowledgements", () -> acknowledged.get() == allSent);
    return new Saturated(messages / (elapsedNanos / 1e9), cpu / messages * 1e6);
  }

  /** Sends at the scenario's rate, and receives all of it. */
  Paced pace(double seconds) {
    PacedRun paced = new PacedRun(scenario.messagesPerSecond(), RUN_IN_SECONDS, seconds);
    run = paced;
    double cpuBefore = middle.cpuSeconds();
    paced.send(dueNanos -> {
      byte[] message = payload.clone();
      ByteBuffer.wrap(message).putLong(dueNanos);
      send(read, message, () -> paced.published(dueNanos));
    });
    await("messages", paced::isOver);
    double cpu = middle.cpuSeconds() - cpuBefore;
    return new Paced(
        millis(paced.publishNanos(), 50),
        millis(paced.publishNanos(), 99),
        millis(paced.endToEndNanos(), 50),
        millis(paced.endToEndNanos(), 99),
        cpu / paced.messages() * 1e6);
  }

  private void send(List<Producer<byte[]>> producers, byte[] message, Runnable acknowledged) {
    var unused = producers.get(next).sendAsync(message).whenComplete((id, problem) -> {
      if (problem != null) {
        failure.compareAndSet(null, problem);
      } else if (((MessageIdAdv) id).getLedgerId() < 0) {
        failure.compareAndSet(null, new IllegalStateException("the broker has dropped it"));
      }
      acknowledged.run();
    });
    next = (next + 1) % producers.size();
  }

  private void await(String what, BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > LONGEST_WAIT_NANOS) {
        throw new IllegalStateException("no end of " + what + " through " + middle.name());
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    if (failure.get() != null) {
      throw new IllegalStateException("a message failed through " + middle.name(), failure.get());
    }
  }

  private static long dueNanos(Message<byte[]> message) {
    return ByteBuffer.wrap(message.getValue()).getLong();
  }

  private static double millis(Histogram nanos, double percentile) {
    return nanos.getValueAtPercentile(percentile) / 1e6;
  }
}
