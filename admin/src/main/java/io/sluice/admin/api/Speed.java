package io.sluice.admin.api;

/**
 * How fast producers are, one or several together.
 *
 * @param messages published per second
 * @param bytes published per second
 * @param throttledMillis waited per second; several can wait for more than a second in one
 * @param heldFrames that wait now
 * @param heldBytes that wait now
 * @param throttled how many producers wait now
 */
record Speed(
    double messages,
    double bytes,
    double throttledMillis,
    long heldFrames,
    long heldBytes,
    int throttled) {

  static final Speed ZERO = new Speed(0, 0, 0, 0, 0, 0);

  Speed plus(Speed other) {
    return new Speed(
        messages + other.messages,
        bytes + other.bytes,
        throttledMillis + other.throttledMillis,
        heldFrames + other.heldFrames,
        heldBytes + other.heldBytes,
        throttled + other.throttled);
  }

  /** To one decimal, as nobody reads more. */
  static double rounded(double value) {
    return Math.round(value * 10) / 10.0;
  }
}
