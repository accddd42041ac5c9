package io.sluice.gateway.internal.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.sluice.protocol.FramePeek;
import io.sluice.protocol.MalformedFrameException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Finds the frames in what was read, where it was read. Frames that go on unchanged are not cut out
 * one by one: a run of them is handed on as one slice of the read buffer, so that many small frames
 * cost one write. Only a frame that began in one read and ends in another is copied, as it has to
 * arrive as a whole before the sink decides about it.
 *
 * <p>While it is paused it looks at nothing more, not even at what has been read already: what the
 * channel has read by the time that it is told not to can be thousands of frames.
 */
public final class FrameReader extends ChannelInboundHandlerAdapter {

  /** Decides about frames; called on the channel's event loop. */
  public interface Sink {

    /** Decides what becomes of a frame. */
    Verdict decide(FramePeek frame, ByteBuf in, int index) throws MalformedFrameException;

    /** Whole frames to be handed on; the sink releases them. */
    void pass(ByteBuf frames);

    /** Nothing more is there to be read for now. */
    void readComplete();

    /** The peer broke the protocol; nothing more of it will be read. */
    void malformed(MalformedFrameException fault);

    /** The peer has closed the connection, or lost it. */
    void closed();

    /** The connection broke, and will be closed. */
    void failed(Throwable cause);

    /** The channel has become writable or stopped being it. */
    void writabilityChanged();
  }

  /**
   * A frame of an accepted peer that is not larger than this gets its whole buffer when its length
   * is known; the buffer of a larger one grows with the bytes that arrive. Before a peer is
   * accepted the bound is much lower: otherwise thousands of peers could fill the memory with four
   * bytes each.
   */
  private static final int TRUSTED_FRAME_BYTES = 256 * 1024;

  private static final int UNTRUSTED_FRAME_BYTES = 1024;

  private final Sink sink;
  private final FramePeek peek = new FramePeek();
  private int maxFrameBytes;
  private int trustedFrameBytes = UNTRUSTED_FRAME_BYTES;
  private @Nullable ByteBuf partial;

  /** What was read and not looked at; not more than the channel reads at once. */
  private final Deque<ByteBuf> unread = new ArrayDeque<>();

  private @Nullable ChannelHandlerContext context;
  private boolean paused;
  private boolean stopped;

  public FrameReader(Sink sink, int maxFrameBytes) {
    this.sink = sink;
    this.maxFrameBytes = maxFrameBytes;
  }

  /** The peer is accepted, and may send frames as large as this. */
  public void setMaxFrameBytes(int maxFrameBytes) {
    this.maxFrameBytes = maxFrameBytes;
    this.trustedFrameBytes = TRUSTED_FRAME_BYTES;
  }

  /** Looks at no more frames after this one, or goes on where it has stopped. */
  public void setPaused(boolean pause) {
    paused = pause;
    if (!pause && !unread.isEmpty() && context != null) {
      context.executor().execute(this::catchUp); // not here, as the sink is at work on a frame
    }
  }

  /** Whether there is something left to look at before more is read. */
  public boolean hasUnread() {
    return !unread.isEmpty();
  }

  private void catchUp() {
    ChannelHandlerContext channel = context;
    if (channel != null && !unread.isEmpty() && !paused) {
      try {
        while (!unread.isEmpty() && !paused) {
          process(channel, unread.removeFirst());
        }
        sink.readComplete();
      } catch (Throwable e) { // which Netty catches only of what it reads itself
        exceptionCaught(channel, e);
      }
    }
  }

  /** Ignores whatever else arrives, and lets go of what has arrived of a frame. */
  public void stop() {
    stopped = true;
    if (partial != null) {
      partial.release();
      partial = null;
    }
    unread.forEach(ByteBuf::release);
    unread.clear();
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  @Override
  public void channelRead(ChannelHandlerContext channel, Object message) {
    ByteBuf in = (ByteBuf) message;
    if ((paused || !unread.isEmpty()) && !stopped) {
      unread.add(in);
    } else {
      process(channel, in);
    }
  }

  private void process(ChannelHandlerContext channel, ByteBuf in) {
    try {
      if (partial != null && !stopped) {
        completePartial(in);
      }
      if (in.isReadable() && !stopped) {
        scan(channel, in);
      }
    } catch (MalformedFrameException e) {
      stop();
      sink.malformed(e);
    } finally {
      in.release();
    }
  }

  private void scan(ChannelHandlerContext channel, ByteBuf in) throws MalformedFrameException {
    int end = in.writerIndex();
    int index = in.readerIndex();
    int runStart = index;
    try {
      while (end - index >= Integer.BYTES && !stopped && !paused) {
        int length = frameLength(in.getInt(index));
        if (length > end - index) {
          break;
        }
        peek.at(in, index, length);
        Verdict verdict = sink.decide(peek, in, index);
        if (verdict != Verdict.PASS) {
          passRun(in, runStart, index);
          runStart = index + length;
          verdict.apply(in.slice(index, length));
        }
        index += length;
      }
    } finally {
      if (runStart < index) {
        passRun(in, runStart, index);
      }
    }
    if (index < end && !stopped) {
      if (paused) {
        unread.addFirst(in.retainedSlice(index, end - index));
      } else {
        startPartial(channel, in.readerIndex(index));
      }
    }
  }

  private void passRun(ByteBuf in, int from, int to) {
    if (from == in.readerIndex() && to == in.writerIndex()) {
      sink.pass(in.retain());
    } else if (from < to) {
      sink.pass(in.retainedSlice(from, to - from));
    }
  }

  private int frameLength(int total) throws MalformedFrameException {
    if (total < Integer.BYTES || total > maxFrameBytes) {
      throw new MalformedFrameException("a frame of "
          + Integer.toUnsignedString(total)
          + " bytes, where 4 to "
          + maxFrameBytes
          + " are allowed");
    }
    return Integer.BYTES + total;
  }

  private void startPartial(ChannelHandlerContext channel, ByteBuf in)
      throws MalformedFrameException {
    int have = in.readableBytes();
    int length = have >= Integer.BYTES ? frameLength(in.getInt(in.readerIndex())) : Integer.BYTES;
    partial = channel.alloc().buffer(Math.max(have, Math.min(length, trustedFrameBytes)));
    partial.writeBytes(in);
  }

  private void completePartial(ByteBuf in) throws MalformedFrameException {
    ByteBuf frame = partial;
    if (frame == null
        || !fill(frame, in, Integer.BYTES)
        || !fill(frame, in, frameLength(frame.getInt(0)))) {
      return;
    }
    partial = null; // before the sink is told, which might close the channel
    try {
      peek.at(frame, 0, frame.readableBytes());
      Verdict verdict = sink.decide(peek, frame, 0);
      if (verdict == Verdict.PASS) {
        sink.pass(frame.retain());
      } else {
        verdict.apply(frame);
      }
    } finally {
      frame.release();
    }
  }

  /** Whether the frame has so many bytes now. */
  private static boolean fill(ByteBuf frame, ByteBuf in, int length) {
    int missing = length - frame.readableBytes();
    if (missing > 0) {
      frame.writeBytes(in, Math.min(missing, in.readableBytes()));
    }
    return frame.readableBytes() >= length;
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext channel) {
    sink.readComplete();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext channel) {
    sink.writabilityChanged();
  }

  @Override
  public void channelInactive(ChannelHandlerContext channel) {
    sink.closed();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext channel, Throwable cause) {
    sink.failed(cause);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext channel) {
    stop();
  }
}
