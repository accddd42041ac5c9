package io.sluice.gateway.internal.publish;

import io.sluice.gateway.internal.limit.PolicyLimiter;
import org.jspecify.annotations.Nullable;

/** For how long a producer has been throttled, and by which limit. Belongs to the event loop. */
final class ThrottleTime {

  private final long sinceNanos;
  private long countedUntilNanos;
  private @Nullable PolicyLimiter limit;

  ThrottleTime(long nowNanos) {
    this.sinceNanos = nowNanos;
    this.countedUntilNanos = nowNanos;
  }

  long sinceNanos() {
    return sinceNanos;
  }

  /** The limit that the producer has last queued up for. */
  @Nullable
  PolicyLimiter limit() {
    return limit;
  }

  /**
   * The producer queues up for another limit. The time until now was for the last one.
   *
   * @return the time that was counted for the last limit
   */
  long queuedFor(PolicyLimiter next, long nowNanos) {
    long counted = count(nowNanos);
    limit = next;
    return counted;
  }

  /**
   * Counts the time since this was last called into the limit's figures.
   *
   * @return that time
   */
  long count(long nowNanos) {
    long nanos = limit == null ? 0 : nowNanos - countedUntilNanos;
    if (limit != null) {
      limit.throttledFor(nanos);
    }
    countedUntilNanos = nowNanos;
    return nanos;
  }

  /** What {@link #count} has not counted yet. */
  long uncountedNanos(long nowNanos) {
    return nowNanos - countedUntilNanos;
  }
}
