package io.sluice.gateway.internal.publish;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sluice.protocol.FramePeek;
import io.sluice.protocol.MalformedFrameException;
import io.sluice.protocol.wire.BaseCommand;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The SENDs of a throttled producer, in order, and the CLOSE_PRODUCER behind them; {@link
 * Producer#hold} adds them. They are copied, one behind the other, into buffers of their own: a part
 * of what was read would keep all of it in memory, and an object per frame would often be larger than
 * the frame. So frames that go on together are one write again. Belongs to the connection's event
 * loop; the caller that takes frames out releases them.
 */
final class HeldFrames {

  private static final int LEAST_SEGMENT_BYTES = 256;
  private static final int MOST_SEGMENT_BYTES = 64 * 1024;

  /** Frames that arrive within this time count as one moment, and share a buffer. */
  private static final long MOMENT_NANOS = 10_000_000;

  /** What a buffer takes beside its bytes. */
  private static final int OVERHEAD_BYTES = 128;

  private record Segment(ByteBuf frames, long sinceNanos) {

    int memory() {
      return frames.capacity() + OVERHEAD_BYTES;
    }
  }

  /** Decides whether a frame goes on. */
  @FunctionalInterface
  interface Gate {
    boolean opensTo(FramePeek frame, ByteBuf in, int index);
  }

  private final ArrayDeque<Segment> segments = new ArrayDeque<>();
  private final FramePeek peek = new FramePeek();
  private int frames;
  private long bytes;
  private long memory;

  boolean isEmpty() {
    return frames == 0;
  }

  int frames() {
    return frames;
  }

  long bytes() {
    return bytes;
  }

  /** What it takes of the node's memory, which for a few small frames is more than these. */
  long memory() {
    return memory;
  }

  /** When the oldest arrived, or up to {@value #MOMENT_NANOS} ns before; there must be one. */
  long oldestNanos() {
    return segments.getFirst().sinceNanos();
  }

  /** Copies a frame to the end. */
  void add(ByteBuf frame, long nowNanos, ByteBufAllocator allocator) {
    int length = frame.readableBytes();
    Segment last = segments.peekLast();
    if (last == null
        || last.frames().writableBytes() < length
        || nowNanos - last.sinceNanos() > MOMENT_NANOS) {
      // As much again as the last one got, so that little is wasted on a producer that sends
      // little.
      int like = last == null ? 0 : 2 * last.frames().readableBytes();
      int size = Math.max(LEAST_SEGMENT_BYTES, Math.min(MOST_SEGMENT_BYTES, like));
      last = new Segment(allocator.directBuffer(Math.max(length, size)), nowNanos);
      segments.add(last);
      memory += last.memory();
    }
    last.frames().writeBytes(frame, frame.readerIndex(), length);
    frames++;
    bytes += length;
  }

  /** The oldest, until another is looked at; there must be one. */
  FramePeek peek() {
    ByteBuf segment = segments.getFirst().frames();
    at(segment, segment.readerIndex());
    return peek;
  }

  /** Takes out the oldest frames while the gate opens to them, in runs as long as possible. */
  List<ByteBuf> release(Gate gate) {
    List<ByteBuf> runs = new ArrayList<>();
    boolean open = true;
    while (open && !segments.isEmpty()) {
      ByteBuf segment = segments.getFirst().frames();
      int end = segment.readerIndex();
      while (open && end < segment.writerIndex()) {
        int length = at(segment, end);
        open = gate.opensTo(peek, segment, end);
        if (open) {
          end += length;
          frames--;
          bytes -= length;
        }
      }
      if (end > segment.readerIndex()) {
        runs.add(segment.readRetainedSlice(end - segment.readerIndex()));
      }
      if (!segment.isReadable()) {
        memory -= segments.removeFirst().memory();
        segment.release();
      }
    }
    return runs;
  }

  /** Forgets everything that was to be published, and takes out what closes the producer. */
  List<ByteBuf> discard() {
    List<ByteBuf> closing = new ArrayList<>();
    for (Segment segment : segments) {
      ByteBuf in = segment.frames();
      while (in.isReadable()) {
        int length = at(in, in.readerIndex());
        if (peek.type() == BaseCommand.Type.CLOSE_PRODUCER_VALUE) {
          closing.add(in.readRetainedSlice(length));
        } else {
          in.skipBytes(length);
        }
      }
      in.release();
    }
    segments.clear();
    frames = 0;
    bytes = 0;
    memory = 0;
    return closing;
  }

  private int at(ByteBuf in, int index) {
    int length = Integer.BYTES + in.getInt(index);
    try {
      peek.at(in, index, length);
    } catch (MalformedFrameException e) {
      throw new IllegalStateException("a frame that was right when it arrived", e);
    }
    return length;
  }
}
