package io.sluice.admin;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.metric.NoopMeterRegistry;
import com.linecorp.armeria.common.util.BlockingTaskExecutor;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServerTlsConfig;
import io.sluice.admin.access.Access;
import io.sluice.admin.api.SluiceRoutes;
import io.sluice.admin.node.AdminConfig;
import io.sluice.admin.node.Changes;
import io.sluice.admin.node.NodeSources;
import io.sluice.admin.pulsar.PulsarRoutes;
import io.sluice.quota.NodeLoad;
import io.sluice.quota.NodeSummary;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Serves {@code /health/live}, {@code /health/ready}, {@code /metrics} and the files of the console to
 * every client, and the admin APIs to the callers that {@link Access} lets in.
 *
 * <p>It has one event loop and two threads for answers that take longer, so that a slow scrape
 * does not make a node look dead.
 */
public final class AdminServer implements AutoCloseable {

  /** More than the requests that may wait for the cluster at a time, so that there is room for health checks. */
  private static final int MOST_CONNECTIONS = 1024;

  private static final int MOST_STREAMS_PER_CONNECTION = 128;
  private static final int LARGEST_REQUEST_BYTES = 64 << 10;
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(1);

  private static final ServerTlsConfig TLS = ServerTlsConfig.builder()
      .tlsCustomizer(context -> context.protocols("TLSv1.3", "TLSv1.2"))
      .build();

  /** What the other nodes are told of this one. */
  private record Told(Supplier<Optional<NodeLoad>> load, Supplier<Optional<NodeSummary>> summary) {

    static final Told NOTHING = new Told(Optional::empty, Optional::empty);
  }

  private final Server server;
  private final Told told;

  private AdminServer(
      AdminConfig config,
      Access access,
      Optional<RotatingKeyPair> tls,
      Function<ServerBuilder, Told> routes) {
    BlockingTaskExecutor tasks = BlockingTaskExecutor.builder()
        .threadNamePrefix("sluice-admin-task")
        .numThreads(2)
        .build();
    ServerBuilder builder = Server.builder()
        .bossGroupFactory(AdminEventLoop::new)
        .workerGroup(new AdminEventLoop("sluice-admin"), true)
        .blockingTaskExecutor(tasks, true)
        .maxNumConnections(MOST_CONNECTIONS)
        .http2MaxStreamsPerConnection(MOST_STREAMS_PER_CONNECTION)
        .maxRequestLength(LARGEST_REQUEST_BYTES)
        .requestTimeout(REQUEST_TIMEOUT)
        .idleTimeout(IDLE_TIMEOUT)
        .gracefulShutdownTimeout(Duration.ZERO, STOP_TIMEOUT)
        .disableServerHeader()
        .meterRegistry(NoopMeterRegistry.get())
        .unloggedExceptionsReportInterval(
            Duration.ZERO) // those that matter are logged by JsonErrors
        .errorHandler(new JsonErrors())
        .decorator(access);
    tls.ifPresentOrElse(
        pair -> {
          builder.https(config.listen()).tlsProvider(pair, TLS);
          pair.watch(tasks);
        },
        () -> builder.http(config.listen()));
    told = routes.apply(builder);
    server = builder.build();
  }

  /**
   * Starts a server, which listens when this returns.
   *
   * @param config where it listens, and which callers it lets in
   * @param node the node that it shows
   * @throws IOException if it cannot listen there, or cannot use a file; says where and why
   */
  public static AdminServer start(AdminConfig config, NodeSources node) throws IOException {
    return listen(config, builder -> addRoutes(builder, config, node), RotatingKeyPair.INTERVAL);
  }

  /** Starts a server with these routes alone, which checks its TLS files so often for changes. */
  static AdminServer start(AdminConfig config, Consumer<ServerBuilder> routes, Duration lookEvery)
      throws IOException {
    return listen(
        config,
        builder -> {
          routes.accept(builder);
          return Told.NOTHING;
        },
        lookEvery);
  }

  private static AdminServer listen(
      AdminConfig config, Function<ServerBuilder, Told> routes, Duration lookEvery)
      throws IOException {
    InetSocketAddress listen = config.listen();
    if (listen.isUnresolved()) {
      throw new IOException("cannot listen on " + text(listen) + ": the host is not known");
    }
    Optional<RotatingKeyPair> tls = config.tls().isEmpty()
        ? Optional.empty()
        : Optional.of(new RotatingKeyPair(config.tls().get(), lookEvery));
    AdminServer admin = new AdminServer(config, access(config), tls, routes);
    try {
      admin.server.start().join();
    } catch (CompletionException e) {
      admin.close();
      Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
      throw new IOException("cannot listen on " + text(listen) + ": " + cause.getMessage(), cause);
    }
    return admin;
  }

  private static Access access(AdminConfig config) throws IOException {
    try {
      return Access.to(config.listen(), config.access(), config.maxRequestsPerSecond());
    } catch (IllegalArgumentException e) {
      throw new IOException("the key in admin.access " + e.getMessage(), e);
    }
  }

  /**
   * Adds all routes. {@link Access} stands before them, and decides by its path whether a request needs a token.
   *
   * @return what the other nodes are told
   */
  private static Told addRoutes(ServerBuilder builder, AdminConfig config, NodeSources node) {
    get(builder, "/health/live", (ctx, request) -> text(HttpStatus.OK, "alive"));
    get(builder, "/health/ready", (ctx, request) -> node.notReadyBecause()
        .get()
        .map(reason -> text(HttpStatus.SERVICE_UNAVAILABLE, "not ready: " + reason))
        .orElseGet(() -> text(HttpStatus.OK, "ready")));
    get(builder, "/metrics", new MetricsService(node.metrics()));
    Changes changes = new Changes(node.policies(), node.policiesUnknownBecause());
    PulsarRoutes pulsar = new PulsarRoutes(changes, config, node.publish().brokerLimit());
    pulsar.addTo(builder);
    SluiceRoutes sluice =
        new SluiceRoutes(node, changes, pulsar.clusterCheck(), config.access().hasKey());
    sluice.addTo(builder);
    ConsoleFiles.addTo(builder);
    return new Told(sluice::load, sluice::summary);
  }

  private static void get(ServerBuilder builder, String path, HttpService service) {
    builder.route().methods(HttpMethod.GET, HttpMethod.HEAD).path(path).build(service);
  }

  private static HttpResponse text(HttpStatus status, String line) {
    return HttpResponse.of(status, MediaType.PLAIN_TEXT_UTF_8, line + "\n");
  }

  private static String text(InetSocketAddress address) {
    String host = address.getHostString();
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
  }

  /** The address at which the server listens. */
  public InetSocketAddress address() {
    return Objects.requireNonNull(server.activePort(), "it listens until it is closed")
        .localAddress();
  }

  /** The node's load between the two latest looks at its connections; empty if there are none, or they are too old. */
  public Optional<NodeLoad> load() {
    return told.load.get();
  }

  /** What the other nodes are told of its busiest and its throttled; empty if it has not looked at them lately. */
  public Optional<NodeSummary> summary() {
    return told.summary.get();
  }

  /** Stops listening. Requests that are being served have a second to end. */
  @Override
  public void close() {
    server.stop().join();
  }
}
