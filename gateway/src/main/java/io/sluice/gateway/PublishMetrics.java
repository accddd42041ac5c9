package io.sluice.gateway;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What the node counts of publish limits: plain adders, read when metrics are collected. */
final class PublishMetrics {

  /** Connections that are not read for one reason. */
  static final class Paused {
    final LongAdder now = new LongAdder();
    final LongAdder times = new LongAdder();
    final LongAdder nanos = new LongAdder();
  }

  private final LongAdder heldFrames = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final TellingMetrics telling = new TellingMetrics();
  private final Map<PauseReason, Paused> paused = new EnumMap<>(PauseReason.class);

  PublishMetrics() {
    for (PauseReason reason : PauseReason.values()) {
      paused.put(reason, new Paused());
    }
  }

  /** More frames wait, or less if negative. */
  void held(int frames) {
    heldFrames.add(frames);
  }

  /** Frames have waited for too long and were answered with errors. */
  void refused(int frames) {
    refused.add(frames);
  }

  void paused(PauseReason reason) {
    Paused of = of(reason);
    of.now.increment();
    of.times.increment();
  }

  void resumed(PauseReason reason, long afterNanos) {
    Paused of = of(reason);
    of.now.decrement();
    of.nanos.add(afterNanos);
  }

  TellingMetrics telling() {
    return telling;
  }

  long heldFrames() {
    return heldFrames.sum();
  }

  long refusals() {
    return refused.sum();
  }

  Paused of(PauseReason reason) {
    Paused of = paused.get(reason);
    if (of == null) {
      throw new IllegalStateException("no figures of " + reason);
    }
    return of;
  }
}
