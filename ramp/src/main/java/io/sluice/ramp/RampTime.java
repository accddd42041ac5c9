package io.sluice.ramp;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Time as a throttle sees it. Everything that it does later or measures goes through here. */
public interface RampTime {

  /**
   * The time of day in milliseconds since 1970. Its whole seconds are the seconds of the throttle;
   * it may step back and forward.
   */
  long millis();

  /** Elapsed time in nanoseconds, which never goes back; only differences mean something. */
  long nanos();

  /** Runs a short task later, unless the answer is cancelled before. */
  Future<?> schedule(Runnable task, long delayNanos);

  /** The JVM's clocks, and one daemon thread that all throttles share. */
  static RampTime system() {
    return SystemTime.INSTANCE;
  }

  /** See {@link #system()}. */
  final class SystemTime implements RampTime {

    private static final SystemTime INSTANCE = new SystemTime();

    private final ScheduledThreadPoolExecutor timer;

    private SystemTime() {
      timer = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "sluice-ramp");
        thread.setDaemon(true);
        return thread;
      });
      timer.setRemoveOnCancelPolicy(true);
    }

    @Override
    public long millis() {
      return System.currentTimeMillis();
    }

    @Override
    public long nanos() {
      return System.nanoTime();
    }

    @Override
    public Future<?> schedule(Runnable task, long delayNanos) {
      return timer.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
    }
  }
}
