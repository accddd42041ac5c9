package io.sluice.gateway.internal.limit;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bytes that a node has room for. The budget stops no connection from using more: a connection that sees
 * that it is spent stops reading by itself, and is told when half of it is free again. Any thread may call it.
 */
public final class ByteBudget {

  private final long max;
  private final AtomicLong used = new AtomicLong();

  /** What to run when half is free again; of each connection one at most. */
  private final Set<Runnable> waiting = ConcurrentHashMap.newKeySet();

  ByteBudget(long max) {
    this.max = max;
  }

  /** Uses more bytes, or less if negative. */
  public void use(long bytes) {
    long now = used.addAndGet(bytes);
    if (bytes < 0 && now <= max / 2 && !waiting.isEmpty()) {
      tell();
    }
  }

  public long used() {
    return used.get();
  }

  public long max() {
    return max;
  }

  public boolean isSpent() {
    return used.get() >= max;
  }

  /** Runs something once, when half is free again; on whatever thread sees to that. */
  public void whenRelieved(Runnable relief) {
    waiting.add(relief);
    if (used.get() <= max / 2) {
      tell(); // it may have been relieved before this was among those to run
    }
  }

  public void forget(Runnable relief) {
    waiting.remove(relief);
  }

  private void tell() {
    for (Runnable relief : List.copyOf(waiting)) {
      // Removed first: a connection that is told may want to be told again.
      if (waiting.remove(relief)) {
        relief.run();
      }
    }
  }
}
