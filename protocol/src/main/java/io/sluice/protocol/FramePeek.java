package io.sluice.protocol;

import io.netty.buffer.ByteBuf;
import io.sluice.protocol.wire.BaseCommand;

/**
 * Looks at the command of a frame in place: its type and, for what is sent and received per message,
 * the few numbers that accounting needs. It copies nothing and never looks past the command. An
 * instance holds the last answer and is reused; it belongs to one thread.
 *
 * <p>Peers disagree about a message in which a field comes twice or announces less than it has, and
 * limits must not be avoidable by such a message. So only the one shape passes that every known client
 * sends, the type first and then the command to the very end; and a SEND that has more than plain
 * numbers is read by the parser that brokers use.
 */
public final class FramePeek {

  /** Bytes of the two lengths in front of every command. */
  public static final int HEADER_BYTES = 8;

  private static final int TYPE_TAG = 1 << 3;
  private static final int VARINT = 0;
  private static final int LENGTH_DELIMITED = 2;

  /** Type, tag and length, one byte each, and a command whose length fits into one. */
  private static final int MAX_BYTES_AT_ONCE = 4 + 127;

  /** The tag of the producer's id, an id of one byte, and the tag of the sequence id. */
  private static final long PRODUCER_AND_SEQUENCE_ID_MASK = 0xFF_80_FFL;

  private static final long PRODUCER_AND_SEQUENCE_ID = 0x10_00_08L;

  private final BaseCommand parsed = new BaseCommand();
  private int type;
  private int bodyBytes;
  private long producerId;
  private int messages;
  private int position;

  /**
   * Looks at a frame that is readable from {@code index} as a whole.
   *
   * @param length bytes of the frame, with its first length field
   * @throws MalformedFrameException if it is no frame
   */
  public void at(ByteBuf in, int index, int length) throws MalformedFrameException {
    if (length < HEADER_BYTES) {
      throw new MalformedFrameException("a frame of " + length + " bytes");
    }
    int commandBytes = in.getInt(index + 4);
    if (commandBytes < 2 || commandBytes > length - HEADER_BYTES) {
      throw new MalformedFrameException(
          "a command of " + commandBytes + " bytes in a frame of " + length);
    }
    bodyBytes = length - HEADER_BYTES - commandBytes;
    int start = index + HEADER_BYTES;
    if (!atOnce(in, start, commandBytes)) {
      stepByStep(in, start, commandBytes);
    }
  }

  /**
   * Reads the commands that come per message with as few looks into the buffer as possible, as each
   * of them is checked against its bounds: eight bytes at a time. They hold the type, the command's tag
   * and length, and for what is sent the producer's id and the beginning of the sequence id. If
   * anything is not where it mostly is, nothing is decided here.
   */
  private boolean atOnce(ByteBuf in, int start, int commandBytes) {
    if (commandBytes < Long.BYTES || commandBytes > MAX_BYTES_AT_ONCE) {
      return false;
    }
    long eight = in.getLongLE(start);
    int first = (int) eight;
    int number = (first >>> 8) & 0xFF;
    // For these the tag has one byte.
    if (number < BaseCommand.Type.SEND_VALUE
        || number > BaseCommand.Type.FLOW_VALUE
        || first
            != (((commandBytes - 4) << 24)
                | (((number << 3) | LENGTH_DELIMITED) << 16)
                | (number << 8)
                | TYPE_TAG)) {
      return false;
    }
    if (number <= BaseCommand.Type.SEND_ERROR_VALUE) {
      if (((eight >>> 32) & PRODUCER_AND_SEQUENCE_ID_MASK) != PRODUCER_AND_SEQUENCE_ID) {
        return false;
      }
      producerId = (eight >>> 40) & 0x7F;
      messages = 1;
      // What else an answer has is of no interest, and brokers do not play tricks.
      if (number == BaseCommand.Type.SEND_VALUE && !endsAfterSequenceId(in, start, commandBytes)) {
        return false;
      }
    }
    type = number;
    return true;
  }

  /** Whether a SEND has a producer's id of one byte, a sequence id, and nothing else. */
  private boolean endsAfterSequenceId(ByteBuf in, int start, int commandBytes) {
    int sequenceIdStart = 7;
    if (commandBytes + bodyBytes < sequenceIdStart + Long.BYTES) {
      return false;
    }
    long lastBytes = ~in.getLongLE(start + sequenceIdStart) & 0x8080808080808080L;
    int sequenceIdBytes = (Long.numberOfTrailingZeros(lastBytes) >>> 3) + 1;
    return lastBytes != 0 && commandBytes == sequenceIdStart + sequenceIdBytes;
  }

  private void stepByStep(ByteBuf in, int start, int commandBytes) throws MalformedFrameException {
    int end = start + commandBytes;
    position = start + 1;
    long typeRead = in.getByte(start) == TYPE_TAG ? varint(in, end) : -1;
    long tag = position < end ? varint(in, end) : -1;
    long size = (tag & 7) == LENGTH_DELIMITED ? varint(in, end) : -1;
    if (tag >>> 32 != 0 || tag >>> 3 != typeRead || size != end - position) {
      throw new MalformedFrameException("a command that is not its type and then its body");
    }
    type = (int) typeRead;
    if (type >= BaseCommand.Type.SEND_VALUE
        && type <= BaseCommand.Type.SEND_ERROR_VALUE
        && !readSend(in, end)) {
      Frames.parse(parsed, in, start, commandBytes);
      producerId = parsed.getSend().getProducerId();
      messages = parsed.getSend().getNumMessages();
    }
  }

  /** The {@link BaseCommand.Type} by its number, which may be one that this version does not know. */
  public int type() {
    return type;
  }

  /** Bytes after the command: what Pulsar itself counts as the size of what is published. */
  public int bodyBytes() {
    return bodyBytes;
  }

  /** The producer of a SEND, SEND_RECEIPT or SEND_ERROR. */
  public long producerId() {
    return producerId;
  }

  /** How many messages a SEND carries. */
  public int messages() {
    return messages;
  }

  /** Whether it could be read; what brokers say can be in any case, as they do not play tricks. */
  private boolean readSend(ByteBuf in, int end) throws MalformedFrameException {
    producerId = 0;
    messages = 1;
    while (position < end) {
      long tag = varint(in, end);
      if (type == BaseCommand.Type.SEND_VALUE && (tag >>> 32 != 0 || (tag & 7) != VARINT)) {
        return false;
      }
      if ((tag & 7) != VARINT) {
        skip(in, end, tag);
        continue;
      }
      long value = varint(in, end);
      if (tag >>> 3 == 1) {
        producerId = value;
      } else if (tag >>> 3 == 3 && type == BaseCommand.Type.SEND_VALUE) {
        messages = (int) value;
      }
    }
    return true;
  }

  private void skip(ByteBuf in, int end, long tag) throws MalformedFrameException {
    long bytes;
    switch ((int) (tag & 7)) {
      case 1 -> bytes = 8;
      case LENGTH_DELIMITED -> bytes = varint(in, end);
      case 5 -> bytes = 4;
      default -> throw new MalformedFrameException("a field of wire type " + (tag & 7));
    }
    if (bytes < 0 || bytes > end - position) {
      throw new MalformedFrameException("a field that ends after its command");
    }
    position += (int) bytes;
  }

  private long varint(ByteBuf in, int end) throws MalformedFrameException {
    long value = 0;
    for (int shift = 0; shift < 64 && position < end; shift += 7) {
      byte b = in.getByte(position++);
      value |= (b & 0x7FL) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw new MalformedFrameException("a number that does not end");
  }
}
