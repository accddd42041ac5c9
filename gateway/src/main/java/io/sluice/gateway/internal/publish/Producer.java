package io.sluice.gateway.internal.publish;

import io.sluice.gateway.internal.limit.PolicyLimiter;
import io.sluice.gateway.view.ConnectionView.ProducerView;
import io.sluice.gateway.view.ConnectionView.ThrottleView;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A producer of a connection. Belongs to the connection's event loop. */
public final class Producer {

  public final long id;
  final String topic;
  public String name;

  /** Where it stands with its limits, while it is open. */
  @Nullable
  ProducerLimits places;

  long messages;
  long bytes;

  /** Frames passed to the broker and not yet answered, and their bytes. */
  int pending;

  long pendingBytes;

  /** It is to be closed when its frames have gone: nothing more of it is taken. */
  public boolean closing;

  /** What waits; made when something does for the first time, as most never do. */
  @Nullable
  HeldFrames held;

  /** Whether it waits for its limits; its frames may be with the client still. */
  boolean isWaiting;

  /** Which of them it has last queued up for; likewise. */
  @Nullable
  PolicyLimiter waitsFor;

  /** What its client was told, if it understands that. */
  @Nullable
  Told told;

  /** Is called when one of its limits stands otherwise; likewise. */
  @Nullable
  Runnable listener;

  long throttledSinceNanos;

  /** Until when its waiting is part of its limits' figures, and how much that is. */
  long countedUntilNanos;

  long countedThrottledNanos;

  public Producer(long id, String topic, String name) {
    this.id = id;
    this.topic = topic;
    this.name = name;
  }

  /** Whether frames wait, so that whatever comes has to wait behind them. */
  public boolean isHeld() {
    return held != null && !held.isEmpty();
  }

  /** For how long the oldest of these has waited, or nearly. */
  long heldNanos(long nowNanos) {
    return held == null || held.isEmpty() ? 0 : nowNanos - held.oldestNanos();
  }

  /** How large its messages have been so far. */
  long bytesPerMessage() {
    return messages == 0 ? 1 : Math.max(1, bytes / messages);
  }

  /** Counts its waiting until now, into the figures of what it waits for and its own. */
  void countWaiting(long nowNanos) {
    if (waitsFor != null) {
      waitsFor.throttledFor(nowNanos - countedUntilNanos);
      countedThrottledNanos += nowNanos - countedUntilNanos;
    }
    countedUntilNanos = nowNanos;
  }

  ProducerView view(long nowNanos, Instant now) {
    Optional<ThrottleView> throttle = !isWaiting || waitsFor == null
        ? Optional.empty()
        : Optional.of(new ThrottleView(
            waitsFor.limit().toPublishLimit(),
            waitsFor.origin(),
            now.minusNanos(nowNanos - throttledSinceNanos),
            held == null ? 0 : held.frames(),
            held == null ? 0 : held.bytes(),
            Duration.ofNanos(heldNanos(nowNanos)),
            told != null));
    long uncounted = isWaiting ? nowNanos - countedUntilNanos : 0;
    Duration throttled = Duration.ofNanos(countedThrottledNanos + uncounted);
    return new ProducerView(id, topic, name, messages, bytes, pending, throttled, throttle);
  }
}
