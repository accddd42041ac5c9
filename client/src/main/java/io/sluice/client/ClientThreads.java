package io.sluice.client;

import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.impl.conf.ClientConfigurationData;
import org.apache.pulsar.common.util.netty.EventLoopUtil;
import org.jspecify.annotations.Nullable;

/**
 * The event loops and connections of a client. A client closes only those that it has made itself, so {@link
 * AwareClient}, which gives it others, has to close them.
 */
final class ClientThreads {

  /** As long as the client itself waits for its own. */
  private static final long CLOSE_TIMEOUT_SECONDS = 60;

  private final EventLoopGroup eventLoops;
  private final ScheduledExecutorService certificates;
  private @Nullable AwareConnections connections;

  ClientThreads(ClientConfigurationData conf) {
    boolean daemon = Thread.currentThread().isDaemon();
    eventLoops = EventLoopUtil.newEventLoopGroup(
        conf.getNumIoThreads(),
        conf.isEnableBusyWait(),
        new DefaultThreadFactory("pulsar-client-io", daemon));
    // Certificates are read from files, not on an event loop. Without TLS this never gets a thread.
    certificates = Executors.newSingleThreadScheduledExecutor(
        new DefaultThreadFactory("pulsar-client-certificates", true));
  }

  EventLoopGroup eventLoops() {
    return eventLoops;
  }

  AwareConnections connect(ClientConfigurationData conf) throws PulsarClientException {
    AwareConnections made = AwareConnections.create(conf, eventLoops, certificates);
    connections = made;
    return made;
  }

  /** Closes all of it, in the order in which the client closes its own; once more does nothing. */
  synchronized void close() throws PulsarClientException {
    if (eventLoops.isShutdown()) {
      return;
    }
    try {
      // By now nothing has work for them, so there is nothing to wait for.
      eventLoops
          .shutdownGracefully(0, CLOSE_TIMEOUT_SECONDS, TimeUnit.SECONDS)
          .get(CLOSE_TIMEOUT_SECONDS, TimeUnit.SECONDS);
      if (connections != null) {
        connections.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PulsarClientException(e);
    } catch (Exception e) {
      throw PulsarClientException.unwrap(e);
    } finally {
      certificates.shutdownNow();
    }
  }
}
