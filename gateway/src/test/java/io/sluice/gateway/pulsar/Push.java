package io.sluice.gateway.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToLongFunction;
import org.apache.pulsar.client.api.Producer;

/**
 * Publishes numbers without pause, and notes when each was acknowledged.
 *
 * <p>An acknowledgement is never early, but late by whatever else the machine had to do. So a rate is
 * taken between two messages that were prompt among those around them: what delays single ones does
 * not change it.
 */
public final class Push {

  private final Producer<byte[]> producer;
  private final int bytes;
  private final Semaphore window;
  private final long startNanos = System.nanoTime();

  /** After the start; of the first {@link #acknowledged}, which come in order. */
  private final long[] nanos;

  private final CompletableFuture<Integer> pushing;
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private volatile int acknowledged;
  private volatile boolean stopped;

  /** As many messages of this size as are given, all at once. */
  Push(Producer<byte[]> producer, int bytes, int count) {
    this(producer, bytes, count, count);
  }

  /** @param inFlight how many messages wait for their acknowledgement at most */
  Push(Producer<byte[]> producer, int bytes, int count, int inFlight) {
    this.producer = producer;
    this.bytes = bytes;
    this.nanos = new long[count];
    this.window = new Semaphore(inFlight);
    this.pushing = CompletableFuture.supplyAsync(this::push, task -> new Thread(task).start());
  }

  private int push() {
    int sent = 0;
    try {
      for (; sent < nanos.length && !stopped; sent++) {
        window.acquire();
        byte[] message = ByteBuffer.allocate(bytes).putInt(sent).array();
        var unused = producer.sendAsync(message).handle((id, failure) -> answered(failure));
      }
      producer.flushAsync().get(60, TimeUnit.SECONDS);
    } catch (Exception e) {
      failures.add(e);
    }
    return sent;
  }

  /** In order, by the client's thread; by ours, if the answer was there before we could wait for it. */
  private synchronized boolean answered(Throwable failure) {
    if (failure == null) {
      nanos[acknowledged] = System.nanoTime() - startNanos;
      acknowledged++;
    } else {
      failures.add(failure);
    }
    window.release();
    return failure == null;
  }

  /** How many are acknowledged by now. */
  public int acknowledged() {
    return acknowledged;
  }

  void awaitAcknowledged(int count) throws Exception {
    Eventually.until(count + " messages are acknowledged", () -> {
      assertThat(failures).isEmpty();
      return acknowledged >= count;
    });
  }

  /** Sends no more; answers how many were sent, when all of them are acknowledged. */
  int finish() throws Exception {
    stopped = true;
    int sent = pushing.get(60, TimeUnit.SECONDS);
    awaitAcknowledged(sent);
    return sent;
  }

  /** How long after the start that was. */
  long nanosSinceStart(long systemNanos) {
    return systemNanos - startNanos;
  }

  /** When this message was acknowledged, after the start. */
  long nanos(int message) {
    assertThat(message).isLessThan(acknowledged);
    return nanos[message];
  }

  /** How many were acknowledged by that time after the start. */
  int acknowledgedAt(long nanosAfterStart) {
    int count = 0;
    while (count < acknowledged && nanos[count] <= nanosAfterStart) {
      count++;
    }
    return count;
  }

  /** Messages per second between two messages, if they are expected to be about so many. */
  double rate(double expected, int from, int to) {
    return rate(this::nanos, expected, from, to);
  }

  /** The same of whatever came one by one. */
  static double rate(IntToLongFunction nanos, double expected, int from, int to) {
    int stretch = Math.max(2, (to - from) / 3);
    int first = promptest(nanos, expected, from, from + stretch);
    int last = promptest(nanos, expected, to - stretch, to);
    return (last - first) * 1e9 / (nanos.applyAsLong(last) - nanos.applyAsLong(first));
  }

  /** Waits until a rate holds from this message on, for a second at least. */
  void awaitRate(int perSecond, int from, double percent) throws Exception {
    Eventually.until(perSecond + " messages per second from message " + from + " on", () -> {
      assertThat(failures).isEmpty();
      int to = acknowledged;
      return to >= from + perSecond
          && Math.abs(rate(perSecond, from, to) / perSecond - 1) < percent / 100;
    });
  }

  /** Which of these comes earliest, measured by a rate. */
  int promptest(double perSecond, int from, int to) {
    return promptest(this::nanos, perSecond, from, to);
  }

  private static int promptest(IntToLongFunction nanos, double perSecond, int from, int to) {
    int found = from;
    for (int i = from + 1; i < to; i++) {
      if (nanos.applyAsLong(i) - nanos.applyAsLong(found) < (i - found) * 1e9 / perSecond) {
        found = i;
      }
    }
    return found;
  }
}
