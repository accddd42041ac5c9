package io.sluice.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.OpenTelemetry;
import io.sluice.gateway.config.Cluster;
import io.sluice.gateway.config.ConnectionLimits;
import io.sluice.gateway.config.GatewayConfig;
import io.sluice.gateway.config.GroupSharing;
import io.sluice.gateway.config.HomeNodes;
import io.sluice.gateway.config.Listener;
import io.sluice.gateway.config.NodeLimits;
import io.sluice.gateway.config.PublishSettings;
import io.sluice.gateway.view.ConnectionView;
import io.sluice.policy.InMemoryPolicyStore;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyStore;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Gateways for tests, and waiting for what happens in them. */
public final class Gateways {

  private static final Duration DEADLINE = Duration.ofSeconds(20);

  private Gateways() {}

  static Gateway before(ScriptedBroker broker) throws IOException {
    return before(broker, ConnectionLimits.DEFAULT);
  }

  static Gateway before(ScriptedBroker broker, ConnectionLimits limits) throws IOException {
    return before(broker, limits, GatewayConfig.DEFAULT_KEEP_ALIVE_INTERVAL);
  }

  static Gateway before(ScriptedBroker broker, ConnectionLimits limits, Duration keepAlive)
      throws IOException {
    return Gateway.start(
        new GatewayConfig(
            List.of(Listener.plain("127.0.0.1", 0)),
            Cluster.of(broker.address()),
            limits,
            PublishSettings.DEFAULT,
            NodeLimits.NONE,
            keepAlive,
            2),
        new InMemoryPolicyStore(Policies.NONE),
        OpenTelemetry.noop());
  }

  /** One whose topics may have homes. */
  static Gateway before(
      ScriptedBroker broker, ConnectionLimits limits, PolicyStore policies, HomeNodes homes)
      throws IOException {
    return Gateway.start(
        new GatewayConfig(
            List.of(Listener.plain("127.0.0.1", 0)),
            Cluster.of(broker.address()),
            limits,
            PublishSettings.DEFAULT,
            NodeLimits.NONE,
            GatewayConfig.DEFAULT_KEEP_ALIVE_INTERVAL,
            2),
        policies,
        GroupSharing.alone(),
        homes,
        OpenTelemetry.noop());
  }

  /** One that limits publishing. */
  static Gateway before(
      ScriptedBroker broker,
      PublishSettings publish,
      NodeLimits node,
      PolicyStore policies,
      GroupSharing sharing,
      OpenTelemetry telemetry,
      Duration keepAlive)
      throws IOException {
    return Gateway.start(
        new GatewayConfig(
            List.of(Listener.plain("127.0.0.1", 0)),
            Cluster.of(broker.address()),
            ConnectionLimits.DEFAULT,
            publish,
            node,
            keepAlive,
            2),
        policies,
        sharing,
        telemetry);
  }

  static ConnectionLimits handshakeTimeout(Duration timeout) {
    ConnectionLimits d = ConnectionLimits.DEFAULT;
    return new ConnectionLimits(
        d.maxConnections(),
        d.maxConnectionsPerAddress(),
        timeout,
        d.maxFrameBytes(),
        d.maxLookupsInFlight(),
        d.maxHandlesPerConnection());
  }

  static List<ConnectionView> connections(Gateway gateway) {
    return gateway.connections().toCompletableFuture().join();
  }

  /** Polls until it is so; there is no event to wait for in another process or socket. */
  public static void until(String what, BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waiting until " + what).isLessThan(deadline);
      Thread.sleep(5);
    }
  }
}
