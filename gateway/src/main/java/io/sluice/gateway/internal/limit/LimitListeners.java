package io.sluice.gateway.internal.limit;

import io.sluice.core.NanoClock;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Who wants to know how a topic's limit stands without having sent anything: producers of clients that
 * understand it. Whoever has not sent lately would otherwise hear of it only when its first message has
 * to wait. Any thread may call it.
 */
public final class LimitListeners {

  /** Of more only so many are told, as those who send are told in any case. */
  public static final int MOST_TOLD = 1000;

  private static final long LEAST_NANOS_BETWEEN = 1_000_000_000;

  private final NanoClock clock;
  private final Set<Runnable> listeners = ConcurrentHashMap.newKeySet();
  private final AtomicLong nextNanos;

  LimitListeners(NanoClock clock) {
    this.clock = clock;
    this.nextNanos = new AtomicLong(clock.nanos());
  }

  /** Adds a listener, which is called on any thread, so it must be quick. */
  public void add(Runnable listener) {
    listeners.add(listener);
  }

  public void remove(Runnable listener) {
    listeners.remove(listener);
  }

  /** Nothing is left, or somebody has to wait: says so, but not more often than once per second. */
  public void spent() {
    if (listeners.isEmpty()) {
      return;
    }
    long now = clock.nanos();
    long next = nextNanos.get();
    if (now - next >= 0 && nextNanos.compareAndSet(next, now + LEAST_NANOS_BETWEEN)) {
      listeners.stream().limit(MOST_TOLD).forEach(Runnable::run);
    }
  }

  /** The limit is another: says so to all, or somebody would wait for what holds no more. */
  public void changed() {
    listeners.forEach(Runnable::run);
  }
}
