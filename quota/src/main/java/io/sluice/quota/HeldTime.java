package io.sluice.quota;

import io.sluice.core.NanoClock;

/**
 * For how long somebody waits for a limit, however many they are at a time. Any thread may call it; it is
 * called when somebody begins or ends to wait, not per message.
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
      throw new IllegalStateException("nobody waits who could end that");
    }
    if (--waiting == 0) {
      totalNanos += clock.nanos() - sinceNanos;
    }
  }

  /** The time in which anybody has waited so far, up to now. */
  public synchronized long nanos() {
    return waiting == 0 ? totalNanos : totalNanos + clock.nanos() - sinceNanos;
  }
}
