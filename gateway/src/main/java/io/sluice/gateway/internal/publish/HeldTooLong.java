package io.sluice.gateway.internal.publish;

import io.netty.buffer.ByteBuf;
import io.sluice.protocol.Frames;
import io.sluice.protocol.MalformedFrameException;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.CommandSend;
import io.sluice.protocol.wire.ServerError;
import org.jspecify.annotations.Nullable;

/**
 * Which held frames are answered with an error: those that have waited for longer than they may, but never
 * one of several chunks of a message. Belongs to the connection's event loop.
 */
final class HeldTooLong {

  private static final String MESSAGE =
      "the topic or its resource group is over its publish limit, and the message has waited for"
          + " longer than it may";

  private final long maxNanos;
  private final BaseCommand command = new BaseCommand();

  /** @param maxNanos 0 if frames may wait for ever */
  HeldTooLong(long maxNanos) {
    this.maxNanos = maxNanos;
  }

  boolean isLimited() {
    return maxNanos > 0;
  }

  /** The answer to the oldest frame, or null if it goes on waiting. */
  @Nullable
  ByteBuf refuse(long producerId, HeldFrames frames, long nowNanos, ByteBuf in, int index) {
    if (nowNanos - frames.oldestNanos() < maxNanos) {
      return null;
    }
    try {
      Frames.parse(command, in, index);
    } catch (MalformedFrameException e) {
      throw new IllegalStateException("a frame that was right when it arrived", e);
    }
    if (!command.hasSend() || command.getSend().isIsChunk()) {
      return null;
    }
    CommandSend send = command.getSend();
    long sequenceId = Math.max(send.getSequenceId(), send.getHighestSequenceId());
    return Frames.sendError(producerId, sequenceId, ServerError.NotAllowedError, MESSAGE);
  }
}
