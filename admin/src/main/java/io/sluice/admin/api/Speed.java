package io.sluice.admin.api;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How fast producers are, one or several together.
 *
 * @param messages published per second
 * @param bytes published per second
 * @param throttledMillis waited per second; several can wait for more than a second in one
 * @param heldFrames that wait now
 * @param heldBytes that wait now
 * @param throttled how many producers wait now
 * @param waitsFor which limits producers and consumers wait for now
 */
record Speed(
    double messages,
    double bytes,
    double throttledMillis,
    long heldFrames,
    long heldBytes,
    int throttled,
    Set<String> waitsFor) {

  static final Speed ZERO = new Speed(0, 0, 0, 0, 0, 0, Set.of());

  Speed plus(Speed other) {
    return new Speed(
        messages + other.messages,
        bytes + other.bytes,
        throttledMillis + other.throttledMillis,
        heldFrames + other.heldFrames,
        heldBytes + other.heldBytes,
        throttled + other.throttled,
        union(waitsFor, other.waitsFor));
  }

  /** Nobody waits in most cases, which need no copy. */
  private static Set<String> union(Set<String> one, Set<String> other) {
    if (one.isEmpty() || one.containsAll(other)) {
      return one.isEmpty() ? other : one;
    }
    return Stream.concat(one.stream(), other.stream()).collect(Collectors.toUnmodifiableSet());
  }

  /** Of consumers that wait, and of whom no more is known. */
  static Speed waitingFor(String limit) {
    return new Speed(0, 0, 0, 0, 0, 0, Set.of(limit));
  }

  /** To one decimal, as nobody reads more. */
  static double rounded(double value) {
    return Math.round(value * 10) / 10.0;
  }
}
