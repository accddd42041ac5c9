package io.sluice.gateway.pulsar;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for what is not there yet, for as long as a slow machine may take. */
final class Eventually {

  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final long PAUSE_NANOS = 5_000_000;

  private Eventually() {}

  static void until(String what, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + LONGEST.toNanos();
    while (!condition.call()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("not within " + LONGEST.toSeconds() + " s: " + what);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }
}
