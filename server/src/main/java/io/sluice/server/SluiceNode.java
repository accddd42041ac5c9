package io.sluice.server;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.exporter.prometheus.PrometheusMetricReader;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.resources.Resource;
import io.sluice.admin.AdminServer;
import io.sluice.admin.NodeAccess;
import io.sluice.gateway.Gateway;
import io.sluice.policy.InMemoryPolicyStore;
import io.sluice.policy.PolicyStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running node: a gateway, and an admin server that tells about it. */
public final class SluiceNode implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SluiceNode.class);

  /** What draining may take beyond its own timeout, at which it is over by itself. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final Duration drainTimeout;
  private final OpenTelemetrySdk telemetry;
  private final Gateway gateway;
  private final AdminServer admin;
  private boolean closed;

  private SluiceNode(
      Duration drainTimeout, OpenTelemetrySdk telemetry, Gateway gateway, AdminServer admin) {
    this.drainTimeout = drainTimeout;
    this.telemetry = telemetry;
    this.gateway = gateway;
    this.admin = admin;
  }

  /**
   * Starts a node; everything listens when this returns.
   *
   * @throws IOException saying which address cannot be listened on and whose setting it is, or which
   *     file cannot be used
   */
  public static SluiceNode start(NodeConfig config) throws IOException {
    GatewaySettings settings = config.gateway();
    if (settings.listen().isPresent()) {
      settings.listen().get().requireFree("gateway.listen");
    }
    if (settings.listenTls().isPresent()) {
      settings.listenTls().get().requireFree("gateway.listenTls");
    }
    config.admin().listen().requireFree("admin.listen");
    PrometheusMetricReader metrics =
        PrometheusMetricReader.builder().setOtelScopeLabelsEnabled(false).build();
    OpenTelemetrySdk telemetry = telemetry(name(config), metrics);
    try {
      PolicyStore policies = new InMemoryPolicyStore(config.policies().initial());
      Gateway gateway = Gateway.start(config.forGateway(), policies, telemetry);
      try {
        AdminServer admin = AdminServer.start(
            config.forAdmin(),
            new NodeAccess(
                name(config),
                gateway::notReadyBecause,
                metrics,
                policies,
                settings.publish(),
                gateway::connections,
                List::of));
        SluiceNode node = new SluiceNode(settings.drainTimeout(), telemetry, gateway, admin);
        node.logStart(config);
        return node;
      } catch (IOException | RuntimeException e) {
        gateway.close();
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      telemetry.close();
      throw e;
    }
  }

  private static OpenTelemetrySdk telemetry(String name, PrometheusMetricReader metrics) {
    Resource resource = Resource.create(Attributes.of(
        AttributeKey.stringKey("service.name"),
        "sluice",
        AttributeKey.stringKey("service.instance.id"),
        name));
    SdkMeterProvider meters = SdkMeterProvider.builder()
        .setResource(resource)
        .registerMetricReader(metrics)
        .build();
    JvmMetrics.register(meters.get("io.sluice.server"));
    return OpenTelemetrySdk.builder().setMeterProvider(meters).build();
  }

  private static String name(NodeConfig config) {
    if (!config.node().name().isEmpty()) {
      return config.node().name();
    }
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost"; // a machine without a name of its own
    }
  }

  private void logStart(NodeConfig config) {
    LOG.atInfo()
        .addKeyValue("node", name(config))
        .addKeyValue("gateway", addresses().stream().map(HostPort::of).toList())
        .addKeyValue("admin", HostPort.of(adminAddress()))
        .addKeyValue("brokers", config.cluster().brokers())
        .log("started");
  }

  /** Where clients are served: without TLS first. */
  public List<InetSocketAddress> addresses() {
    return gateway.addresses();
  }

  /** Where health and metrics are shown. */
  public InetSocketAddress adminAddress() {
    return admin.address();
  }

  /** Why clients should not be sent here now, if so. */
  public Optional<String> notReadyBecause() {
    return gateway.notReadyBecause();
  }

  /**
   * Is no longer ready, lets clients go, and ends. The admin server goes last, so that whoever asks
   * meanwhile is told.
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    LOG.atInfo().addKeyValue("timeout", drainTimeout).log("draining");
    CompletableFuture<Void> drained = gateway.drain(drainTimeout).toCompletableFuture();
    try {
      drained
          .completeOnTimeout(null, drainTimeout.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS)
          .join();
    } catch (CancellationException e) {
      LOG.warn("draining was given up", e);
    } finally {
      gateway.close();
      admin.close();
      telemetry.close();
      LOG.info("stopped");
    }
  }
}
