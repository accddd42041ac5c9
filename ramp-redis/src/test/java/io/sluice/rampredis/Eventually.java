package io.sluice.rampredis;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Waits for what happens in other processes, on clocks that cannot be moved. */
final class Eventually {

  /** Far longer than anything takes, as the machine may be busy. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private Eventually() {}

  static void eventually(String what, Callable<Boolean> holds) throws Exception {
    eventually(() -> what, holds);
  }

  /** Looks until it holds; if it never does, fails with what it was then. */
  static void eventually(Supplier<String> what, Callable<Boolean> holds) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!holds.call()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("not within " + PATIENCE.toSeconds() + " s: " + what.get());
      }
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }
}
