package io.sluice.protocol;

import io.netty.buffer.ByteBuf;

/**
 * Looks at a MESSAGE in place: which consumer it is for, and how many messages it is to a broker that
 * counts permits. It copies nothing and never looks at the payload, which may be compressed or
 * encrypted. An instance holds the last answer and is reused; it belongs to one thread.
 *
 * <p>The metadata is written by the producer's client and unchecked: what cannot be read there counts as
 * one message.
 */
public final class MessagePeek {

  private static final int BROKER_ENTRY_METADATA = 0x0e02;
  private static final int CHECKSUM = 0x0e01;
  private static final int VARINT = 0;
  private static final int LENGTH_DELIMITED = 2;
  private static final int CONSUMER_ID = 1;
  private static final int ACK_SET = 4;
  private static final int MESSAGES_IN_BATCH = 11;

  /** Instead of an exception, which would cost more than all the rest. */
  private boolean unreadable;

  private int position;
  private long consumerId;
  private int unacknowledged;
  private int messages;

  /** Looks at the MESSAGE that begins at {@code index}, of which {@link FramePeek} has seen that it is one. */
  public void at(ByteBuf in, int index) {
    int commandBytes = in.getInt(index + 4);
    int frameEnd = index + 4 + in.getInt(index);
    int commandEnd = index + FramePeek.HEADER_BYTES + commandBytes;
    consumerId = 0;
    unacknowledged = -1;
    unreadable = false;
    position = index + FramePeek.HEADER_BYTES;
    readVarint(in, commandEnd); // tag and
    readVarint(in, commandEnd); // number of the type
    readVarint(in, commandEnd); // tag and
    readVarint(in, commandEnd); // length of the command
    while (position < commandEnd && !unreadable) {
      readCommandField(in, commandEnd);
    }
    unreadable = false;
    position = commandEnd;
    messages = unacknowledged >= 0 ? unacknowledged : Math.max(1, messagesInBatch(in, frameEnd));
  }

  /** The consumer that the message is for, by the client's number. */
  public long consumerId() {
    return consumerId;
  }

  /** How many permits it takes: its messages, without those of a batch that were acknowledged before. */
  public int messages() {
    return messages;
  }

  private void readCommandField(ByteBuf in, int end) {
    long tag = readVarint(in, end);
    int field = (int) (tag >>> 3);
    if (field == CONSUMER_ID && (tag & 7) == VARINT) {
      consumerId = readVarint(in, end);
    } else if (field == ACK_SET && (tag & 7) == VARINT) {
      addUnacknowledged(readVarint(in, end));
    } else if (field == ACK_SET && (tag & 7) == LENGTH_DELIMITED) {
      long packed = readVarint(in, end);
      if (packed < 0 || packed > end - position) {
        unreadable = true;
        return;
      }
      int packedEnd = position + (int) packed;
      while (position < packedEnd && !unreadable) {
        addUnacknowledged(readVarint(in, packedEnd));
      }
    } else {
      skip(in, end, tag);
    }
  }

  private void addUnacknowledged(long word) {
    unacknowledged = Math.max(0, unacknowledged) + Long.bitCount(word);
  }

  private int messagesInBatch(ByteBuf in, int frameEnd) {
    if (magic(in, frameEnd) == BROKER_ENTRY_METADATA) {
      position += Short.BYTES;
      enter(in, frameEnd, true);
    }
    if (magic(in, frameEnd) == CHECKSUM) {
      position += Short.BYTES + Integer.BYTES;
    }
    int end = enter(in, frameEnd, false);
    int count = 1;
    while (position < end && !unreadable) {
      long tag = readVarint(in, end);
      if ((int) tag == (MESSAGES_IN_BATCH << 3 | VARINT)) { // of numbers brokers take as many bits
        long last = readVarint(in, end);
        count = unreadable ? 1 : (int) last; // and of several the last
      } else {
        skip(in, end, tag);
      }
    }
    return count;
  }

  private int magic(ByteBuf in, int end) {
    return end - position < Short.BYTES ? 0 : in.getUnsignedShort(position);
  }

  /** Goes behind a length, and behind as much as it says if that is to be skipped; answers its end. */
  private int enter(ByteBuf in, int end, boolean skipped) {
    int size = end - position < Integer.BYTES ? -1 : in.getInt(position);
    if (size < 0 || size > end - position - Integer.BYTES) {
      unreadable = true;
      position = end;
      return end;
    }
    position += Integer.BYTES;
    int inside = position + size;
    if (skipped) {
      position = inside;
    }
    return inside;
  }

  private void skip(ByteBuf in, int end, long tag) {
    long bytes =
        switch ((int) (tag & 7)) {
          case VARINT -> {
            readVarint(in, end);
            yield 0;
          }
          case 1 -> Long.BYTES;
          case LENGTH_DELIMITED -> readVarint(in, end);
          case 5 -> Integer.BYTES;
          default -> -1;
        };
    if (bytes < 0 || bytes > end - position) {
      unreadable = true;
    } else {
      position += (int) bytes;
    }
  }

  private long readVarint(ByteBuf in, int end) {
    long value = 0;
    for (int shift = 0; shift < 64 && position < end; shift += 7) {
      byte b = in.getByte(position++);
      value |= (b & 0x7FL) << shift;
      if (b >= 0) {
        return value;
      }
    }
    unreadable = true;
    return 0;
  }
}
