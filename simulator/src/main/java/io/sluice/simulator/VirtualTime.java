package io.sluice.simulator;

import io.sluice.ramp.RampTime;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/** Time that passes only when it is told to. For one thread. */
public final class VirtualTime implements RampTime {

  private static final long SECOND_NANOS = 1_000_000_000;

  private record Due(long nanos, long order, FutureTask<?> task) {}

  private final PriorityQueue<Due> tasks =
      new PriorityQueue<>(Comparator.comparingLong(Due::nanos).thenComparingLong(Due::order));
  private long now;
  private long scheduled;

  @Override
  public long millis() {
    return now / 1_000_000;
  }

  @Override
  public long nanos() {
    return now;
  }

  @Override
  public Future<?> schedule(Runnable task, long delayNanos) {
    FutureTask<Boolean> future = new FutureTask<>(task, true);
    tasks.add(new Due(now + Math.max(0, delayNanos), scheduled++, future));
    return future;
  }

  /** Goes on to the start of the next second, and runs on the way what becomes due. */
  public void nextSecond() {
    advance(SECOND_NANOS - now % SECOND_NANOS);
  }

  /** Lets so much time pass, and runs on the way what becomes due. */
  public void advance(long nanos) {
    long end = now + nanos;
    for (Due due = tasks.peek(); due != null && due.nanos() <= end; due = tasks.peek()) {
      tasks.remove();
      now = due.nanos();
      run(due.task());
    }
    now = end;
  }

  private static void run(FutureTask<?> task) {
    task.run();
    if (!task.isCancelled()) {
      try {
        task.get();
      } catch (ExecutionException | InterruptedException e) {
        throw new IllegalStateException("a task of the throttle failed", e);
      }
    }
  }
}
