package io.sluice.core;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Runs something once, later. */
@FunctionalInterface
public interface WakeUpTimer {

  /**
   * Runs the task after the delay, unless the answer is cancelled before. A cancelled task must not
   * be kept until its time has come, as that may be a day away.
   */
  Future<?> schedule(Runnable task, long delayNanos);

  /**
   * Timers of an executor, such as a Netty event loop. A {@code ScheduledThreadPoolExecutor} needs
   * {@code setRemoveOnCancelPolicy(true)}.
   */
  static WakeUpTimer on(ScheduledExecutorService executor) {
    return (task, delayNanos) -> executor.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
  }
}
