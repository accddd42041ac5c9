package io.sluice.gateway.internal.publish;

import io.sluice.gateway.view.PauseReason;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What the node counts of publish limits: plain adders, read when metrics are collected. */
public final class PublishMetrics {

  /** Connections that are not read for one reason. */
  public static final class Paused {
    public final LongAdder now = new LongAdder();
    public final LongAdder times = new LongAdder();
    public final LongAdder nanos = new LongAdder();
  }

  private final LongAdder producers = new LongAdder();
  private final LongAdder heldFrames = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final Map<Object, Long> oldestHeldNanos = new ConcurrentHashMap<>();
  private final ThrottleCommandMetrics throttleCommands = new ThrottleCommandMetrics();
  private final Map<PauseReason, Paused> paused = new EnumMap<>(PauseReason.class);

  public PublishMetrics() {
    for (PauseReason reason : PauseReason.values()) {
      paused.put(reason, new Paused());
    }
  }

  void producerOpened() {
    producers.increment();
  }

  void producerClosed() {
    producers.decrement();
  }

  /** More frames wait, or less if negative. */
  void held(int frames) {
    heldFrames.add(frames);
  }

  /** For how long the oldest frame of a connection has waited; 0 if none waits, or the connection has ended. */
  void oldestHeld(Object connection, long nanos) {
    if (nanos == 0) {
      oldestHeldNanos.remove(connection);
    } else {
      oldestHeldNanos.put(connection, nanos);
    }
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

  public ThrottleCommandMetrics throttleCommands() {
    return throttleCommands;
  }

  public long producers() {
    return producers.sum();
  }

  public long oldestHeldNanos() {
    return oldestHeldNanos.values().stream().mapToLong(Long::longValue).max().orElse(0);
  }

  public long heldFrames() {
    return heldFrames.sum();
  }

  public long refusals() {
    return refused.sum();
  }

  public Paused of(PauseReason reason) {
    Paused of = paused.get(reason);
    if (of == null) {
      throw new IllegalStateException("no figures of " + reason);
    }
    return of;
  }
}
