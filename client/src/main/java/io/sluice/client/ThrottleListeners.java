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

  private static final class Registration {
    private final Producer<?> producer;
    private final ThrottleListener listener;
    private boolean knowsOfThrottle;

    private Registration(Producer<?> producer, ThrottleListener listener) {
      this.producer = producer;
      this.listener = listener;
    }
  }

  private final List<Registration> all = new CopyOnWriteArrayList<>();
  private final ArrayDeque<Runnable> events = new ArrayDeque<>();
  private boolean delivering;

  AutoCloseable add(Producer<?> producer, ThrottleListener listener) {
    Registration registration = new Registration(producer, listener);
    all.add(registration);
    return () -> all.remove(registration);
  }

  void throttled(Throttle throttle) {
    deliver(() -> {
      for (Registration registration : all) {
        registration.knowsOfThrottle = true;
        guarded(throttle, () -> registration.listener.throttled(registration.producer, throttle));
      }
    });
  }

  void resumed(Throttle throttle) {
    deliver(() -> {
      for (Registration registration : all) {
        if (registration.knowsOfThrottle) {
          registration.knowsOfThrottle = false;
          guarded(throttle, () -> registration.listener.resumed(registration.producer, throttle));
        }
      }
    });
  }

  /** An event that a listener brings about, by closing its producer, is delivered after the current one. */
  private void deliver(Runnable event) {
    events.addLast(event);
    if (delivering) {
      return;
    }
    delivering = true;
    for (Runnable next = events.pollFirst(); next != null; next = events.pollFirst()) {
      next.run();
    }
    delivering = false;
  }

  /** Errors are caught as well: the caller has a pause to end. */
  private static void guarded(Throttle throttle, Runnable call) {
    try {
      call.run();
    } catch (Throwable e) {
      LOG.log(Level.WARNING, "A listener failed at " + throttle, e);
    }
  }
}
