package io.sluice.bench.load;

import io.sluice.bench.process.Await;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.apache.pulsar.client.api.MessageIdAdv;
import org.apache.pulsar.client.api.Producer;
import org.jspecify.annotations.Nullable;

/** What became of the messages of a run: how many were answered, and the first that failed. */
public final class Receipts {

  private final AtomicLong count = new AtomicLong();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  /** Sends a message; when it is acknowledged, the listener gets the number of messages answered so far. */
  public void send(Producer<byte[]> producer, byte[] message, LongConsumer answered) {
    var unused = producer.sendAsync(message).whenComplete((id, problem) -> {
      if (problem != null) {
        failure.compareAndSet(null, problem);
      } else if (((MessageIdAdv) id).getLedgerId() < 0) {
        failure.compareAndSet(null, new IllegalStateException("the broker has dropped it"));
      }
      answered.accept(count.incrementAndGet());
    });
  }

  public long count() {
    return count.get();
  }

  /** Waits until all is done, and checks that all of it went well. */
  public void await(String what, BooleanSupplier condition) {
    Await.until(what, condition);
    check();
  }

  /** @throws IllegalStateException if a message has failed */
  void check() {
    if (failure.get() != null) {
      throw new IllegalStateException("a message failed", failure.get());
    }
  }
}
