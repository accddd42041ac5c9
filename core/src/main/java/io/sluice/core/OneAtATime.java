package io.sluice.core;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs a piece of work after every signal, never on two threads at once, and without any thread ever
 * waiting: a thread that signals while another one works returns at once, and the other runs the
 * work once more before it stops. So the work sees everything that happened before a signal, and
 * what it alone touches needs no further protection.
 */
public final class OneAtATime {

  private final Runnable work;
  private final AtomicInteger signals = new AtomicInteger();

  public OneAtATime(Runnable work) {
    this.work = work;
  }

  /**
   * Has the work run, by this thread or by the one that runs it already.
   *
   * <p>Work that throws is run again if there were more signals; then this call throws what it threw.
   */
  public void signal() {
    int seen = signals.incrementAndGet();
    if (seen != 1) {
      return;
    }
    try {
      while (seen != 0) {
        work.run();
        seen = signals.addAndGet(-seen);
      }
    } catch (Throwable e) { // also a checked one that was thrown without being declared
      if (signals.getAndSet(0) > seen) {
        signal();
      }
      throw e;
    }
  }
}
