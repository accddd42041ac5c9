package io.sluice.gateway.internal.session;

import java.util.concurrent.atomic.AtomicInteger;

/** How many lookups of all clients are under way on this node. Any thread may call it. */
public final class LookupSlots {

  private final int max;
  private final AtomicInteger taken = new AtomicInteger();

  LookupSlots(int max) {
    this.max = max;
  }

  boolean take() {
    if (taken.incrementAndGet() > max) {
      taken.decrementAndGet();
      return false;
    }
    return true;
  }

  void giveBack(int count) {
    taken.addAndGet(-count);
  }

  public int taken() {
    return taken.get();
  }
}
