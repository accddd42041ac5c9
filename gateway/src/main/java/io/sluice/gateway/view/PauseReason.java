package io.sluice.gateway.view;

import io.sluice.core.ThrottleGate;
import io.sluice.protocol.wire.CommandThrottleProducer.ThrottlingReason;
import java.util.Locale;

/** Why a client's connection is not read for now. Each is switched on and off by itself. */
public enum PauseReason implements ThrottleGate.Reason {

  /** The node publishes as fast as it may. */
  NODE_RATE(ThrottlingReason.BrokerProduceQuotaExceeded),

  /** Brokers have too many frames of this connection to answer. */
  PENDING_PUBLISHES(ThrottlingReason.ConnectionPendingMessagesBreach),

  /** Too much of what was published is under way on the node. */
  PUBLISH_BUFFER(ThrottlingReason.MessageBufferSizeBreach),

  /** Too many bytes of this connection wait for their topics' limits. */
  HELD_BYTES(ThrottlingReason.MessageBufferSizeBreach),

  /** Too many bytes of all connections do. */
  NODE_HELD_BYTES(ThrottlingReason.MessageBufferSizeBreach);

  private final ThrottlingReason wireReason;

  PauseReason(ThrottlingReason wireReason) {
    this.wireReason = wireReason;
  }

  @Override
  public boolean isReentrant() {
    return false;
  }

  /** What clients are told. */
  public ThrottlingReason wireReason() {
    return wireReason;
  }

  /** The name in metrics. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
