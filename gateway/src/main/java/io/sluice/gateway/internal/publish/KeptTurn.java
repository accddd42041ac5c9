package io.sluice.gateway.internal.publish;

import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** A turn that is kept for a client's next frames. Belongs to the event loop. */
final class KeptTurn {

  private final long sinceNanos;
  private boolean used;
  private @Nullable Future<?> timer;

  KeptTurn(long nowNanos) {
    this.sinceNanos = nowNanos;
  }

  long sinceNanos() {
    return sinceNanos;
  }

  void use() {
    used = true;
  }

  /** Whether the client has used the turn since this was last called. */
  boolean takeUsed() {
    boolean was = used;
    used = false;
    return was;
  }

  /** Replaces the timer that looks whether the turn is used. */
  void setTimer(Future<?> next) {
    timer = next;
  }

  void cancelTimer() {
    if (timer != null) {
      timer.cancel(false);
    }
  }
}
