package io.sluice.quota;

import io.sluice.core.NanoClock;

/**
 * For how long producers or consumers wait for a limit, however many they are at a time. Any thread may call
 * it; it is called when one of them begins or ends to wait, not per message.
 */
public final class HeldTime {

  private final NanoClock clock;
  private int waiting;
  private long sinceNanos;
  private long totalNanos;

  public HeldTime(NanoClock clock) {
    this.clock = clock;
  }

  /** One more waits. */
  public synchronized void begin() {
    if (waiting++ == 0) {
      sinceNanos = clock.nanos();
    }
  }

  /** One less waits. */
  public synchronized void end() {
    if (waiting == 0) {
      throw new IllegalStateException("no wait has begun that could end");
    }
    if (--waiting == 0) {
      totalNanos += clock.nanos() - sinceNanos;
    }
  }

  /** The time in which at least one has waited so far, up to now. */
  public synchronized long nanos() {
    return waiting == 0 ? totalNanos : totalNanos + clock.nanos() - sinceNanos;
  }
}
