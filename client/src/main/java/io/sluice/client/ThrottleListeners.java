package io.sluice.client;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.pulsar.client.api.Producer;

/**
 * The listeners of a producer's throttles. A listener that is added while one lasts is called from the next on, so
 * that each listener hears of beginning and end, once each. One thread at a time calls them.
 */
final class ThrottleListeners {

  private static final Logger LOG = System.getLogger(ThrottleListeners.class.getName());

  private static final class Told {
    private final Producer<?> producer;
    private final ThrottleListener listener;
    private boolean knowsOfThrottle;

    private Told(Producer<?> producer, ThrottleListener listener) {
      this.producer = producer;
      this.listener = listener;
    }
  }

  private final List<Told> all = new CopyOnWriteArrayList<>();
  private final ArrayDeque<Runnable> events = new ArrayDeque<>();
  private boolean telling;

  AutoCloseable add(Producer<?> producer, ThrottleListener listener) {
    Told told = new Told(producer, listener);
    all.add(told);
    return () -> all.remove(told);
  }

  void throttled(Throttle throttle) {
    tell(() -> {
      for (Told told : all) {
        told.knowsOfThrottle = true;
        guarded(throttle, () -> told.listener.throttled(told.producer, throttle));
      }
    });
  }

  void resumed(Throttle throttle) {
    tell(() -> {
      for (Told told : all) {
        if (told.knowsOfThrottle) {
          told.knowsOfThrottle = false;
          guarded(throttle, () -> told.listener.resumed(told.producer, throttle));
        }
      }
    });
  }

  /** What a listener brings about, by closing its producer, comes after what all listeners are being told now. */
  private void tell(Runnable event) {
    events.addLast(event);
    if (telling) {
      return;
    }
    telling = true;
    for (Runnable next = events.pollFirst(); next != null; next = events.pollFirst()) {
      next.run();
    }
    telling = false;
  }

  /** Errors are caught as well: the caller has a pause to end. */
  private static void guarded(Throttle throttle, Runnable call) {
    try {
      call.run();
    } catch (Throwable e) {
      LOG.log(Level.WARNING, "A listener failed, told of " + throttle, e);
    }
  }
}
