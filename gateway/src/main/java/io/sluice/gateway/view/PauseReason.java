package io.sluice.gateway.view;

import io.sluice.core.ThrottleGate;
import io.sluice.protocol.wire.CommandThrottleProducer.ThrottlingReason;
import java.util.Locale;

/** Why a client's connection is not read for now. Each is switched on and off by itself. */
public enum PauseReason implements ThrottleGate.Reason {

  /** The node's publish rate is used up. */
  NODE_RATE(ThrottlingReason.BrokerProduceQuotaExceeded),

  /** Too many SENDs of this connection are not answered by brokers yet. */
  PENDING_PUBLISHES(ThrottlingReason.ConnectionPendingMessagesBreach),

  /** Too many bytes that clients have published, held or not answered by brokers, are on the node. */
  PUBLISH_BUFFER(ThrottlingReason.MessageBufferSizeBreach),

  /** Too many bytes of this connection are held for limits of topics and resource groups. */
  HELD_BYTES(ThrottlingReason.MessageBufferSizeBreach),

  /** Too many bytes of all connections are held for such limits. */
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
