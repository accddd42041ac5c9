package io.sluice.client;

import io.netty.channel.EventLoopGroup;
import io.netty.resolver.AddressResolver;
import java.net.InetSocketAddress;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.impl.ConnectionPool;
import org.apache.pulsar.client.impl.conf.ClientConfigurationData;
import org.apache.pulsar.client.impl.metrics.InstrumentProvider;

/** A client's connections, and the throttle state of its producers. */
@SuppressWarnings("try") // the superclass lets close() throw anything
final class AwareConnections extends ConnectionPool {

  private final Throttles throttles;

  private AwareConnections(
      InstrumentProvider instruments,
      ClientConfigurationData conf,
      EventLoopGroup eventLoops,
      Throttles throttles,
      ScheduledExecutorService certificates)
      throws PulsarClientException {
    super(
        instruments,
        conf,
        eventLoops,
        () -> new AwareCnx(instruments, conf, eventLoops, throttles),
        certificates);
    this.throttles = throttles;
  }

  static AwareConnections create(
      ClientConfigurationData conf,
      EventLoopGroup eventLoops,
      ScheduledExecutorService certificates)
      throws PulsarClientException {
    return new AwareConnections(
        new InstrumentProvider(conf.getOpenTelemetry()),
        conf,
        eventLoops,
        new Throttles(ClientClock.SYSTEM, new ThrottledTimeMetric(conf.getOpenTelemetry())),
        certificates);
  }

  Throttles throttles() {
    return throttles;
  }

  AddressResolver<InetSocketAddress> resolver() {
    return addressResolver;
  }
}
