package io.sluice.gateway.internal.net;

import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.ServerChannel;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.RoundRobinDnsAddressResolverGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.util.concurrent.TimeUnit;

/** The event loops and the kind of sockets on them: epoll where there is one, the JDK's elsewhere. */
public final class Transport implements AutoCloseable {

  /**
   * What may wait in the gateway for one side of one connection before the other side is no longer
   * read: enough to keep a fast network busy, little enough for thousands of connections.
   */
  public static final WriteBufferWaterMark WATER_MARK =
      new WriteBufferWaterMark(128 * 1024, 256 * 1024);

  private static final int MIN_READ_BYTES = 1024;
  private static final int FIRST_READ_BYTES = 4 * 1024;
  private static final int MAX_READ_BYTES = 256 * 1024;

  /** Once it is closed, it closes whatever else is added. */
  private final ChannelGroup connections =
      new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE, true);

  private final EventLoopGroup loops;
  private final RoundRobinDnsAddressResolverGroup resolver;
  private final boolean epoll = Epoll.isAvailable();

  public Transport(int threads) {
    IoHandlerFactory io = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    this.loops =
        new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory("sluice-gateway"), io);
    Class<? extends DatagramChannel> datagrams =
        epoll ? EpollDatagramChannel.class : NioDatagramChannel.class;
    // Resolving a name must not block the event loop of thousands of clients, as the JDK's would.
    this.resolver = new RoundRobinDnsAddressResolverGroup(
        new DnsNameResolverBuilder().datagramChannelType(datagrams));
  }

  /**
   * How much is read at once; it adapts to what there is. The most is twice a batch of the Java
   * client, so that most batches arrive as a whole and need not be copied together.
   */
  public static RecvByteBufAllocator readSizes() {
    return new AdaptiveRecvByteBufAllocator(MIN_READ_BYTES, FIRST_READ_BYTES, MAX_READ_BYTES);
  }

  public EventLoopGroup loops() {
    return loops;
  }

  RoundRobinDnsAddressResolverGroup resolver() {
    return resolver;
  }

  Class<? extends Channel> socket() {
    return epoll ? EpollSocketChannel.class : NioSocketChannel.class;
  }

  public Class<? extends ServerChannel> serverSocket() {
    return epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
  }

  /** Registers a connection; {@link #close} closes it. Has to be called for every connection. */
  public void opened(Channel connection) {
    connections.add(connection);
  }

  @Override
  public void close() {
    resolver.close();
    // Before the event loops end: one that is busy until its shutdown times out leaves its channels
    // open.
    connections.close().awaitUninterruptibly(5, TimeUnit.SECONDS);
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly(10_000);
  }
}
