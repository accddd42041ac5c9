package io.sluice.client;

import org.apache.pulsar.client.api.Producer;

/**
 * Is told when a producer is throttled and when that is over. Called on a thread of the client, in this
 * order and once each for every throttle, so it must not block; what it throws is logged.
 */
public interface ThrottleListener {

  /** The producer holds its messages back from now on, or may have to wait for their receipts. */
  void throttled(Producer<?> producer, Throttle throttle);

  /** It goes on. */
  void resumed(Producer<?> producer, Throttle throttle);
}
