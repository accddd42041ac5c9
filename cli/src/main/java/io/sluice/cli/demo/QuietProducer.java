package io.sluice.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.pulsar.client.api.Producer;

/**
 * A producer that publishes little, at a steady rate. A message's time runs from when it was due, so
 * that waiting to be sent counts as well.
 */
final class QuietProducer {

  static final int PER_SECOND = 100;
  static final long PERIOD_NANOS = 1_000_000_000 / PER_SECOND;

  private static final byte[] MESSAGE = "quiet".getBytes(UTF_8);

  private final Producer<byte[]> producer;
  private final CompletableFuture<?> failure;
  private final AtomicInteger unanswered = new AtomicInteger();
  private List<Long> nanos = new ArrayList<>();
  private long dueNanos;

  /** @param failure is completed by the first message that cannot be published */
  QuietProducer(Producer<byte[]> producer, CompletableFuture<?> failure) {
    this.producer = producer;
    this.failure = failure;
  }

  /** To be called before the first message is sent. */
  void firstIsDueAt(long firstNanos) {
    dueNanos = firstNanos;
  }

  /** To be called once per period, by one thread at a time. */
  void send() {
    long due = dueNanos;
    dueNanos += PERIOD_NANOS;
    unanswered.incrementAndGet();
    var unused = producer.sendAsync(MESSAGE).whenComplete((id, problem) -> {
      if (problem != null) {
        failure.completeExceptionally(problem);
      } else {
        add(System.nanoTime() - due);
      }
      unanswered.decrementAndGet();
    });
  }

  private synchronized void add(long taken) {
    nanos.add(taken);
  }

  /** How long each message took that was acknowledged since this was last asked. */
  synchronized List<Long> takeNanos() {
    List<Long> taken = nanos;
    nanos = new ArrayList<>();
    return taken;
  }

  boolean isAnswered() {
    return unanswered.get() == 0;
  }
}
