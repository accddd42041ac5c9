package io.sluice.gateway.internal.publish;

import io.sluice.gateway.internal.limit.ByteBudget;
import io.sluice.gateway.internal.net.SessionContext;
import io.sluice.gateway.view.PauseReason;

/**
 * What a connection has published and brokers have not answered: the frames that were passed on, and the
 * bytes that count as the node's publish buffer, held ones included. Past either bound the connection is
 * not read. Belongs to the connection's event loop.
 */
final class UnansweredPublishes {

  private final int maxFrames;
  private final ByteBudget nodeBuffer;
  private final ReadPauses pauses;
  private final Runnable bufferRelief;
  private int frames;
  private boolean full;

  /** By how much the node's publish buffer has changed since that was last told. */
  private long bufferChange;

  UnansweredPublishes(
      int maxFrames, ByteBudget nodeBuffer, ReadPauses pauses, SessionContext session) {
    this.maxFrames = maxFrames;
    this.nodeBuffer = nodeBuffer;
    this.pauses = pauses;
    this.bufferRelief = () -> session.execute(() -> pauses.resume(PauseReason.PUBLISH_BUFFER));
  }

  int frames() {
    return frames;
  }

  /** Whether brokers have to answer before more frames are passed on. */
  boolean isFull() {
    return full;
  }

  /** A frame goes to the broker. */
  void passed(int bytes) {
    bufferChange += bytes;
    if (++frames >= maxFrames) {
      full = true;
      pauses.pause(PauseReason.PENDING_PUBLISHES);
    }
  }

  /** Frames were answered, or never will be; answers whether frames may be passed on again by that. */
  boolean answered(int count, long bytes) {
    bufferChange -= bytes;
    frames -= count;
    if (!full || frames > maxFrames / 2) {
      return false;
    }
    full = false;
    pauses.resume(PauseReason.PENDING_PUBLISHES);
    return true;
  }

  /** More bytes are held, or fewer if negative. */
  void held(long bytes) {
    bufferChange += bytes;
  }

  /** Tells the node what has changed. Once per read and not per frame, as all connections share it. */
  void report() {
    if (bufferChange == 0) {
      return;
    }
    boolean more = bufferChange > 0;
    nodeBuffer.use(bufferChange);
    bufferChange = 0;
    if (more && nodeBuffer.isSpent() && pauses.pause(PauseReason.PUBLISH_BUFFER)) {
      nodeBuffer.whenRelieved(bufferRelief);
    }
  }

  /** The connection has ended. */
  void close() {
    nodeBuffer.forget(bufferRelief);
  }
}
