package io.sluice.gateway;

import io.sluice.core.Waiter;
import io.sluice.gateway.ConnectionView.ProducerView;
import io.sluice.gateway.ConnectionView.ThrottleView;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A producer of a connection. Belongs to the connection's event loop. */
final class Producer {

  final long id;
  final String topic;
  String name;

  /** Its topic's limit, while the producer is open. */
  @Nullable
  TopicLimit limit;

  long messages;
  long bytes;

  /** Frames passed to the broker and not yet answered, and their bytes. */
  int pending;

  long pendingBytes;

  /** It is to be closed when its frames have gone: nothing more of it is taken. */
  boolean closing;

  /** What waits; made when something does for the first time, as most never do. */
  @Nullable
  HeldFrames held;

  /** Its place in the limit's queue; likewise. */
  @Nullable
  Waiter waiter;

  long throttledSinceNanos;

  /** Until when its waiting is part of its topic's figures, and how much that is. */
  long countedUntilNanos;

  long countedThrottledNanos;

  Producer(long id, String topic, String name) {
    this.id = id;
    this.topic = topic;
    this.name = name;
  }

  /** Whether frames wait, so that whatever comes has to wait behind them. */
  boolean isHeld() {
    return held != null && !held.isEmpty();
  }

  /** Counts its waiting until now, into its topic's figures and its own. */
  void countWaiting(long nowNanos) {
    if (limit != null) {
      limit.throttledFor(nowNanos - countedUntilNanos);
      countedThrottledNanos += nowNanos - countedUntilNanos;
      countedUntilNanos = nowNanos;
    }
  }

  ProducerView view(long nowNanos, Instant now) {
    Optional<ThrottleView> throttle = held == null || held.isEmpty() || limit == null
        ? Optional.empty()
        : Optional.of(new ThrottleView(
            limit.limit(),
            limit.origin(),
            now.minusNanos(nowNanos - throttledSinceNanos),
            held.frames(),
            held.bytes(),
            Duration.ofNanos(nowNanos - held.oldestNanos())));
    long uncounted = isHeld() ? nowNanos - countedUntilNanos : 0;
    Duration throttled = Duration.ofNanos(countedThrottledNanos + uncounted);
    return new ProducerView(id, topic, name, messages, bytes, pending, throttled, throttle);
  }
}
