package io.sluice.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.CommandLookupTopicResponse;
import io.sluice.protocol.wire.CommandLookupTopicResponse.LookupType;
import io.sluice.protocol.wire.CommandPartitionedTopicMetadataResponse;
import io.sluice.protocol.wire.ServerError;
import java.util.Optional;

/** Reads whole commands, and makes the frames that the gateway says on its own. */
public final class Frames {

  /** What a broker adds to the largest message to get the largest frame. */
  public static final int FRAME_PADDING_BYTES = 10 * 1024;

  /** The largest message of a broker that does not say another. */
  public static final int DEFAULT_MAX_MESSAGE_BYTES = 5 * 1024 * 1024;

  private static final byte[] PING = bytesOf(command(BaseCommand.Type.PING));
  private static final byte[] PONG = bytesOf(command(BaseCommand.Type.PONG));

  private Frames() {}

  /**
   * Parses the command of a frame that begins at {@code index}. Its strings are views of the buffer:
   * they must be read before the buffer is released.
   */
  public static void parse(BaseCommand into, ByteBuf in, int index) throws MalformedFrameException {
    parse(into, in, index + FramePeek.HEADER_BYTES, in.getInt(index + 4));
  }

  static void parse(BaseCommand into, ByteBuf in, int start, int commandBytes)
      throws MalformedFrameException {
    try {
      into.parseFrom(in.slice(start, commandBytes), commandBytes);
    } catch (RuntimeException e) {
      // The generated parser has no exception of its own: it fails with any that it runs into.
      throw new MalformedFrameException("a command that cannot be parsed: " + e.getMessage());
    }
  }

  /** A keep-alive question. */
  public static ByteBuf ping() {
    return Unpooled.wrappedBuffer(PING);
  }

  /** A keep-alive answer. */
  public static ByteBuf pong() {
    return Unpooled.wrappedBuffer(PONG);
  }

  /** The refusal of any request. */
  public static ByteBuf error(long requestId, ServerError error, String message) {
    BaseCommand command = command(BaseCommand.Type.ERROR);
    command.setError().setRequestId(requestId).setError(error).setMessage(message);
    return of(command);
  }

  /** The refusal of something that was published. */
  public static ByteBuf sendError(
      long producerId, long sequenceId, ServerError error, String message) {
    BaseCommand command = command(BaseCommand.Type.SEND_ERROR);
    command
        .setSendError()
        .setProducerId(producerId)
        .setSequenceId(sequenceId)
        .setError(error)
        .setMessage(message);
    return of(command);
  }

  /** The refusal of a lookup, which clients expect in its own kind of answer. */
  public static ByteBuf lookupFailed(long requestId, ServerError error, String message) {
    BaseCommand command = command(BaseCommand.Type.LOOKUP_RESPONSE);
    command
        .setLookupTopicResponse()
        .setRequestId(requestId)
        .setResponse(LookupType.Failed)
        .setError(error)
        .setMessage(message);
    return of(command);
  }

  /**
   * The answer to a lookup that another service is to be asked. Says that it is authoritative, which the client repeats
   * there.
   *
   * @param url the service's address for clients without TLS, if there is one
   * @param urlTls the one for clients with TLS, if there is one
   */
  public static ByteBuf lookupRedirected(
      long requestId, Optional<String> url, Optional<String> urlTls) {
    BaseCommand command = command(BaseCommand.Type.LOOKUP_RESPONSE);
    CommandLookupTopicResponse response = command
        .setLookupTopicResponse()
        .setRequestId(requestId)
        .setResponse(LookupType.Redirect)
        .setAuthoritative(true);
    url.ifPresent(response::setBrokerServiceUrl);
    urlTls.ifPresent(response::setBrokerServiceUrlTls);
    return of(command);
  }

  /** The refusal of a question for a topic's partitions, which has its own kind of answer, too. */
  public static ByteBuf partitionsFailed(long requestId, ServerError error, String message) {
    BaseCommand command = command(BaseCommand.Type.PARTITIONED_METADATA_RESPONSE);
    command
        .setPartitionMetadataResponse()
        .setRequestId(requestId)
        .setResponse(CommandPartitionedTopicMetadataResponse.LookupType.Failed)
        .setError(error)
        .setMessage(message);
    return of(command);
  }

  /** Permits for so many more messages to a consumer; brokers take no 0. */
  public static ByteBuf flow(long consumerId, int permits) {
    BaseCommand command = command(BaseCommand.Type.FLOW);
    command.setFlow().setConsumerId(consumerId).setMessagePermits(permits);
    return of(command);
  }

  /** The frame of a command that carries no message. */
  public static ByteBuf of(BaseCommand command) {
    return Unpooled.wrappedBuffer(bytesOf(command));
  }

  private static byte[] bytesOf(BaseCommand command) {
    int commandBytes = command.getSerializedSize();
    byte[] frame = new byte[FramePeek.HEADER_BYTES + commandBytes];
    ByteBuf out = Unpooled.wrappedBuffer(frame).clear();
    out.writeInt(4 + commandBytes).writeInt(commandBytes);
    command.writeTo(out);
    return frame;
  }

  private static BaseCommand command(BaseCommand.Type type) {
    BaseCommand command = new BaseCommand().setType(type);
    switch (type) {
      case PING -> command.setPing();
      case PONG -> command.setPong();
      default -> {}
    }
    return command;
  }
}
