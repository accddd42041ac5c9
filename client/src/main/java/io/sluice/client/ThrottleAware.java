package io.sluice.client;

import java.util.Optional;
import org.apache.pulsar.client.api.Producer;

/** A producer that knows when it is throttled: every producer of a {@link SluiceClient}. */
public interface ThrottleAware {

  /** Whether it is throttled now; of a partitioned topic, whether any partition is. */
  default boolean isThrottled() {
    return throttle().isPresent();
  }

  /** Why, since when and until when it is throttled; of a partitioned topic, the throttle that is to last longest. */
  Optional<Throttle> throttle();

  /** Calls the listener for every throttle from now on; closing what is returned ends that. */
  AutoCloseable onThrottle(ThrottleListener listener);

  /**
   * The same producer, as one that knows.
   *
   * @throws IllegalArgumentException if it is not a producer of a {@link SluiceClient}
   */
  static ThrottleAware of(Producer<?> producer) {
    if (producer instanceof ThrottleAware aware) {
      return aware;
    }
    throw new IllegalArgumentException(
        "not a producer of a client that was built by SluiceClient.build: " + producer.getClass());
  }
}
