package io.sluice.admin.api;

import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.metric.NoopMeterRegistry;
import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.opentelemetry.exporter.prometheus.PrometheusMetricReader;
import io.sluice.admin.access.AsCaller;
import io.sluice.admin.http.Refusal;
import io.sluice.admin.node.Changes;
import io.sluice.admin.node.LimitShareSource;
import io.sluice.admin.node.NodeSources;
import io.sluice.admin.node.NodeView;
import io.sluice.admin.pulsar.ClusterCheck;
import io.sluice.core.testing.ManualClock;
import io.sluice.core.testing.ManualTimer;
import io.sluice.gateway.config.NodeLimits;
import io.sluice.gateway.config.PublishSettings;
import io.sluice.gateway.view.ConnectionView;
import io.sluice.gateway.view.GroupView;
import io.sluice.gateway.view.HomeView;
import io.sluice.gateway.view.LimitShareView;
import io.sluice.gateway.view.RampView;
import io.sluice.policy.InMemoryPolicyStore;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyChange;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PolicyStore;
import io.sluice.policy.TopicName;
import io.sluice.policy.json.StrictJson;
import io.sluice.quota.NodeLoad;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Sluice's own API on a server by itself: a node, a cluster and a time that tests make up. */
final class ApiServer implements AutoCloseable {

  static final Set<String> NAMESPACES = Set.of("public/default", "acme/orders");
  static final Set<String> TENANTS = Set.of("public", "acme");

  static final Instant START = Instant.parse("2026-01-02T03:00:00Z");

  final ManualTimer timer;
  final SluiceRoutes routes;
  final Server server;

  volatile List<ConnectionView> connections = List.of();
  volatile Map<String, GroupView> groups = Map.of();
  volatile Map<PolicyKey, RampView> ramps = Map.of();
  volatile Map<String, HomeView> homes = Map.of();
  volatile boolean storeFails;

  /** How limits are divided, by their topics. */
  volatile Map<String, List<LimitShareView>> shares = Map.of();

  /** The nodes beside this one. */
  volatile List<NodeView> others = List.of();

  /** Why the policies are not known yet. */
  volatile Optional<String> unknownBecause = Optional.empty();

  /** How many times the routes asked which nodes there are. */
  final AtomicInteger nodesAsked = new AtomicInteger();

  /** How many times the connections were looked at. */
  final AtomicInteger looks = new AtomicInteger();

  /** Which groups the node was asked to follow. */
  final Set<String> followed = ConcurrentHashMap.newKeySet();

  /** Those that the cluster has. */
  volatile Set<String> namespaces = NAMESPACES;

  /** What happens while the cluster is asked for a namespace. */
  volatile Runnable onNamespaceCheck = () -> {};

  /** What came last. */
  volatile @Nullable ServiceRequestContext last;

  private final ManualClock clock;
  private final InMemoryPolicyStore memory =
      new InMemoryPolicyStore(Policies.NONE, Clock.fixed(Views.SINCE, ZoneOffset.UTC));
  /** Not of HTTP/2, for which the JDK's client changes the protocol halfway; on a busy machine that once failed. */
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** One whose time stands still until it is moved. */
  ApiServer() {
    this(false);
  }

