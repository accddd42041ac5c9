package io.sluice.core.testing;

import io.sluice.core.NanoClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until a test moves it. */
public final class ManualClock implements NanoClock {

  private final AtomicLong nanos;

  public ManualClock() {
    this(0);
  }

  /** Starts at any reading: those of a real clock may be negative or about to wrap round. */
  public ManualClock(long startNanos) {
    nanos = new AtomicLong(startNanos);
  }

  @Override
  public long nanos() {
    return nanos.get();
  }

  public void advance(Duration duration) {
    advanceNanos(duration.toNanos());
  }

  public void advanceNanos(long duration) {
    if (duration < 0) {
      throw new IllegalArgumentException("time does not go back: " + duration + " ns");
    }
    nanos.addAndGet(duration);
  }
}
