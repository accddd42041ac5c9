package io.sluice.core.testing;

import io.sluice.core.WakeUpTimer;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/** Wake-ups on a {@link ManualClock}: moving time through this timer runs what has become due. */
public final class ManualTimer implements WakeUpTimer {

  private final ManualClock clock;
  private final AtomicLong scheduledSoFar = new AtomicLong();
  private final PriorityBlockingQueue<Task> tasks = new PriorityBlockingQueue<>(
      11, Comparator.comparingLong((Task task) -> task.atNanos).thenComparing(t -> t.number));

  public ManualTimer(ManualClock clock) {
    this.clock = clock;
  }

  @Override
  public Future<?> schedule(Runnable task, long delayNanos) {
    long delay = Math.min(Math.max(0, delayNanos), Long.MAX_VALUE / 2);
    Task scheduled = new Task(task, clock.nanos() + delay, scheduledSoFar.incrementAndGet());
    tasks.add(scheduled);
    return scheduled;
  }

  /** Schedules something that will not be cancelled. */
  public void runLater(Runnable task, long delayNanos) {
    Future<?> unused = schedule(task, delayNanos);
  }

  /** How many wake-ups are waiting for their time. */
  public int pending() {
    return tasks.size();
  }

  /** How many wake-ups were ever scheduled. */
  public long scheduledSoFar() {
    return scheduledSoFar.get();
  }

  /** Moves the clock on, stopping at every wake-up on the way to run it. */
  public void advance(Duration duration) {
    long end = clock.nanos() + duration.toNanos();
    for (Task next = tasks.peek(); next != null && next.atNanos <= end; next = tasks.peek()) {
      clock.advanceNanos(Math.max(0, next.atNanos - clock.nanos()));
      if (tasks.remove(next)) {
        next.run();
        next.rethrow();
      }
    }
    clock.advanceNanos(end - clock.nanos());
  }

  private final class Task extends FutureTask<Void> {

    private final long atNanos;
    private final long number;

    Task(Runnable task, long atNanos, long number) {
      super(task, null);
      this.atNanos = atNanos;
      this.number = number;
    }

    private void rethrow() {
      if (!isCancelled()) {
        try {
          get();
        } catch (ExecutionException | InterruptedException e) {
          throw new AssertionError("a wake-up failed", e);
        }
      }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      tasks.remove(this);
      return super.cancel(mayInterruptIfRunning);
    }
  }
}
