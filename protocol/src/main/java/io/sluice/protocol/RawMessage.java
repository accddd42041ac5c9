package io.sluice.protocol;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A Protocol Buffers message as the list of its fields, each with its bytes as they came. What is not
 * edited is written back as it was read, whether or not the field is known here. Immutable, and
 * not for the path of a message: it copies.
 */
public final class RawMessage {

  private static final int LENGTH_DELIMITED = 2;

  private static final class Field {
    private final int number;
    private final int wireType;

    /** The field without its tag, and for what is length-delimited without the length. */
    private final byte[] content;

    private Field(int number, int wireType, byte[] content) {
      this.number = number;
      this.wireType = wireType;
      this.content = content;
    }
  }

  private final List<Field> fields;

  private RawMessage(List<Field> fields) {
    this.fields = fields;
  }

  /** Takes a message apart. */
  public static RawMessage parse(byte[] bytes) throws MalformedFrameException {
    List<Field> fields = new ArrayList<>();
    Cursor cursor = new Cursor(bytes);
    while (cursor.position < bytes.length) {
      long tag = cursor.varint();
      if (tag >>> 32 != 0) {
        throw new MalformedFrameException("a field's number that brokers would read as another");
      }
      int wireType = (int) (tag & 7);
      int from = cursor.position;
      switch (wireType) {
        case 0 -> cursor.varint();
        case 1 -> cursor.advance(8);
        case LENGTH_DELIMITED -> {
          long size = cursor.varint();
          from = cursor.position;
          cursor.advance(size);
        }
        case 5 -> cursor.advance(4);
        default -> throw new MalformedFrameException("a field of wire type " + wireType);
      }
      byte[] content = Arrays.copyOfRange(bytes, from, cursor.position);
      fields.add(new Field((int) (tag >>> 3), wireType, content));
    }
    return new RawMessage(fields);
  }

  /** The bytes of an embedded message, a string or bytes; the last one counts, none is empty. */
  public byte[] bytes(int number) {
    byte[] found = {};
    for (Field field : fields) {
      if (field.number == number && field.wireType == LENGTH_DELIMITED) {
        found = field.content;
      }
    }
    return found;
  }

  /** A string; the last one counts, none is empty. */
  public String string(int number) {
    return new String(bytes(number), StandardCharsets.UTF_8);
  }

  /** The same message without a field. */
  public RawMessage without(int number) {
    return new RawMessage(fields.stream().filter(f -> f.number != number).toList());
  }

  /** The same message with this one value of a field, instead of what it had. */
  public RawMessage with(int number, byte[] content) {
    return with(new Field(number, LENGTH_DELIMITED, content));
  }

  /** The same message with this one value of a field, instead of what it had. */
  public RawMessage with(int number, String content) {
    return with(number, content.getBytes(StandardCharsets.UTF_8));
  }

  /** The same message with this one value of a field, instead of what it had. */
  public RawMessage with(int number, boolean value) {
    return with(new Field(number, 0, new byte[] {(byte) (value ? 1 : 0)}));
  }

  private RawMessage with(Field field) {
    List<Field> edited = new ArrayList<>(without(field.number).fields);
    edited.add(field);
    return new RawMessage(edited);
  }

  /** The message put together again. */
  public byte[] toBytes() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (Field field : fields) {
      writeVarint(out, ((long) field.number << 3) | field.wireType);
      if (field.wireType == LENGTH_DELIMITED) {
        writeVarint(out, field.content.length);
      }
      out.writeBytes(field.content);
    }
    return out.toByteArray();
  }

  private static void writeVarint(ByteArrayOutputStream out, long value) {
    long rest = value;
    while (rest >>> 7 != 0) {
      out.write((int) (rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  private static final class Cursor {
    private final byte[] bytes;
    private int position;

    private Cursor(byte[] bytes) {
      this.bytes = bytes;
    }

    private long varint() throws MalformedFrameException {
      long value = 0;
      for (int shift = 0; shift < 64 && position < bytes.length; shift += 7) {
        byte b = bytes[position++];
        value |= (b & 0x7FL) << shift;
        if (b >= 0) {
          return value;
        }
      }
      throw new MalformedFrameException("a number that does not end");
    }

    private void advance(long count) throws MalformedFrameException {
      if (count < 0 || count > bytes.length - position) {
        throw new MalformedFrameException("a field that ends after its message");
      }
      position += (int) count;
    }
  }
}
