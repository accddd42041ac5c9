package io.sluice.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.pulsar.client.api.Producer;

/** A producer that wants to publish far more than its topic may. */
final class NoisyProducer {

  static final int PER_SECOND = 10_000;
  static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** How many messages may be unanswered at a time. Messages beyond that are not sent. */
  private static final int ROOM = 1000;

  private static final int PER_PERIOD = (int) (PER_SECOND * PERIOD_NANOS / 1_000_000_000);
  private static final byte[] MESSAGE = "noise".getBytes(UTF_8);

  private final Producer<byte[]> producer;
  private final CompletableFuture<?> failure;
  private final Semaphore room = new Semaphore(ROOM);
  private final AtomicLong asked = new AtomicLong();
  private final AtomicLong published = new AtomicLong();

  /** @param failure is completed by the first message that cannot be published */
  NoisyProducer(Producer<byte[]> producer, CompletableFuture<?> failure) {
    this.producer = producer;
    this.failure = failure;
  }

  /** To be called once per period. */
  void send() {
    asked.addAndGet(PER_PERIOD);
    for (int i = 0; i < PER_PERIOD && room.tryAcquire(); i++) {
      var unused = producer.sendAsync(MESSAGE).whenComplete((id, problem) -> {
        room.release();
        if (problem != null) {
          failure.completeExceptionally(problem);
        } else {
          published.incrementAndGet();
        }
      });
    }
  }

  /** How many messages it wanted to publish since this was last asked. */
  long takeAsked() {
    return asked.getAndSet(0);
  }

  /** How many were acknowledged since this was last asked. */
  long takePublished() {
    return published.getAndSet(0);
  }
}
