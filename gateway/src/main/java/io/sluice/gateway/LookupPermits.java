package io.sluice.gateway;

import java.util.concurrent.atomic.AtomicInteger;

/** How many lookups of all clients are under way on this node. Any thread may call it. */
final class LookupPermits {

  private final int max;
  private final AtomicInteger taken = new AtomicInteger();

  LookupPermits(int max) {
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

  int taken() {
    return taken.get();
  }
}
