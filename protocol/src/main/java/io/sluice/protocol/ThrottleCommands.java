package io.sluice.protocol;

import io.netty.buffer.ByteBuf;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.CommandThrottleProducer.ThrottlingReason;

/**
 * The commands by which a producer is told that it is throttled, and the flag of clients that understand
 * them. They are PIP-385's, under numbers of our own, which {@code docs/wire-format.md} explains: a peer
 * that does not know a command closes the connection, so only a peer that has announced the flag gets one.
 */
public final class ThrottleCommands {

  private static final int CONNECT_FEATURE_FLAGS = 10;
  private static final int CONNECTED_FEATURE_FLAGS = 4;
  private static final int SUPPORTED = 1385;

  private ThrottleCommands() {}

  /**
   * Tells a producer to send nothing more for so long. Of a limit on the whole connection the time is 0:
   * then it is not read, and the command only says why.
   */
  public static ByteBuf throttle(
      long requestId, long producerId, ThrottlingReason reason, long pauseForMillis) {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.THROTTLE_PRODUCER);
    command
        .setThrottleProducer()
        .setRequestId(requestId)
        .setProducerId(producerId)
        .setThrottlingReason(reason)
        .setPauseForMillis(pauseForMillis);
    return Frames.of(command);
  }

  /** The receipt: the client promises to do so. */
  public static ByteBuf receipt(long requestId) {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.THROTTLE_PRODUCER_RECEIPT);
    command.setThrottleProducerReceipt().setRequestId(requestId);
    return Frames.of(command);
  }

  /** A client's CONNECT, with the flag; every other byte of it is kept. */
  public static ByteBuf announceInConnect(ByteBuf frame) throws MalformedFrameException {
    return FrameEditor.edit(
        frame, BaseCommand.Type.CONNECT_VALUE, fields -> announced(fields, CONNECT_FEATURE_FLAGS));
  }

  /** A server's CONNECTED, with the flag; every other byte of it is kept. */
  public static ByteBuf announceInConnected(ByteBuf frame) throws MalformedFrameException {
    return FrameEditor.edit(
        frame,
        BaseCommand.Type.CONNECTED_VALUE,
        fields -> announced(fields, CONNECTED_FEATURE_FLAGS));
  }

  /** The fields of a CONNECT without the flag, to pass on to a broker, for which the flag is not meant. */
  public static RawMessage withdrawnFromConnect(RawMessage connect) throws MalformedFrameException {
    RawMessage flags = RawMessage.parse(connect.bytes(CONNECT_FEATURE_FLAGS));
    return connect.with(CONNECT_FEATURE_FLAGS, flags.without(SUPPORTED).toBytes());
  }

  private static RawMessage announced(RawMessage fields, int featureFlags)
      throws MalformedFrameException {
    RawMessage flags = RawMessage.parse(fields.bytes(featureFlags));
    return fields.with(featureFlags, flags.with(SUPPORTED, true).toBytes());
  }
}
