package io.sluice.gateway.internal.net;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslContext;
import io.sluice.gateway.config.BrokerAddress;
import io.sluice.gateway.config.BrokerTls;
import io.sluice.gateway.config.CertificateFiles;
import io.sluice.gateway.config.Cluster;
import io.sluice.gateway.config.ConnectionLimits;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections to brokers, on the event loop of the session that wants one. They are not read until the
 * one who wanted them says so.
 */
public final class BrokerDialer {

  /** Several brokers can be tried within the time of a handshake. */
  private static final int DIALS_PER_HANDSHAKE = 4;

  private final Transport transport;
  private final List<BrokerAddress> bootstrap;
  private final int connectTimeoutMillis;
  private final @Nullable CertificateFiles<SslContext> tls;
  private final boolean hasIdentity;
  private final AtomicInteger next = new AtomicInteger();

  public BrokerDialer(
      Transport transport,
      Cluster cluster,
      ConnectionLimits limits,
      @Nullable CertificateFiles<SslContext> tls) {
    this.transport = transport;
    this.bootstrap = cluster.bootstrap();
    this.connectTimeoutMillis =
        (int) Math.max(1, limits.handshakeTimeout().toMillis() / DIALS_PER_HANDSHAKE);
    this.tls = tls;
    this.hasIdentity = cluster.tls().flatMap(BrokerTls::identity).isPresent();
  }

  /** Whether the gateway can show brokers a certificate of its own. */
  public boolean hasIdentity() {
    return hasIdentity;
  }

  /** Any broker of the cluster: another one each time, and the next if one cannot be reached. */
  public void dialAny(
      EventLoop loop, BiConsumer<Channel, BrokerAddress> dialled, Consumer<Throwable> failed) {
    int first = Math.floorMod(next.getAndIncrement(), bootstrap.size());
    tryFrom(loop, first, bootstrap.size(), dialled, failed);
  }

  private void tryFrom(
      EventLoop loop,
      int index,
      int attempts,
      BiConsumer<Channel, BrokerAddress> dialled,
      Consumer<Throwable> failed) {
    dial(loop, bootstrap.get(index), dialled, cause -> {
      if (attempts > 1) {
        tryFrom(loop, (index + 1) % bootstrap.size(), attempts - 1, dialled, failed);
      } else {
        failed.accept(cause);
      }
    });
  }

  /** This one broker; the caller has made sure that it is allowed. */
  public void dial(
      EventLoop loop,
      BrokerAddress broker,
      BiConsumer<Channel, BrokerAddress> dialled,
      Consumer<Throwable> failed) {
    ChannelFuture dialling = new Bootstrap()
        .group(loop)
        .channel(transport.socket())
        .resolver(transport.resolver())
        .option(ChannelOption.AUTO_READ, false)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.SO_KEEPALIVE, true)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, connectTimeoutMillis)
        .option(ChannelOption.WRITE_BUFFER_WATER_MARK, Transport.WATER_MARK)
        .option(ChannelOption.RECVBUF_ALLOCATOR, Transport.readSizes())
        .handler(new ChannelInitializer<Channel>() {
          @Override
          protected void initChannel(Channel channel) {
            transport.opened(channel);
            if (tls != null) {
              channel
                  .pipeline()
                  .addLast(tls.current().newHandler(channel.alloc(), broker.host(), broker.port()));
            }
          }
        })
        .connect(broker.unresolved());
    dialling.addListener(result -> {
      if (result.isSuccess()) {
        dialled.accept(dialling.channel(), broker);
      } else {
        failed.accept(result.cause());
      }
    });
  }
}
