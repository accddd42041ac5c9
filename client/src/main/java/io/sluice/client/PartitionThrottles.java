package io.sluice.client;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.pulsar.client.api.Producer;

/**
 * The partitions of a topic and which of them are throttled. Partitions may be on different connections, so they tell of
 * it on different threads. Partitions that are added to the topic later get producers of the client's own class: those
 * are held back like others, but are not here.
 */
final class PartitionThrottles {

  private final Map<Integer, ProducerThrottle> byIndex = new ConcurrentHashMap<>();
  private final ThrottleListeners listeners = new ThrottleListeners();
  private volatile int throttled;

  private final ThrottleListener listener = new ThrottleListener() {
    @Override
    public void throttled(Producer<?> partition, Throttle throttle) {
      changed(1, throttle);
    }

    @Override
    public void resumed(Producer<?> partition, Throttle throttle) {
      changed(-1, throttle);
    }
  };

  void add(int index, AwareProducer<?> partition) {
    byIndex.put(index, partition.own());
    var unused = partition.onThrottle(listener);
  }

  private synchronized void changed(int by, Throttle throttle) {
    int before = throttled;
    throttled = before + by;
    if (before == 0) {
      listeners.throttled(throttle);
    } else if (throttled == 0) {
      listeners.resumed(throttle);
    }
  }

  boolean anyIsThrottled() {
    return throttled > 0;
  }

  boolean isThrottled(int index) {
    ProducerThrottle partition = byIndex.get(index);
    return partition != null && partition.current().isPresent();
  }

  /** The one that is to last longest. */
  Optional<Throttle> longest() {
    return byIndex.values().stream()
        .flatMap(partition -> partition.current().stream())
        .max(Comparator.comparing(Throttle::until));
  }

  AutoCloseable listen(Producer<?> producer, ThrottleListener listener) {
    return listeners.add(producer, listener);
  }
}
