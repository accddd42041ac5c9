package io.sluice.gateway.internal.publish;

import io.sluice.gateway.internal.net.Wire;
import io.sluice.gateway.internal.session.Session;
import io.sluice.protocol.ThrottleCommands;
import io.sluice.protocol.wire.CommandThrottleProducer.ThrottlingReason;

/** Says to a client that a producer of it is throttled. Belongs to the connection's event loop. */
final class ThrottleCommandWriter {

  private final Session session;
  private final ThrottleCommandMetrics metrics;
  private long lastRequestId;
  private boolean flushing;

  ThrottleCommandWriter(Session session, ThrottleCommandMetrics metrics) {
    this.session = session;
    this.metrics = metrics;
  }

  /** Whether the client takes what it is sent; much that it has not read is reason to say no more. */
  boolean areHeard() {
    return session.isRelaying() && session.client.isWritable();
  }

  /** Says it, and answers under which number. */
  long say(Producer producer, ThrottlingReason reason, long pauseForMillis) {
    metrics.sent(reason);
    Wire.write(
        session.client,
        ThrottleCommands.throttle(++lastRequestId, producer.id, reason, pauseForMillis));
    if (!flushing) {
      flushing = true; // once for many
      session.later(() -> {
        flushing = false;
        session.client.flush();
      });
    }
    return lastRequestId;
  }
}
