package io.sluice.admin.api;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for what another thread does. */
final class Eventually {

  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(20);

  private Eventually() {}

  static void until(String what, BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + LONGEST_NANOS;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("in vain waited until " + what);
      }
      Thread.sleep(5);
    }
  }
}
