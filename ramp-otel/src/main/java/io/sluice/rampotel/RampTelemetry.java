package io.sluice.rampotel;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.metrics.BatchCallback;
import io.opentelemetry.api.metrics.Meter;
import io.sluice.ramp.RampStatus;
import io.sluice.ramp.RampThrottle;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The metrics of one throttle, from {@link #bind} until {@link #close}. The package lists them.
 *
 * <p>Nothing is done on the path of a message: the throttle is asked for its status once whenever a
 * reader collects, by the reader's thread. Any thread may bind and close.
 */
public final class RampTelemetry implements AutoCloseable {

  private static final String METER = "io.sluice.ramp";

  private final BatchCallback callback;
  private final AtomicBoolean closed = new AtomicBoolean();

  private RampTelemetry(BatchCallback callback) {
    this.callback = callback;
  }

  /**
   * Reports a throttle under the names of its group and processor. Several throttles may be bound
   * to one OpenTelemetry, each of them once: the SDK adds up what comes under the same names.
   *
   * <p>A throttle that was closed is still reported, as one that is {@code closed}, and is kept in
   * memory until this is closed as well.
   */
  public static RampTelemetry bind(OpenTelemetry openTelemetry, RampThrottle throttle) {
    return bind(openTelemetry, throttle.group(), throttle.processor(), throttle::status);
  }

  static RampTelemetry bind(
      OpenTelemetry openTelemetry, String group, String processor, Supplier<RampStatus> status) {
    Meter meter = openTelemetry.getMeter(METER);
    Instruments instruments = new Instruments(meter);
    Series series = new Series(group, processor);
    return new RampTelemetry(
        instruments.onCollection(meter, () -> instruments.record(status.get(), series)));
  }

  /** Reports nothing any more; the throttle goes on. Closing twice is allowed. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) { // the SDK warns of a second time
      callback.close();
    }
  }
}
