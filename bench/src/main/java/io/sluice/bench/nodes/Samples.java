package io.sluice.bench.nodes;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Counts that are looked at many times per second. */
final class Samples implements AutoCloseable {

  /**
   * One look.
   *
   * @param counts of all sides, since the beginning
   */
  record Sample(long nanos, List<Long> counts) {

    long total() {
      return counts.stream().mapToLong(Long::longValue).sum();
    }
  }

  private static final int EVERY_MILLIS = 20;

  private final List<Sample> samples = new CopyOnWriteArrayList<>();
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final ScheduledFuture<?> looking;

  /** Looks from now on. */
  Samples(Supplier<List<Long>> counts) {
    this.looking = timer.scheduleAtFixedRate(
        () -> {
          long nanos = System.nanoTime();
          samples.add(new Sample(nanos, counts.get()));
        },
        0,
        EVERY_MILLIS,
        TimeUnit.MILLISECONDS);
  }

  /**
   * All looks since then.
   *
   * @throws IllegalStateException if there was nothing to count any more, as a message has failed
   */
  List<Sample> since(long nanos) throws InterruptedException {
    if (looking.isDone()) {
      try {
        looking.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException("counting has failed", e.getCause());
      }
    }
    return samples.stream().filter(sample -> sample.nanos - nanos >= 0).toList();
  }

  /** What all sides together got in one step of so many seconds after the other. */
  static List<Long> perStep(double seconds, List<Sample> samples) {
    List<Long> steps = new ArrayList<>();
    int first = 0;
    for (int i = 0; i < samples.size(); i++) {
      Sample begin = samples.get(first);
      if (samples.get(i).nanos - begin.nanos >= seconds * 1e9) {
        steps.add(samples.get(i).total() - begin.total());
        first = i;
      }
    }
    return steps;
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
