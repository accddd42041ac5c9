package io.sluice.gateway;

import io.sluice.core.ThrottleGate;
import java.util.Locale;

/** Why a client's connection is not read for now. Each is switched on and off by itself. */
public enum PauseReason implements ThrottleGate.Reason {

  /** The node publishes as fast as it may. */
  NODE_RATE,

  /** Brokers have too many frames of this connection to answer. */
  PENDING_PUBLISHES,

  /** Too much of what was published is under way on the node. */
  PUBLISH_BUFFER,

  /** Too many bytes of this connection wait for their topics' limits. */
  HELD_BYTES,

  /** Too many bytes of all connections do. */
  NODE_HELD_BYTES;

  @Override
  public boolean isReentrant() {
    return false;
  }

  /** The name in metrics. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
