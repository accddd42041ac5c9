package io.sluice.client;

import java.util.Optional;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClientException;
import org.jspecify.annotations.Nullable;

/**
 * One producer's throttle state. It is written by the event loop of the connection that the producer has at the
 * time, and read by any thread; for a producer that is not throttled a look costs one volatile read.
 */
final class ProducerThrottle {

  /** How it is throttled; holding is false for what only announces that receipts may take long. */
  private record Current(Throttle throttle, boolean holding, long untilNanos) {}

  private final String topic;
  private final ClientClock clock;
  private final ThrottledTimeMetric metric;
  private final ThrottleHistory history = new ThrottleHistory();
  private final ThrottleListeners listeners = new ThrottleListeners();
  private volatile @Nullable Current current;
  private volatile ThrottleReason lastReason = ThrottleReason.UNKNOWN;
  private volatile @Nullable Object connection;
  private volatile boolean keptByProducer;
  private long countedUntilNanos;

  ProducerThrottle(String topic, ClientClock clock, ThrottledTimeMetric metric) {
    this.topic = topic;
    this.clock = clock;
    this.metric = metric;
  }

  /** The producer is opened on this connection: others have no say in it from now on. */
  void openedOn(Object newConnection) {
    connection = newConnection;
  }

  /** Its entry is the producer's own, which takes it out itself. */
  ProducerThrottle keptByProducer() {
    keptByProducer = true;
    return this;
  }

  boolean isKeptByProducer() {
    return keptByProducer;
  }

  boolean isOpenOn(Object someConnection) {
    return connection == someConnection;
  }

  /** It is throttled until then: from now on, or longer, shorter or for another reason than before. */
  void throttled(ThrottleReason reason, boolean holding, long nowNanos, long untilNanos) {
    Current before = current;
    var now = clock.wall().instant();
    var since = before == null ? now : before.throttle.since();
    Throttle throttle = new Throttle(reason, since, now.plusNanos(untilNanos - nowNanos));
    if (before == null) {
      history.start(nowNanos);
      countedUntilNanos = nowNanos;
    } else {
      count(nowNanos);
    }
    lastReason = reason;
    current = new Current(throttle, holding, untilNanos);
    if (before == null) {
      listeners.throttled(throttle);
    }
  }

  /** It is over. Said of one that is not throttled, it changes nothing. */
  void resumed(long nowNanos) {
    Current before = current;
    if (before != null) {
      count(nowNanos);
      history.end(nowNanos);
      current = null;
      listeners.resumed(before.throttle);
    }
  }

  /** Counts what has passed of a throttle that goes on. */
  void count(long nowNanos) {
    Current running = current;
    if (running != null) {
      metric.add(topic, running.throttle.reason(), nowNanos - countedUntilNanos);
      countedUntilNanos = nowNanos;
    }
  }

  Optional<Throttle> current() {
    Current now = current;
    return now == null ? Optional.empty() : Optional.of(now.throttle);
  }

  AutoCloseable listen(Producer<?> producer, ThrottleListener listener) {
    return listeners.add(producer, listener);
  }

  /** Why a message with this timeout need not even be tried, if so. */
  @Nullable
  ProducerThrottledException refusal(long sendTimeoutNanos) {
    Current now = current;
    if (now == null || !now.holding) {
      return null;
    }
    long remaining = now.untilNanos - clock.nanoTime();
    if (!TimeoutRule.isHopeless(sendTimeoutNanos, remaining)) {
      return null;
    }
    ThrottleReason reason = now.throttle.reason();
    return new ProducerThrottledException(
        reason,
        "The producer of the topic %s is throttled (%s) for another %d ms, its send timeout is %d ms"
            .formatted(topic, reason, remaining / 1_000_000, sendTimeoutNanos / 1_000_000));
  }

  /** What a failed message fails with: throttling, if that is why it has timed out. */
  Throwable blame(Throwable failure, long sendTimeoutNanos) {
    if (!(failure instanceof PulsarClientException.TimeoutException timeout)
        || failure instanceof ProducerThrottledException) {
      return failure;
    }
    long throttled = history.withinLast(sendTimeoutNanos, clock.nanoTime());
    if (!TimeoutRule.isThrottlingsFault(sendTimeoutNanos, throttled)) {
      return failure;
    }
    ThrottleReason reason = lastReason;
    ProducerThrottledException blamed = new ProducerThrottledException(
        reason,
        "The producer was throttled (%s) for %d ms of its send timeout: %s"
            .formatted(reason, throttled / 1_000_000, timeout.getMessage()));
    blamed.initCause(timeout);
    blamed.setSequenceId(timeout.getSequenceId());
    return blamed;
  }
}
