package io.sluice.quota;

import io.sluice.core.NanoClock;

/**
 * For how long producers or consumers of a limit were throttled: at least one of them, and all of them summed up. Any thread may call it; it is called when a producer or consumer begins or ends to wait, not per
 * message.
 */
public final class ThrottledTime {

  private final NanoClock clock;
  private int waiting;
  private long sinceNanos;
  private long totalNanos;
  private long countedUntilNanos;
  private long sumNanos;

  public ThrottledTime(NanoClock clock) {
    this.clock = clock;
  }

  /** One more producer or consumer waits. */
  public synchronized void begin() {
    long now = clock.nanos();
    count(now);
    if (waiting++ == 0) {
      sinceNanos = now;
    }
  }

  /** One producer or consumer less waits. */
  public synchronized void end() {
    if (waiting == 0) {
      throw new IllegalStateException("no wait has begun that could end");
    }
    long now = clock.nanos();
    count(now);
    if (--waiting == 0) {
      totalNanos += now - sinceNanos;
    }
  }

  private void count(long nowNanos) {
    sumNanos += waiting * (nowNanos - countedUntilNanos);
    countedUntilNanos = nowNanos;
  }

  /** The times up to now in which each has waited, summed up. */
  public synchronized long sumNanos() {
    count(clock.nanos());
    return sumNanos;
  }

  /** The time up to now in which at least one producer or consumer has waited. */
  public synchronized long nanos() {
    return waiting == 0 ? totalNanos : totalNanos + clock.nanos() - sinceNanos;
  }
}
