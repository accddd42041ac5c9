package io.sluice.bench.relay;

import io.sluice.bench.load.Receipts;
import io.sluice.bench.process.Middle;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.DoubleSupplier;
import org.apache.pulsar.client.api.Producer;

/** As many messages through a middle as get through, from one producer after another. */
public final class Flood {

  public record Result(double messagesPerSecond, double cpuSecondsPerMillion) {}

  /** Messages under way at most: with more, the broker would drop what it does not store. */
  public static final int WINDOW = 1000;

  /** Not one by one: whether sender and receiver wake each other each time would be a matter of luck. */
  private static final int WINDOW_STEP = 250;

  private static final double RUN_IN_SECONDS = 0.2;

  private final String name;
  private final DoubleSupplier cpuSeconds;
  private final List<Producer<byte[]>> producers;
  private final byte[] payload;
  private int next;

  public Flood(Middle middle, List<Producer<byte[]>> producers, byte[] payload) {
    this(middle.name(), middle::cpuSeconds, producers, payload);
  }

  /**
   * Sends through this middle.
   *
   * @param cpuSeconds CPU time that the middle has used so far
   */
  public Flood(
      String name, DoubleSupplier cpuSeconds, List<Producer<byte[]>> producers, byte[] payload) {
    this.name = name;
    this.cpuSeconds = cpuSeconds;
    this.producers = producers;
    this.payload = payload;
  }

  public Result run(double seconds) {
    Semaphore window = new Semaphore(WINDOW);
    Receipts receipts = new Receipts();
    Runnable send = () -> {
      window.acquireUninterruptibly();
      receipts.send(producers.get(next), payload, count -> {
        if (count % WINDOW_STEP == 0) {
          window.release(WINDOW_STEP);
        }
      });
      next = (next + 1) % producers.size();
    };
    long sent = 0;
    long runInEnds = System.nanoTime() + (long) (RUN_IN_SECONDS * 1e9);
    for (; System.nanoTime() < runInEnds; sent++) {
      send.run();
    }
    long before = receipts.count();
    double cpuBefore = cpuSeconds.getAsDouble();
    long start = System.nanoTime();
    long elapsedNanos;
    do {
      send.run();
      sent++;
      elapsedNanos = System.nanoTime() - start;
    } while (elapsedNanos < seconds * 1e9);
    long messages = receipts.count() - before;
    double cpu = cpuSeconds.getAsDouble() - cpuBefore;
    long allSent = sent;
    receipts.await("receipts through " + name, () -> receipts.count() == allSent);
    return new Result(messages / (elapsedNanos / 1e9), cpu / messages * 1e6);
  }
}