  /** One whose time is real, if wanted. */
  ApiServer(boolean realTime) {
    clock = new ManualClock();
    timer = new ManualTimer(clock);
    NodeSources node = new NodeSources(
        "node-1",
        "1.0",
        Optional::empty,
        PrometheusMetricReader.create(),
        memory,
        Optional::empty,
        PublishSettings.DEFAULT,
        NodeLimits.NONE,
        () -> {
          looks.incrementAndGet();
          return CompletableFuture.completedFuture(connections);
        },
        name -> Optional.ofNullable(groups.get(name)),
        name -> {
          followed.add(name);
          return Optional.ofNullable(groups.get(name));
        },
        () -> List.copyOf(groups.keySet()),
        () -> ramps,
        () -> {
          nodesAsked.incrementAndGet();
          return Stream.concat(
                  Stream.of(new NodeView(
                      "id-1",
                      "node-1",
                      "pulsar://node-1:6650",
                      "http://node-1:8080",
                      "1.0",
                      Instant.EPOCH,
                      Instant.EPOCH,
                      true,
                      true,
                      "ready",
                      Optional.of(new NodeLoad(1.5, 2, 3, 4, 5, 6, 7)),
                      Optional.empty())),
                  others.stream())
              .toList();
        },
        topic -> Optional.ofNullable(homes.get(topic.toString())),
        new Shares());
    var builder = Server.builder()
        .http(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
        .requestTimeout(Duration.ofSeconds(20))
        .gracefulShutdownTimeout(Duration.ZERO, Duration.ofSeconds(1))
        .meterRegistry(NoopMeterRegistry.get())
        .decorator(new AsCaller())
        .decorator((service, ctx, request) -> {
          last = ctx;
          return service.serve(ctx, request);
        })
        .errorHandler(ApiServer::error);
    Changes changes = new Changes(new FallibleStore(), () -> unknownBecause);
    ClusterCheck cluster = new KnownCluster();
    routes = realTime
        ? new SluiceRoutes(node, changes, cluster, true)
        : new SluiceRoutes(node, changes, cluster, true, timer, clock, this::now, () -> {});
    routes.addTo(builder);
    server = builder.build();
    server.start().join();
  }

  private static com.linecorp.armeria.common.HttpResponse error(
      ServiceRequestContext ctx, Throwable cause) {
    return cause instanceof Refusal refusal
        ? com.linecorp.armeria.common.HttpResponse.of(
            refusal.status(), MediaType.PLAIN_TEXT_UTF_8, refusal.getMessage())
        : com.linecorp.armeria.common.HttpResponse.of(
            HttpStatus.INTERNAL_SERVER_ERROR, MediaType.PLAIN_TEXT_UTF_8, cause.toString());
  }

  private Instant now() {
    return START.plusNanos(clock.nanos());
  }

  Policies policies() {
    return memory.current();
  }

  PolicyStore store() {
    return memory;
  }

  HttpResponse<String> get(String path) throws Exception {
    return send("GET", path, "");
  }

  HttpResponse<String> put(String path, String body) throws Exception {
    return send("PUT", path, body);
  }

  HttpResponse<String> delete(String path) throws Exception {
    return send("DELETE", path, "");
  }

  HttpResponse<String> send(String method, String path, String body, String... headers)
      throws Exception {
    HttpRequest.Builder request = request(path).method(method, BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  /** Sends something that is answered only after time was moved. */
  CompletableFuture<HttpResponse<String>> getLater(String path) {
    return client.sendAsync(request(path).build(), BodyHandlers.ofString());
  }

  /** Opens something that goes on. */
  CompletableFuture<HttpResponse<Stream<String>>> open(String path) {
    return client.sendAsync(request(path).build(), BodyHandlers.ofLines());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:" + server.activeLocalPort() + "/sluice/v1" + path))
        .timeout(Duration.ofSeconds(30));
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> json(HttpResponse<String> response) throws Exception {
    return StrictJson.mapper().readValue(response.body(), Map.class);
  }

  /** Does not wait for the end, which takes Armeria two seconds in which nothing happens any more. */
  @Override
  public void close() {
    var unused = server.stop();
  }

  private final class Shares implements LimitShareSource {

    @Override
    public Optional<LimitShareView> publish(TopicName topic) {
      return all(topic).stream()
          .filter(share -> share.kind().equals(PolicyKind.PUBLISH))
          .findFirst();
    }

    @Override
    public List<LimitShareView> all(TopicName topic) {
      return shares.getOrDefault(topic.toString(), List.of());
    }
  }

  private final class KnownCluster implements ClusterCheck {

    @Override
    public CompletionStage<Void> requireNamespace(ServiceRequestContext ctx, String namespace) {
      onNamespaceCheck.run();
      return require("namespace", namespace, namespaces);
    }

    @Override
    public CompletionStage<Void> requireTenant(ServiceRequestContext ctx, String tenant) {
      return require("tenant", tenant, TENANTS);
    }

    private static CompletionStage<Void> require(String what, String name, Set<String> known) {
      return known.contains(name)
          ? CompletableFuture.completedFuture(null)
          : CompletableFuture.failedFuture(
              new Refusal(HttpStatus.NOT_FOUND, "there is no " + what + " " + name));
    }
  }

  private final class FallibleStore implements PolicyStore {

    @Override
    public Policies current() {
      return memory.current();
    }

    @Override
    public List<PolicyChange> changes() {
      return memory.changes();
    }

    @Override
    public <P extends Record> CompletionStage<Void> put(
        String who, PolicyKind<P> kind, PolicyKey key, P policy) {
      return storeFails
          ? CompletableFuture.failedFuture(new IOException("secret"))
          : memory.put(who, kind, key, policy);
    }

    @Override
    public CompletionStage<Void> remove(String who, PolicyKind<?> kind, PolicyKey key) {
      return memory.remove(who, kind, key);
    }

    @Override
    public <P extends Record> CompletionStage<Void> update(
        String who, PolicyKind<P> kind, PolicyKey key, UnaryOperator<Optional<P>> change) {
      return storeFails
          ? CompletableFuture.failedFuture(new IOException("secret"))
          : memory.update(who, kind, key, change);
    }

    @Override
    public Subscription subscribe(Consumer<Policies> listener) {
      return memory.subscribe(listener);
    }
  }
}
