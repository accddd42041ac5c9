package io.sluice.gateway.internal.publish;

import io.sluice.gateway.internal.limit.PolicyLimiter;
import io.sluice.gateway.internal.publish.ProducerState.HoldsFrames;
import io.sluice.gateway.internal.publish.ProducerState.Throttled;
import io.sluice.gateway.view.ConnectionView.ProducerView;
import io.sluice.gateway.view.ConnectionView.ThrottleView;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Producers as others see them. */
final class ProducerViews {

  private ProducerViews() {}

  static ProducerView of(Producer producer, long nowNanos, Instant now) {
    ProducerTraffic traffic = producer.traffic();
    long uncounted = producer.state() instanceof Throttled throttled
        ? throttled.time().uncountedNanos(nowNanos)
        : 0;
    return new ProducerView(
        traffic.id(),
        traffic.topic(),
        traffic.name(),
        traffic.messages(),
        traffic.bytes(),
        traffic.pending(),
        Duration.ofNanos(traffic.throttledNanos() + uncounted),
        throttle(producer, nowNanos, now));
  }

  private static Optional<ThrottleView> throttle(Producer producer, long nowNanos, Instant now) {
    if (!(producer.state() instanceof Throttled throttled)) {
      return Optional.empty();
    }
    PolicyLimiter limit = throttled.time().limit();
    if (limit == null) {
      return Optional.empty();
    }
    HeldFrames held = throttled instanceof HoldsFrames holding ? holding.frames() : null;
    return Optional.of(new ThrottleView(
        limit.limit().toPublishLimit(),
        limit.origin(),
        now.minusNanos(nowNanos - throttled.time().sinceNanos()),
        held == null ? 0 : held.frames(),
        held == null ? 0 : held.bytes(),
        Duration.ofNanos(held == null ? 0 : nowNanos - held.oldestNanos()),
        producer.observer() != ThrottleObserver.NONE));
  }
}
