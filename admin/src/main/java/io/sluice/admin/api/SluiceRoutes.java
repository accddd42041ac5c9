package io.sluice.admin.api;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServerListener;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.sluice.admin.Changes;
import io.sluice.admin.NodeAccess;
import io.sluice.admin.pulsar.ClusterCheck;
import io.sluice.core.NanoClock;
import io.sluice.core.WakeUpTimer;
import io.sluice.policy.Policies;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/** Sluice's own API; {@code openapi.yaml} says what it has. Made for one server, and ends with it. */
public final class SluiceRoutes {

  private static final int DEFAULT_TOP = 20;
  private static final int LARGEST_TOP = 1000;

  /** Which of the figures are wanted. */
  private interface Ranking {

    List<Top.Item> of(Figures figures, Policies policies, String by, int count);
  }

  private record Nodes(List<NodeItem> items) {}

  private final NodeAccess node;
  private final Changes changes;
  private final ClusterCheck cluster;
  private final Sampler sampler;
  private final Events events;
  private final Runnable stopTimer;
  private final byte[] description = description();

  /**
   * @param node what it tells about
   * @param changes what it changes
   * @param cluster whom it asks whether a namespace or a tenant exists
   */
  public SluiceRoutes(NodeAccess node, Changes changes, ClusterCheck cluster) {
    this(node, changes, cluster, newTimer());
  }

  private SluiceRoutes(
      NodeAccess node, Changes changes, ClusterCheck cluster, ScheduledThreadPoolExecutor timer) {
    this(node, changes, cluster, WakeUpTimer.on(timer), NanoClock.system(), timer::shutdownNow);
  }

  SluiceRoutes(
      NodeAccess node,
      Changes changes,
      ClusterCheck cluster,
      WakeUpTimer timer,
      NanoClock clock,
      Runnable stopTimer) {
    this.node = node;
    this.changes = changes;
    this.cluster = cluster;
    this.sampler = new Sampler(node.connections(), timer, clock);
    this.events = new Events(node.name(), sampler, node.policies()::current);
    this.stopTimer = stopTimer;
  }

  /** Has no thread until somebody wants figures. */
  private static ScheduledThreadPoolExecutor newTimer() {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(1, new DefaultThreadFactory("sluice-admin-figures", true));
    timer.setRemoveOnCancelPolicy(true);
    return timer;
  }

  private static byte[] description() {
    try (InputStream in = SluiceRoutes.class.getResourceAsStream("openapi.yaml")) {
      return Objects.requireNonNull(in, "openapi.yaml is beside this class").readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("openapi.yaml cannot be read", e);
    }
  }

  /** Lets a server answer what the API has. */
  public void addTo(ServerBuilder builder) {
    new LimitRoutes(changes, cluster).addTo(builder);
    new GroupRoutes(node, changes, cluster).addTo(builder);
    Endpoint.get(
        builder,
        "/explain/{domain}/{tenant}/{namespace}/{topic}",
        request -> Endpoint.answer(Explanation.of(
            request.topic().name(),
            changes.current(),
            node.publish(),
            new Explanation.Here(node.groups(), node.ramps().get()))));
    Endpoint.get(builder, "/throttled", this::throttled, "contains", "offset", "count");
    Endpoint.get(builder, "/top/topics", request -> top(request, Top::topics), "by", "count");
    Endpoint.get(builder, "/top/producers", request -> top(request, Top::producers), "by", "count");
    Endpoint.get(
        builder,
        "/nodes",
        request -> Endpoint.answer(
            new Nodes(node.nodes().get().stream().map(NodeItem::of).toList())));
    Endpoint.get(
        builder,
        "/openapi.yaml",
        request -> CompletableFuture.completedFuture(
            HttpResponse.of(HttpStatus.OK, MediaType.parse("application/yaml"), description)));
    // Not for HEAD, which would open a stream for nobody.
    Endpoint.add(builder, HttpMethod.GET, "/events", request -> {
      HttpResponse stream = events.open();
      request.ctx().clearRequestTimeout();
      return CompletableFuture.completedFuture(stream);
    });
    builder.serverListener(
        ServerListener.builder().whenStopping(stopping -> close()).build());
  }

  private void close() {
    sampler.close(); // first, as nobody can open a stream after that
    events.close();
    stopTimer.run();
  }

  private CompletionStage<HttpResponse> throttled(ApiRequest request) {
    Page page = Page.of(request);
    String part = request.query("contains", "");
    return node.connections()
        .get()
        .thenApplyAsync(
            all -> Endpoint.json(Throttled.of(node.name(), all, part, page)),
            request.ctx().blockingTaskExecutor());
  }

  private CompletionStage<HttpResponse> top(ApiRequest request, Ranking ranking) {
    String by =
        request.query("by", "messages", Top.BY.keySet().stream().sorted().toList());
    int count = request.query("count", DEFAULT_TOP, 1, LARGEST_TOP);
    return sampler
        .figures()
        .thenApplyAsync(
            figures -> Endpoint.json(new Top(
                node.name(),
                by,
                Speed.rounded(figures.overSeconds()),
                ranking.of(figures, changes.current(), by, count))),
            request.ctx().blockingTaskExecutor());
  }
}
