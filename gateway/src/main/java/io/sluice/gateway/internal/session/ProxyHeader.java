package io.sluice.gateway.internal.session;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.haproxy.HAProxyMessage;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.ScheduledFuture;
import io.sluice.gateway.internal.net.ChannelWrites;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Waits for the PROXY protocol's header and learns from it who the client is. */
final class ProxyHeader extends SimpleChannelInboundHandler<HAProxyMessage> {

  private final GatewayContext node;
  private final Consumer<InetSocketAddress> learned;
  private @Nullable ScheduledFuture<?> timer;

  ProxyHeader(GatewayContext node, Consumer<InetSocketAddress> learned) {
    this.node = node;
    this.learned = learned;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    timer = context
        .executor()
        .schedule(
            () -> turnAway(
                context, CloseReason.HANDSHAKE_TIMEOUT, "it sent no header of the PROXY protocol"),
            node.limits().handshakeTimeout().toNanos(),
            TimeUnit.NANOSECONDS);
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, HAProxyMessage header) {
    learned.accept(client(context, header));
    context.pipeline().remove(this);
  }

  /** A load balancer that speaks for itself, as in its health checks, is the client. */
  private static InetSocketAddress client(ChannelHandlerContext context, HAProxyMessage header) {
    InetAddress address = header.sourceAddress() == null
        ? null
        : NetUtil.createInetAddressFromIpAddressString(header.sourceAddress());
    return address == null
        ? (InetSocketAddress) context.channel().remoteAddress()
        : new InetSocketAddress(address, header.sourcePort());
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    if (timer != null) {
      timer.cancel(false);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    // Not what the cause says, as that may hold what was sent.
    if (cause instanceof IOException) {
      turnAway(context, CloseReason.CLIENT_CLOSED, "it broke before its header was there");
    } else {
      turnAway(context, CloseReason.MALFORMED, "it has no header of the PROXY protocol");
    }
  }

  private void turnAway(ChannelHandlerContext context, CloseReason reason, String detail) {
    node.turnedAway((InetSocketAddress) context.channel().remoteAddress(), reason, detail);
    ChannelWrites.close(context.channel());
  }
}
