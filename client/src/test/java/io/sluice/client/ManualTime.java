package io.sluice.client;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** Clocks that are moved by hand. */
final class ManualTime {

  /** Short before it overflows, as nanosecond clocks may. */
  private static final long FIRST_NANOS = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(2);

  static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");

  private long elapsedNanos;

  ClientClock clock() {
    return new ClientClock(() -> FIRST_NANOS + elapsedNanos, () -> FIRST.plusNanos(elapsedNanos));
  }

  long nanos() {
    return FIRST_NANOS + elapsedNanos;
  }

  void advanceMillis(long millis) {
    elapsedNanos += TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
