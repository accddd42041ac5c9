package io.sluice.gateway.internal.limit;

import io.sluice.core.NanoClock;
import io.sluice.gateway.Gateway;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has something done after every change, where changes in quick succession count as one: many of them on a
 * node with very much to do for each take a quarter of a processor at most. Any thread may call it.
 */
final class ChangeCoalescer {

  private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);
  private static final long LEAST_NANOS_BETWEEN = 10_000_000;

  private final ScheduledExecutorService thread;
  private final NanoClock clock;
  private final Runnable work;
  private final AtomicBoolean asked = new AtomicBoolean();
  private volatile long notBeforeNanos;

  /** @param work is done by that thread */
  ChangeCoalescer(ScheduledExecutorService thread, NanoClock clock, Runnable work) {
    this.thread = thread;
    this.clock = clock;
    this.work = work;
    this.notBeforeNanos = clock.nanos();
  }

  /** Something has changed: from now on, or from a moment on, the work sees it. */
  void changed() {
    if (asked.compareAndSet(false, true)) {
      long wait = Math.max(0, notBeforeNanos - clock.nanos());
      try {
        var unused = thread.schedule(this::run, wait, TimeUnit.NANOSECONDS);
      } catch (RejectedExecutionException e) {
        LOG.debug("a change while the node goes down", e);
      }
    }
  }

  private void run() {
    asked.set(false); // before the work looks: whoever changes something later asks again
    long start = clock.nanos();
    work.run();
    long end = clock.nanos();
    notBeforeNanos = end + Math.max(LEAST_NANOS_BETWEEN, 3 * (end - start));
  }
}
