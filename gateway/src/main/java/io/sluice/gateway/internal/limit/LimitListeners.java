package io.sluice.gateway.internal.limit;

import io.sluice.core.NanoClock;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The producers of aware clients that are notified when a limit is exhausted, even if they have not sent
 * anything. Otherwise such a producer would hear of the limit only when its first message has to wait. Any
 * thread may call it.
 */
public final class LimitListeners {

  /** Of more only so many are told, as producers that send are told in any case. */
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

  /** Nothing is left, or a producer has to wait: tells listeners, once per second at most. */
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

  /** The limit is another: tells all listeners, or a producer would wait for what holds no more. */
  public void changed() {
    listeners.forEach(Runnable::run);
  }
}
