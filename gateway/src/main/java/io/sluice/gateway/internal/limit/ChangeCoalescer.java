package io.sluice.gateway.internal.limit;

import io.sluice.core.NanoClock;
import io.sluice.core.WakeUpTimer;
import java.util.function.Consumer;

/**
 * Has work done after every change, where changes in quick succession count as one: however many there are,
 * and however much work there is for each, it takes a quarter of a processor at most. Any thread may call it.
 */
final class ChangeCoalescer {

  private static final long LEAST_NANOS_BETWEEN = 10_000_000;

  private final WakeUpTimer timer;
  private final NanoClock clock;
  private final Consumer<Runnable> work;

  /** Whether something has changed since the work last began. */
  private boolean changed;

  /** Whether the work is going to begin, or has begun and is not done. */
  private boolean busy;

  private long startNanos;
  private long notBeforeNanos;

  /**
   * Has work done by this timer's thread.
   *
   * @param work gets what to call when it is done
   */
  ChangeCoalescer(WakeUpTimer timer, NanoClock clock, Consumer<Runnable> work) {
    this.timer = timer;
    this.clock = clock;
    this.work = work;
    this.notBeforeNanos = clock.nanos();
  }

  /** Something has changed: work that begins after this sees it. */
  synchronized void changed() {
    changed = true;
    if (!busy) {
      schedule();
    }
  }

  private void schedule() {
    busy = true;
    var unused = timer.schedule(this::begin, Math.max(0, notBeforeNanos - clock.nanos()));
  }

  private void begin() {
    synchronized (this) {
      changed = false; // before the work looks: what changes later is for the next time
      startNanos = clock.nanos();
    }
    work.accept(this::done);
  }

  private synchronized void done() {
    long now = clock.nanos();
    notBeforeNanos = now + Math.max(LEAST_NANOS_BETWEEN, 3 * (now - startNanos));
    busy = false;
    if (changed) {
      schedule();
    }
  }
}
