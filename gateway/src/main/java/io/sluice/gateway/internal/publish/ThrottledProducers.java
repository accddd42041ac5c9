package io.sluice.gateway.internal.publish;

import io.netty.buffer.ByteBuf;
import io.sluice.core.NanoClock;
import io.sluice.gateway.internal.net.SessionContext;
import io.sluice.gateway.internal.publish.ProducerState.HoldsFrames;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The producers of a connection that are throttled. While there are any, it counts for how long, and
 * refuses frames that are held for too long. Belongs to the connection's event loop.
 */
final class ThrottledProducers {

  private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long LEAST_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final SessionContext session;
  private final NanoClock clock;
  private final PublishMetrics metrics;
  private final HeldTooLong heldTooLong;
  private final long tickNanos;
  private final Set<Producer> producers = new LinkedHashSet<>();
  private boolean releasing;
  private @Nullable Future<?> ticker;

  ThrottledProducers(
      SessionContext session, NanoClock clock, PublishMetrics metrics, long maxHeldNanos) {
    this.session = session;
    this.clock = clock;
    this.metrics = metrics;
    this.heldTooLong = new HeldTooLong(maxHeldNanos);
    this.tickNanos = maxHeldNanos == 0
        ? TICK_NANOS
        : Math.max(LEAST_TICK_NANOS, Math.min(TICK_NANOS, maxHeldNanos / 10));
  }

  void add(Producer producer) {
    producers.add(producer);
    if (ticker == null) {
      ticker = session.scheduleRepeatedly(this::tick, tickNanos);
    }
  }

  void remove(Producer producer) {
    producers.remove(producer);
    if (producers.isEmpty()) {
      stopTicker();
    }
  }

  /** Goes on with turns that have come while the connection could not publish. */
  void releaseBlocked() {
    if (!producers.isEmpty() && !releasing) {
      releasing = true;
      session.execute(() -> {
        releasing = false;
        List.copyOf(producers).forEach(Producer::turnCame);
      });
    }
  }

  /** Forgets everything that is held: none of it was acknowledged. */
  void discardAll() {
    List.copyOf(producers).forEach(Producer::discarded);
  }

  private void tick() {
    long now = clock.nanos();
    producers.forEach(producer -> producer.countThrottled(now));
    if (heldTooLong.isLimited()) {
      List.copyOf(producers).forEach(producer -> refuseHeldTooLong(producer, now));
    }
    metrics.oldestHeld(
        this,
        producers.stream().mapToLong(producer -> heldNanos(producer, now)).max().orElse(0));
  }

  private void refuseHeldTooLong(Producer producer, long now) {
    List<ByteBuf> answers = producer.refuseHeldTooLong(heldTooLong, now);
    metrics.refused(answers.size());
    answers.forEach(session::answerClient); // at the end: a client that reads nothing is closed
  }

  private static long heldNanos(Producer producer, long nowNanos) {
    return producer.state() instanceof HoldsFrames holding
        ? nowNanos - holding.frames().oldestNanos()
        : 0;
  }

  private void stopTicker() {
    if (ticker != null) {
      ticker.cancel(false);
      ticker = null;
    }
    metrics.oldestHeld(this, 0);
  }

  /** The connection has ended. */
  void close() {
    stopTicker();
  }
}
