package io.sluice.gateway.internal.session;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.haproxy.HAProxyMessageDecoder;
import io.netty.handler.ssl.SslContext;
import io.sluice.gateway.config.CertificateFiles;
import io.sluice.gateway.internal.net.ChannelWrites;
import io.sluice.gateway.internal.net.Transport;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Puts a client's connection together: room for it, who it is from, TLS, frames. */
public final class ClientPipeline extends ChannelInitializer<Channel> {

  private final Transport transport;
  private final GatewayContext node;
  private final boolean proxyProtocol;
  private final @Nullable CertificateFiles<SslContext> tls;

  public ClientPipeline(
      Transport transport,
      GatewayContext node,
      boolean proxyProtocol,
      @Nullable CertificateFiles<SslContext> tls) {
    this.transport = transport;
    this.node = node;
    this.proxyProtocol = proxyProtocol;
    this.tls = tls;
  }

  @Override
  protected void initChannel(Channel channel) {
    transport.opened(channel);
    InetSocketAddress peer = (InetSocketAddress) channel.remoteAddress();
    if (!node.slots().take()) {
      node.turnedAway(
          peer, CloseReason.TOO_MANY_CONNECTIONS, "the node has as many connections as it may");
      ChannelWrites.close(channel);
      return;
    }
    channel.closeFuture().addListener(closed -> node.slots().giveBack());
    if (proxyProtocol) {
      channel
          .pipeline()
          .addLast(
              new HAProxyMessageDecoder(), new ProxyHeader(node, client -> open(channel, client)));
    } else {
      open(channel, peer);
    }
  }

  private void open(Channel channel, InetSocketAddress client) {
    if (!node.slots().take(client.getAddress())) {
      node.turnedAway(
          client,
          CloseReason.TOO_MANY_FROM_ADDRESS,
          "its address has as many connections as it may");
      ChannelWrites.close(channel);
      return;
    }
    channel.closeFuture().addListener(closed -> node.slots().giveBack(client.getAddress()));
    if (tls != null) {
      channel.pipeline().addLast(tls.current().newHandler(channel.alloc()));
    }
    Session.open(node, channel, client);
  }
}
