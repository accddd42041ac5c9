package io.sluice.gateway.internal.publish;

import io.sluice.core.NanoClock;
import io.sluice.core.ThrottleGate;
import io.sluice.gateway.view.PauseReason;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Why a connection is not read for now. Belongs to the connection's event loop. */
public final class ReadPauses {

  private final ThrottleGate<PauseReason> gate;
  private final Map<PauseReason, Long> sinceNanos = new EnumMap<>(PauseReason.class);
  private final PublishMetrics metrics;
  private final NanoClock clock;
  private final Consumer<PauseReason> paused;

  /**
   * @param changed is told when reading has to stop or may go on
   * @param paused is told of every reason that is new
   */
  ReadPauses(
      PublishMetrics metrics, NanoClock clock, Runnable changed, Consumer<PauseReason> paused) {
    this.gate = new ThrottleGate<>(PauseReason.class, closed -> changed.run());
    this.metrics = metrics;
    this.clock = clock;
    this.paused = paused;
  }

  public boolean isPaused() {
    return gate.isClosed();
  }

  /** Whether this reason is new. */
  boolean pause(PauseReason reason) {
    if (sinceNanos.containsKey(reason)) {
      return false;
    }
    sinceNanos.put(reason, clock.nanos());
    metrics.paused(reason);
    gate.acquire(reason);
    paused.accept(reason);
    return true;
  }

  /** The reason that is there for longest, if there is any. */
  Optional<PauseReason> longest() {
    long now = clock.nanos(); // once: the order must not change while it is looked for
    return sinceNanos.entrySet().stream()
        .min(Comparator.comparingLong(reason -> reason.getValue() - now))
        .map(Map.Entry::getKey);
  }

  /** Whether there was this reason. */
  boolean resume(PauseReason reason) {
    Long since = sinceNanos.remove(reason);
    if (since == null) {
      return false;
    }
    metrics.resumed(reason, clock.nanos() - since);
    gate.release(reason);
    return true;
  }

  void resumeAll() {
    for (PauseReason reason : PauseReason.values()) {
      resume(reason);
    }
  }

  Map<PauseReason, Instant> view(Instant now) {
    long nowNanos = clock.nanos();
    Map<PauseReason, Instant> view = new EnumMap<>(PauseReason.class);
    sinceNanos.forEach((reason, since) -> view.put(reason, now.minusNanos(nowNanos - since)));
    return view;
  }
}
