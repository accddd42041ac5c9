package io.sluice.admin;

import com.linecorp.armeria.common.Flags;
import com.linecorp.armeria.common.util.TransportType;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * One event loop, which ends as soon as it is asked to; others would wait for two seconds whether there is
 * more to do, and with them the thread that stops the server.
 */
final class AdminEventLoop extends MultiThreadIoEventLoopGroup {

  private static final long LONGEST_SECONDS = 1;

  /** @param name of its thread */
  AdminEventLoop(String name) {
    super(
        1,
        new DefaultThreadFactory(name, true),
        Flags.transportType() == TransportType.EPOLL
            ? EpollIoHandler.newFactory()
            : NioIoHandler.newFactory());
  }

  @Override
  public Future<?> shutdownGracefully() {
    return shutdownGracefully(0, LONGEST_SECONDS, TimeUnit.SECONDS);
  }
}
