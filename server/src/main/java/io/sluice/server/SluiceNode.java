package io.sluice.server;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.exporter.prometheus.PrometheusMetricReader;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.resources.Resource;
import io.sluice.admin.AdminServer;
import io.sluice.admin.node.NodeSources;
import io.sluice.gateway.Gateway;
import io.sluice.gateway.config.HomeNodes;
import io.sluice.pulsar.Home;
import io.sluice.pulsar.NodeDirectory.Announcement;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running node: a gateway, and an admin server that tells about it and changes its limits. */
public final class SluiceNode implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SluiceNode.class);

  /** What draining may take beyond its own timeout, at which it is over by itself. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  /** By which other nodes know it; another one after a restart. */
  private final String id = UUID.randomUUID().toString();

  private final NodeConfig config;
  private final OpenTelemetrySdk telemetry;
  private final SharedState shared;
  private final NodeGateway gateway;
  private final AdminServer admin;

  private boolean closed;

  private SluiceNode(NodeConfig config) throws IOException {
    this.config = config;
    PrometheusMetricReader metrics =
        PrometheusMetricReader.builder().setOtelScopeLabelsEnabled(false).build();
    this.telemetry = telemetry(name(config), metrics);
    boolean done = false;
    try {
      this.shared = SharedState.open(config, telemetry.getMeter("io.sluice.server"));
      this.gateway = new NodeGateway(shared::beingRead);
      try {
        this.admin = AdminServer.start(
            config.forAdmin(),
            new NodeSources(
                name(config),
                SluiceVersion.text(),
                gateway::notReadyBecause,
                metrics,
                shared.policies(),
                gateway::policiesUnknownBecause,
                config.gateway().publish(),
                config.node().limits(),
                gateway::connections,
                gateway::groupIfFollowed,
                gateway::group,
                gateway::groupNames,
                gateway::ramps,
                shared::nodes,
                gateway::home,
                gateway));
        telemetry
            .getMeter("io.sluice.server")
            .gaugeBuilder("sluice.ready")
            .ofLongs()
            .setDescription("1 while clients may be sent here")
            .buildWithCallback(gauge -> gauge.record(gateway.notReadyBecause().isEmpty() ? 1 : 0));
        done = true;
      } finally {
        if (!done) {
          shared.close();
        }
      }
    } finally {
      if (!done) {
        telemetry.close();
      }
    }
  }

  /**
   * Starts a node; everything listens when this returns. While the policies are being read, health is
   * shown already and no client is served yet.
   *
   * @throws IOException saying which address cannot be listened on and whose setting it is, which file
   *     cannot be used, or why the policies could not be read in time
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
    SluiceNode node = new SluiceNode(config);
    boolean started = false;
    try {
      node.shared.awaitPolicies();
      node.gateway.started(Gateway.start(
          config.forGateway(),
          node.shared.policies(),
          node.shared.sharing(node.id),
          config.gateway().homes() ? node.shared.homes(node.id) : HomeNodes.none(),
          node.telemetry));
      node.shared.announce(node.announcement(), node.admin::summary);
      node.logStart();
      started = true;
      return node;
    } finally {
      if (!started) {
        node.closeAll();
      }
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
    return hostName();
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost"; // a machine without a name of its own
    }
  }

  /** Its addresses do not change, and are to be known until the very end. */
  private Supplier<Announcement> announcement() {
    String scheme = config.gateway().listen().isPresent() ? "pulsar://" : "pulsar+ssl://";
    String serviceUrl = scheme + advertised(addresses().get(0));
    String adminUrl =
        (config.forAdmin().tls().isPresent() ? "https://" : "http://") + advertised(adminAddress());
    long started = System.currentTimeMillis();
    return () -> new Announcement(
        id,
        name(config),
        serviceUrl,
        adminUrl,
        SluiceVersion.text(),
        started,
        notReadyBecause().orElse(Announcement.READY),
        admin.load().orElse(null),
        config.gateway().homes() ? home() : null);
  }

  /** Where clients are redirected to. */
  private Home home() {
    List<InetSocketAddress> bound = addresses();
    boolean plain = config.gateway().listen().isPresent();
    boolean secure = config.gateway().listenTls().isPresent();
    return new Home(
        plain ? "pulsar://" + advertised(bound.get(0)) : null,
        secure ? "pulsar+ssl://" + advertised(bound.get(bound.size() - 1)) : null,
        gateway.redirectedArrivals());
  }

  private HostPort advertised(InetSocketAddress bound) {
    String host = config.node().advertisedAddress();
    if (host.isEmpty()) {
      host = bound.getAddress().isAnyLocalAddress()
          ? hostName()
          : bound.getAddress().getHostAddress();
    }
    return new HostPort(host, bound.getPort());
  }

  private void logStart() {
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

  /** Where health, metrics and the admin API are. */
  public InetSocketAddress adminAddress() {
    return admin.address();
  }

  /** Why clients should not be sent here now, if so. */
  public Optional<String> notReadyBecause() {
    return gateway.notReadyBecause();
  }

  /**
   * Is no longer ready, lets clients go, and ends. The admin server goes last, so that its callers
   * are told meanwhile.
   */
  @Override
  public synchronized void close() {
    Optional<Gateway> serving = gateway.get();
    if (closed || serving.isEmpty()) {
      return;
    }
    closed = true;
    Duration drainTimeout = config.gateway().drainTimeout();
    LOG.atInfo().addKeyValue("timeout", drainTimeout).log("draining");
    CompletableFuture<Void> drained = serving.get().drain(drainTimeout).toCompletableFuture();
    shared.announceNow(); // it is no home from now on
    try {
      drained
          .completeOnTimeout(null, drainTimeout.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS)
          .join();
    } catch (CancellationException e) {
      LOG.warn("draining was given up", e);
    } finally {
      closeAll();
      LOG.info("stopped");
    }
  }

  private void closeAll() {
    gateway.get().ifPresent(Gateway::close);
    admin.close();
    shared.close();
    telemetry.close();
  }
}
