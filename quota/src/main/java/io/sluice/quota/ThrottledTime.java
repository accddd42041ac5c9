package io.sluice.quota;

import io.sluice.core.NanoClock;

/**
 * For how long at least one producer or consumer of a limit was throttled. Time in which several are throttled
 * counts once. Any thread may call it; it is called when a producer or consumer begins or ends to wait, not per
 * message.
 */
public final class ThrottledTime {

  private final NanoClock clock;
  private int waiting;
  private long sinceNanos;
  private long totalNanos;

  public ThrottledTime(NanoClock clock) {
    this.clock = clock;
  }

  /** One more producer or consumer waits. */
  public synchronized void begin() {
    if (waiting++ == 0) {
      sinceNanos = clock.nanos();
    }
  }

  /** One producer or consumer less waits. */
  public synchronized void end() {
    if (waiting == 0) {
      throw new IllegalStateException("no wait has begun that could end");
    }
    if (--waiting == 0) {
      totalNanos += clock.nanos() - sinceNanos;
    }
  }

  /** The time up to now in which at least one producer or consumer has waited. */
  public synchronized long nanos() {
    return waiting == 0 ? totalNanos : totalNanos + clock.nanos() - sinceNanos;
  }
}
