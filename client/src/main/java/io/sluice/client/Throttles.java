package io.sluice.client;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The throttle state of a client's producers, by their ids. Only a producer that the client itself opens gets an
 * entry, even if a server names others, and it loses the entry when it is closed.
 */
final class Throttles {

  private final Map<Long, ProducerThrottle> byProducer = new ConcurrentHashMap<>();
  private final ClientClock clock;
  private final ThrottledTimeMetric metric;

  Throttles(ClientClock clock, ThrottledTimeMetric metric) {
    this.clock = clock;
    this.metric = metric;
  }

  ClientClock clock() {
    return clock;
  }

  /** The entry of an open producer, which is made if it has none. */
  ProducerThrottle of(long producerId, String topic) {
    return byProducer.computeIfAbsent(producerId, id -> new ProducerThrottle(topic, clock, metric));
  }

  @Nullable
  ProducerThrottle find(long producerId) {
    return byProducer.get(producerId);
  }

  void remove(long producerId) {
    byProducer.remove(producerId);
  }

  /** Forgets a producer that is closed, unless its entry is there for longer than its connection is. */
  void closed(long producerId) {
    byProducer.computeIfPresent(
        producerId, (id, throttle) -> throttle.isKeptByProducer() ? throttle : null);
  }

  /** Forgets all producers that were open on a connection that has ended, except those that keep their entry. */
  void closedAllOn(Object connection) {
    byProducer
        .values()
        .removeIf(throttle -> throttle.isOpenOn(connection) && !throttle.isKeptByProducer());
  }

  int size() {
    return byProducer.size();
  }
}
