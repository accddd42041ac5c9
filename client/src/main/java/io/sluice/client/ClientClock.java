package io.sluice.client;

import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * A client's clocks, injected so that tests can move them.
 *
 * @param nanos what durations are measured by
 * @param wall what users are told
 */
record ClientClock(LongSupplier nanos, InstantSource wall) {

  static final ClientClock SYSTEM = new ClientClock(System::nanoTime, InstantSource.system());

  long nanoTime() {
    return nanos.getAsLong();
  }
}
