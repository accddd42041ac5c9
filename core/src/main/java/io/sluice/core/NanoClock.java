package io.sluice.core;

/**
 * A source of elapsed time. Readings never go back, have no relation to the time of day, and are
 * only meaningful as differences from each other.
 */
@FunctionalInterface
public interface NanoClock {

  /** The current reading in nanoseconds; may be negative and may wrap round. */
  long nanos();

  /** The JVM's own clock. */
  static NanoClock system() {
    return System::nanoTime;
  }
}
