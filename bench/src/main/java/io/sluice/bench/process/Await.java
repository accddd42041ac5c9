package io.sluice.bench.process;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waiting in benchmarks. */
public final class Await {

  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private Await() {}

  /**
   * Waits until the condition holds.
   *
   * @throws IllegalStateException saying what has not come, after half a minute
   */
  public static void until(String what, BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > LONGEST_NANOS) {
        throw new IllegalStateException("waited in vain for " + what);
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** Lets time pass while others work. */
  public static void seconds(double seconds) {
    long end = System.nanoTime() + (long) (seconds * 1e9);
    long left;
    while ((left = end - System.nanoTime()) > 0) {
      LockSupport.parkNanos(left);
    }
  }
}
