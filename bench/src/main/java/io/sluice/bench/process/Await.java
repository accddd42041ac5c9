package io.sluice.bench.process;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waiting in benchmarks. */
public final class Await {

  /** What another process is asked. */
  public interface Question {
    boolean isAnsweredWithYes() throws IOException, InterruptedException;
  }

  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private static final long PAUSE_MILLIS = 50;

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

  /**
   * Asks until the answer is yes, with pauses, as asking takes processors.
   *
   * @throws IllegalStateException saying what has not come, after half a minute
   */
  public static void answer(String what, Question question)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (!question.isAnsweredWithYes()) {
      if (System.nanoTime() - start > LONGEST_NANOS) {
        throw new IllegalStateException("waited in vain for " + what);
      }
      Thread.sleep(PAUSE_MILLIS);
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
