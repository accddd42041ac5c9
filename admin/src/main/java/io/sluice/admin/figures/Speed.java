package io.sluice.admin.figures;

import io.sluice.quota.NodeSummary;
import io.sluice.quota.NodeSummary.Traffic;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How fast producers and consumers are, one or several together.
 *
 * @param messages published per second
 * @param bytes published per second
 * @param dispatchMessages dispatched per second
 * @param dispatchBytes dispatched per second
 * @param throttledMillis producers waited per second; several can wait for more than a second in one
 * @param heldFrames that wait now
 * @param heldBytes that wait now
 * @param producers how many there are
 * @param throttled how many of them wait now
 * @param consumers how many there are
 * @param waiting how many of them wait now
 * @param waitsFor which limits producers and consumers wait for now
 */
public record Speed(
    double messages,
    double bytes,
    double dispatchMessages,
    double dispatchBytes,
    double throttledMillis,
    long heldFrames,
    long heldBytes,
    int producers,
    int throttled,
    int consumers,
    int waiting,
    Set<String> waitsFor) {

  /** All zero. */
  public static final Speed ZERO = new Speed(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Set.of());

  /** What another node has told. */
  public static Speed of(Traffic told) {
    return new Speed(
        told.messages(),
        told.bytes(),
        told.dispatchMessages(),
        told.dispatchBytes(),
        told.throttledMillis(),
        told.heldFrames(),
        told.heldBytes(),
        told.producers(),
        told.throttled(),
        told.consumers(),
        told.waiting(),
        Set.copyOf(told.waitsFor()));
  }

  /** What other nodes are told: the same, within its bounds. */
  Traffic toTraffic() {
    return new Traffic(
        told(messages),
        told(bytes),
        told(dispatchMessages),
        told(dispatchBytes),
        told(throttledMillis),
        heldFrames,
        heldBytes,
        producers,
        throttled,
        consumers,
        waiting,
        waitsFor.stream()
            .sorted()
            .limit(NodeSummary.MOST_LIMITS)
            .map(SummaryNames::target)
            .toList());
  }

  /** A rate between two looks that are hardly apart may be any number, or none. */
  private static double told(double rate) {
    return rate > 0 ? rounded(Math.min(rate, NodeSummary.LARGEST)) : 0;
  }

  /** The sum of both. */
  public Speed plus(Speed other) {
    return new Speed(
        messages + other.messages,
        bytes + other.bytes,
        dispatchMessages + other.dispatchMessages,
        dispatchBytes + other.dispatchBytes,
        throttledMillis + other.throttledMillis,
        heldFrames + other.heldFrames,
        heldBytes + other.heldBytes,
        producers + other.producers,
        throttled + other.throttled,
        consumers + other.consumers,
        waiting + other.waiting,
        union(waitsFor, other.waitsFor));
  }

  /** The same without {@link #waitsFor}. */
  public Speed withoutLimits() {
    return waitsFor.isEmpty()
        ? this
        : new Speed(
            messages,
            bytes,
            dispatchMessages,
            dispatchBytes,
            throttledMillis,
            heldFrames,
            heldBytes,
            producers,
            throttled,
            consumers,
            waiting,
            Set.of());
  }

  /** Whether anything was done, or a producer or consumer waits. */
  public boolean isBusy() {
    return messages > 0
        || bytes > 0
        || dispatchMessages > 0
        || dispatchBytes > 0
        || throttledMillis > 0
        || throttled > 0
        || waiting > 0;
  }

  /** The union; makes no copy in the usual case that one of the sets is empty. */
  private static Set<String> union(Set<String> one, Set<String> other) {
    if (one.isEmpty() || one.containsAll(other)) {
      return one.isEmpty() ? other : one;
    }
    return Stream.concat(one.stream(), other.stream()).collect(Collectors.toUnmodifiableSet());
  }

  /** A rate rounded to one decimal. */
  public static double rounded(double value) {
    return Math.round(value * 10) / 10.0;
  }
}
