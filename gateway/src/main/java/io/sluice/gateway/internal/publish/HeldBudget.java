package io.sluice.gateway.internal.publish;

import io.sluice.gateway.internal.limit.ByteBudget;
import io.sluice.gateway.internal.net.SessionContext;
import io.sluice.gateway.view.PauseReason;

/**
 * How many bytes of a connection are held. Past its own bound, and while the node holds too much in all,
 * the connection is not read. Belongs to the connection's event loop.
 */
final class HeldBudget {

  private final long max;
  private final ByteBudget node;
  private final ReadPauses pauses;
  private final PublishMetrics metrics;
  private final Runnable nodeRelief;
  private long bytes;

  HeldBudget(
      long max,
      ByteBudget node,
      ReadPauses pauses,
      PublishMetrics metrics,
      SessionContext session) {
    this.max = max;
    this.node = node;
    this.pauses = pauses;
    this.metrics = metrics;
    this.nodeRelief = () -> session.execute(() -> pauses.resume(PauseReason.NODE_HELD_BYTES));
  }

  /** More is held, or less if negative. */
  void changed(int frames, long memory) {
    bytes += memory;
    node.use(memory);
    metrics.held(frames);
    if (bytes <= max / 2) {
      pauses.resume(PauseReason.HELD_BYTES);
    }
    if (bytes == 0 && pauses.resume(PauseReason.NODE_HELD_BYTES)) {
      node.forget(nodeRelief); // a connection that holds nothing is read, whatever others hold
    }
  }

  /** Stops reading if too much is held. */
  void pauseIfSpent() {
    if (bytes >= max) {
      pauses.pause(PauseReason.HELD_BYTES);
    }
    if (node.isSpent() && pauses.pause(PauseReason.NODE_HELD_BYTES)) {
      node.whenRelieved(nodeRelief);
    }
  }

  /** The connection has ended. */
  void close() {
    node.forget(nodeRelief);
  }
}
