package io.sluice.client;

import org.apache.pulsar.client.api.PulsarClientException;

/**
 * A message was not published in time because its producer was throttled. It is a kind of timeout, so
 * that callers that handle timeouts handle this as well.
 */
public final class ProducerThrottledException extends PulsarClientException.TimeoutException {

  private static final long serialVersionUID = 1L;

  private final ThrottleReason reason;

  ProducerThrottledException(ThrottleReason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** The same with the stack trace of the caller that waited for the message. */
  ProducerThrottledException thrownHere() {
    ProducerThrottledException here =
        new ProducerThrottledException(reason, String.valueOf(getMessage()));
    here.initCause(this);
    here.setSequenceId(getSequenceId());
    return here;
  }

  /** Why the producer was throttled. */
  public ThrottleReason reason() {
    return reason;
  }
}
