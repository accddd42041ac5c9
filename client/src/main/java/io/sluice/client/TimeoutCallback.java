package io.sluice.client;

import java.util.concurrent.CompletableFuture;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.impl.MessageImpl;
import org.apache.pulsar.client.impl.OpSendMsgStats;
import org.apache.pulsar.client.impl.SendCallback;
import org.jspecify.annotations.Nullable;

/**
 * Tells a message's own callback why it has timed out. In a batch callbacks are chained; the client walks along the chain
 * of its own ones, so that only the first of these, which it calls, is one of ours.
 */
final class TimeoutCallback implements SendCallback {

  private final SendCallback own;
  private final ProducerThrottle throttle;
  private final long sendTimeoutNanos;

  TimeoutCallback(SendCallback own, ProducerThrottle throttle, long sendTimeoutNanos) {
    this.own = own;
    this.throttle = throttle;
    this.sendTimeoutNanos = sendTimeoutNanos;
  }

  @Override
  public void sendComplete(@Nullable Throwable failure, OpSendMsgStats stats) {
    own.sendComplete(failure == null ? null : throttle.blame(failure, sendTimeoutNanos), stats);
  }

  @Override
  public void addCallback(MessageImpl<?> message, SendCallback next) {
    own.addCallback(message, next instanceof TimeoutCallback ours ? ours.own : next);
  }

  @Override
  public SendCallback getNextSendCallback() {
    return own.getNextSendCallback();
  }

  @Override
  public MessageImpl<?> getNextMessage() {
    return own.getNextMessage();
  }

  @Override
  public CompletableFuture<MessageId> getFuture() {
    return own.getFuture();
  }
}
