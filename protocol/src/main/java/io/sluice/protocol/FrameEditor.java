package io.sluice.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** Edits the command of a frame that carries no message, and keeps every other byte of it. */
public final class FrameEditor {

  /** What becomes of a command's fields. */
  @FunctionalInterface
  public interface Edit {
    RawMessage apply(RawMessage fields) throws MalformedFrameException;
  }

  private FrameEditor() {}

  /**
   * The frame anew, its command edited.
   *
   * @param frame exactly one frame; it is neither changed nor released
   * @param type the command's type, which in Pulsar's protocol is also the number of its field
   */
  public static ByteBuf edit(ByteBuf frame, int type, Edit edit) throws MalformedFrameException {
    RawMessage base = RawMessage.parse(commandOf(frame));
    byte[] command = base.with(
            type, edit.apply(RawMessage.parse(base.bytes(type))).toBytes())
        .toBytes();
    return Unpooled.buffer(FramePeek.HEADER_BYTES + command.length)
        .writeInt(4 + command.length)
        .writeInt(command.length)
        .writeBytes(command);
  }

  private static byte[] commandOf(ByteBuf frame) throws MalformedFrameException {
    int index = frame.readerIndex();
    int commandBytes = frame.getInt(index + 4);
    if (frame.readableBytes() != FramePeek.HEADER_BYTES + commandBytes) {
      throw new MalformedFrameException("bytes behind a command that carries no message");
    }
    byte[] command = new byte[commandBytes];
    frame.getBytes(index + FramePeek.HEADER_BYTES, command);
    return command;
  }
}
