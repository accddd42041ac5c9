package io.sluice.gateway.internal.publish;

import io.sluice.core.NanoClock;
import io.sluice.core.ThrottleGate;
import io.sluice.gateway.internal.net.SessionContext;
import io.sluice.gateway.view.PauseReason;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** The reasons for which a connection is not read now. Belongs to the connection's event loop. */
final class ReadPauses {

  /** Is told of every reason that is new. */
  interface Listener {
    void paused(ReadPauses pauses, PauseReason reason);
  }

  private final ThrottleGate<PauseReason> gate;
  private final Map<PauseReason, Long> sinceNanos = new EnumMap<>(PauseReason.class);
  private final PublishMetrics metrics;
  private final NanoClock clock;
  private final Listener listener;

  ReadPauses(SessionContext session, PublishMetrics metrics, NanoClock clock, Listener listener) {
    this.gate = new ThrottleGate<>(PauseReason.class, session::setReadPaused);
    this.metrics = metrics;
    this.clock = clock;
    this.listener = listener;
  }

  /** Stops reading for this reason; answers whether it is new. */
  boolean pause(PauseReason reason) {
    if (sinceNanos.containsKey(reason)) {
      return false;
    }
    sinceNanos.put(reason, clock.nanos());
    metrics.paused(reason);
    gate.acquire(reason);
    listener.paused(this, reason);
    return true;
  }

  /** The reason that has been there for longest, if there is any. */
  Optional<PauseReason> longest() {
    long now =
        clock.nanos(); // times are compared by how far they are from now, as they may overflow
    return sinceNanos.entrySet().stream()
        .min(Comparator.comparingLong(reason -> reason.getValue() - now))
        .map(Map.Entry::getKey);
  }

  /** Reads again as far as this reason goes; answers whether it was there. */
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

  /** The reasons, and since when each is there. */
  Map<PauseReason, Instant> view(Instant now) {
    Map<PauseReason, Instant> view = new EnumMap<>(PauseReason.class);
    long nowNanos = clock.nanos();
    sinceNanos.forEach((reason, since) -> view.put(reason, now.minusNanos(nowNanos - since)));
    return view;
  }
}
