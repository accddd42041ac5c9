package io.sluice.client;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.function.Predicate;
import org.apache.pulsar.common.protocol.ByteBufPair;
import org.jspecify.annotations.Nullable;

/**
 * What a throttled producer wanted to write, in its order: Sends, and in the end what closes the producer. Each Send is
 * in the client's own queue as well, so that it is the client's limits that bound this one.
 */
final class HeldFrames {

  private record Frame(Object message, ChannelPromise promise) {}

  private final ArrayDeque<Frame> frames = new ArrayDeque<>();

  void add(Object message, ChannelPromise promise) {
    frames.addLast(new Frame(message, promise));
  }

  boolean isEmpty() {
    return frames.isEmpty();
  }

  /** The oldest Send, or null if there is none: then nothing is here, or only what closes the producer. */
  @Nullable
  ByteBufPair firstSend() {
    return !frames.isEmpty() && frames.getFirst().message instanceof ByteBufPair send ? send : null;
  }

  void writeFirst(ChannelHandlerContext ctx) {
    Frame frame = frames.removeFirst();
    var unused = ctx.write(frame.message, frame.promise);
  }

  /**
   * Drops Sends that have timed out. The client's queue has one reference to each and gives it back when it has failed
   * the message; then ours is the last.
   */
  void dropTimedOut() {
    drop(send -> send.refCnt() == 1);
  }

  /** Drops all Sends: the client sends them again, or has failed them. */
  void dropSends() {
    drop(send -> true);
  }

  private void drop(Predicate<ByteBufPair> dropped) {
    frames.removeIf(frame -> {
      boolean drop = frame.message instanceof ByteBufPair send && dropped.test(send);
      if (drop) {
        ReferenceCountUtil.release(frame.message);
      }
      return drop;
    });
  }

  /** The connection has ended. */
  void failAll(Throwable cause) {
    for (Frame frame = frames.pollFirst(); frame != null; frame = frames.pollFirst()) {
      ReferenceCountUtil.release(frame.message);
      if (!frame.promise.isVoid()) {
        frame.promise.tryFailure(cause);
      }
    }
  }
}
