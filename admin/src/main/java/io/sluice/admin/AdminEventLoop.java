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
 * One event loop, without the quiet period of two seconds that Netty's event loops have by default
 * when they shut down. To stop the server would take that much longer.
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
