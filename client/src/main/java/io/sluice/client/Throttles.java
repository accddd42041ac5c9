package io.sluice.client;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What a client's producers know of their throttling, by their ids. Only what the client itself opens gets an
 * entry, whatever a server says, and it loses it when it is closed.
 */
final class Throttles {

  private final Map<Long, ProducerThrottle> byProducer = new ConcurrentHashMap<>();
  private final ClientClock time;
  private final ThrottledTimeMetric metric;

  Throttles(ClientClock time, ThrottledTimeMetric metric) {
    this.time = time;
    this.metric = metric;
  }

  ClientClock time() {
    return time;
  }

  /** Of a producer that there is; its entry is made if it has none. */
  ProducerThrottle of(long producerId, String topic) {
    return byProducer.computeIfAbsent(producerId, id -> new ProducerThrottle(topic, time, metric));
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

  /** Likewise for all that were open on a connection that has ended. */
  void closedAllOn(Object connection) {
    byProducer
        .values()
        .removeIf(throttle -> throttle.isOpenOn(connection) && !throttle.isKeptByProducer());
  }

  int size() {
    return byProducer.size();
  }
}
