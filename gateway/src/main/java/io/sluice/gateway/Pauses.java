package io.sluice.gateway;

import io.sluice.core.NanoClock;
import io.sluice.core.ThrottleGate;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;

/** Why a connection is not read for now. Belongs to the connection's event loop. */
final class Pauses {

  private final ThrottleGate<PauseReason> gate;
  private final Map<PauseReason, Long> sinceNanos = new EnumMap<>(PauseReason.class);
  private final PublishMetrics metrics;
  private final NanoClock clock;

  /** @param changed is told when reading has to stop or may go on */
  Pauses(PublishMetrics metrics, NanoClock clock, Runnable changed) {
    this.gate = new ThrottleGate<>(PauseReason.class, closed -> changed.run());
    this.metrics = metrics;
    this.clock = clock;
  }

  boolean isPaused() {
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
    return true;
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
    Map<PauseReason, Instant> view = new EnumMap<>(PauseReason.class);
    sinceNanos.forEach((reason, since) -> view.put(reason, now.minusNanos(clock.nanos() - since)));
    return view;
  }
}
