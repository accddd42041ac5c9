package io.sluice.client;

import org.apache.pulsar.client.api.Producer;

/**
 * Called when a producer is throttled and when that is over. Both are called on a thread of the client, in
 * this order and once each for every throttle, so they must not block; what they throw is logged.
 */
public interface ThrottleListener {

  /** The producer holds its messages back from now on, or may have to wait for their receipts. */
  void throttled(Producer<?> producer, Throttle throttle);

  /** The producer goes on. */
  void resumed(Producer<?> producer, Throttle throttle);
}
