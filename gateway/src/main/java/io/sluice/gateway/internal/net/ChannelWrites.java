package io.sluice.gateway.internal.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Writes without a future for each write: one that fails is told to the channel's own handler, which
 * ends the session; no caller could do more about it.
 */
public final class ChannelWrites {

  private static final int MAX_CLOSE_SECONDS = 5;

  private ChannelWrites() {}

  public static void write(Channel channel, ByteBuf frames) {
    var unused = channel.write(frames, channel.voidPromise());
  }

  public static void writeNow(Channel channel, ByteBuf frames) {
    var unused = channel.writeAndFlush(frames, channel.voidPromise());
  }

  /**
   * Says something about keep-alive, unless much else is on its way to the peer already: that tells it
   * as much, and a peer that asks and asks without reading must not fill the memory with answers.
   */
  public static void keepAlive(Channel channel, ByteBuf frame) {
    if (channel.isWritable()) {
      writeNow(channel, frame);
    }
  }

  public static void close(Channel channel) {
    var unused = channel.close();
  }

  /** Closes after everything that was written before, unless the peer takes too long to take it. */
  public static void closeAfterWrites(Channel channel) {
    ChannelFuture written =
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    if (!written.isDone()) {
      closeInAnyCase(channel);
    }
  }

  /**
   * Says no more after everything that was written before, and closes when the peer does, or takes too
   * long. Until then whatever it sends is read for the channel's handler to throw away: a connection
   * that is closed with something unread is reset, and the peer may lose what was written to it last,
   * such as the answers to what it would then publish again.
   */
  public static void hangUp(Channel channel) {
    var unused = channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> {
      if (!written.isSuccess() || !(channel instanceof DuplexChannel duplex)) {
        close(channel);
        return;
      }
      SslHandler tls = channel.pipeline().get(SslHandler.class);
      if (tls != null) {
        var unusedToo = tls.closeOutbound();
      }
      var unusedEither = duplex.shutdownOutput();
      channel.config().setAutoRead(true);
    });
    closeInAnyCase(channel);
  }

  private static void closeInAnyCase(Channel channel) {
    ScheduledFuture<?> patience =
        channel.eventLoop().schedule(() -> close(channel), MAX_CLOSE_SECONDS, TimeUnit.SECONDS);
    channel.closeFuture().addListener(closed -> patience.cancel(false));
  }
}
