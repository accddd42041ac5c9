package io.sluice.gateway.internal.publish;

import io.sluice.gateway.internal.net.SessionContext;
import io.sluice.protocol.ThrottleCommands;
import io.sluice.protocol.wire.CommandThrottleProducer.ThrottlingReason;

/** Writes THROTTLE_PRODUCER commands to a client. Belongs to the connection's event loop. */
final class ThrottleCommandWriter {

  private final SessionContext session;
  private final ThrottleCommandMetrics metrics;
  private long lastRequestId;

  ThrottleCommandWriter(SessionContext session, ThrottleCommandMetrics metrics) {
    this.session = session;
    this.metrics = metrics;
  }

  ThrottleCommandMetrics metrics() {
    return metrics;
  }

  /** Writes a command, and answers with its request id. */
  long write(long producerId, ThrottlingReason reason, long pauseForMillis) {
    metrics.sent(reason);
    session.tellClient(
        ThrottleCommands.throttle(++lastRequestId, producerId, reason, pauseForMillis));
    return lastRequestId;
  }
}
