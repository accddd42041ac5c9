package io.sluice.admin.api;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServerListener;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.sluice.admin.figures.Sampler;
import io.sluice.admin.figures.Speed;
import io.sluice.admin.figures.SummaryMaker;
import io.sluice.admin.history.Groups;
import io.sluice.admin.history.History;
import io.sluice.admin.node.Changes;
import io.sluice.admin.node.NodeSources;
import io.sluice.admin.pulsar.ClusterCheck;
import io.sluice.api.Top;
import io.sluice.core.NanoClock;
import io.sluice.core.WakeUpTimer;
import io.sluice.quota.NodeLoad;
import io.sluice.quota.NodeSummary;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.ToIntFunction;

/** The routes of Sluice's own API, which {@code openapi.yaml} describes. Belongs to one server, and stops with it. */
public final class SluiceRoutes {

  private static final int DEFAULT_TOP = 20;
  private static final int LARGEST_TOP = 1000;

  /** Ranks topics or producers. */
  private interface Ranked {

    Ranking of(ClusterFigures figures, LimitsNow limits, Ranking.Wanted wanted);
  }

  private record RampItems(List<RampItem> items) {}

  private final NodeSources node;
  private final Changes changes;
  private final ClusterCheck cluster;
  private final NanoClock clock;
  private final InstantSource wallClock;
  private final History history;
  private final boolean tokens;
  private final Sampler sampler;
  private final Events events;
  private final Runnable stopTimer;
  private final byte[] description = description();

  /**
   * @param node the node that it shows
   * @param changes changes the policies
   * @param cluster checks whether a namespace or a tenant exists
   * @param tokens whether callers need tokens
   */
  public SluiceRoutes(NodeSources node, Changes changes, ClusterCheck cluster, boolean tokens) {
    this(node, changes, cluster, tokens, newTimer());
  }

  private SluiceRoutes(
      NodeSources node,
      Changes changes,
      ClusterCheck cluster,
      boolean tokens,
      ScheduledThreadPoolExecutor timer) {
    this(
        node,
        changes,
        cluster,
        tokens,
        WakeUpTimer.on(timer),
        NanoClock.system(),
        InstantSource.system(),
        timer::shutdownNow);
  }

  SluiceRoutes(
      NodeSources node,
      Changes changes,
      ClusterCheck cluster,
      boolean tokens,
      WakeUpTimer timer,
      NanoClock clock,
      InstantSource wallClock,
      Runnable stopTimer) {
    this.node = node;
    this.changes = changes;
    this.cluster = cluster;
    this.tokens = tokens;
    this.clock = clock;
    this.history = new History(
        node.policies()::current,
        node.ramps(),
        new Groups(node.groupNames(), node.groupIfFollowed(), node::nodeNames));
    this.sampler = new Sampler(
        node.connections(),
        timer,
        clock,
        wallClock,
        (look, figures) -> history.look(look.nanos(), look.time(), figures));
    this.wallClock = wallClock;
    // Uses the store's policies even if they are not known yet: pages of the console need the
    // events,
    // and no client is served until then.
    this.events = new Events(
        sampler,
        figures -> Live.of(
            node.name(),
            figures,
            new LimitsNow(node.policies().current(), node.ramps().get()),
            node.limits()));
    this.stopTimer = stopTimer;
  }

  /** A timer without a thread: the thread starts with the first task, when the server has started. */
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

  /** Adds the routes to a server. */
  public void addTo(ServerBuilder builder) {
    new LimitRoutes(changes, cluster).addTo(builder);
    new GroupRoutes(node, changes, cluster).addTo(builder);
    new ChangeRoutes(changes, new UndoRules(changes, cluster)).addTo(builder);
    Endpoint.get(builder, "/me", request -> Endpoint.answer(Me.of(node, request.caller(), tokens)));
    Endpoint.get(
        builder,
        "/explain/{domain}/{tenant}/{namespace}/{topic}",
        request -> Endpoint.answer(Explanation.of(
            request.topic().name(),
            changes.current(),
            node.publish(),
            node.limits(),
            new Explanation.Here(
                node.groupIfFollowed(),
                node.ramps().get(),
                node.home(),
                new LimitShareItems(node, limitsNow())::of))));
    Endpoint.get(
        builder,
        "/throttled",
        this::throttled,
        "contains",
        "by",
        "order",
        "offset",
        "count",
        Across.SCOPE,
        Across.NODE);
    Endpoint.get(
        builder,
        "/top/topics",
        request -> top(request, Ranking.OF_TOPICS, Ranking::ofTopics, SluiceRoutes::topicsLeftOut),
        "by",
        "contains",
        "topic",
        "offset",
        "count",
        Across.SCOPE,
        Across.NODE);
    Endpoint.get(
        builder,
        "/top/producers",
        request -> top(
            request, Ranking.OF_PRODUCERS, Ranking::ofProducers, SluiceRoutes::producersLeftOut),
        "by",
        "contains",
        "topic",
        "offset",
        "count",
        Across.SCOPE,
        Across.NODE);
    Endpoint.get(
        builder,
        "/ramps",
        request -> Endpoint.answer(new RampItems(RampItem.all(node.ramps().get()))));
    Endpoint.get(
        builder, "/nodes", request -> Endpoint.answer(NodeItems.of(node.nodes().get())));
    Endpoint.get(
        builder,
        "/openapi.yaml",
        request -> CompletableFuture.completedFuture(
            HttpResponse.of(HttpStatus.OK, MediaType.parse("application/yaml"), description)));
    // Not for HEAD, which would open a stream that no client reads.
    Endpoint.add(builder, HttpMethod.GET, "/events", request -> {
      HttpResponse stream = events.open();
      request.ctx().clearRequestTimeout();
      return CompletableFuture.completedFuture(stream);
    });
    new HistoryRoutes(node.name(), history, wallClock).addTo(builder);
    new PreviewRoutes(history, sampler).addTo(builder);
    builder.serverListener(ServerListener.builder()
        .whenStarted(started -> sampler.start())
        .whenStopping(stopping -> close())
        .build());
  }

  /** The node's load between the two latest looks at its connections; empty if there are none, or they are too old. */
  public Optional<NodeLoad> load() {
    return history.load(clock.nanos());
  }

  /** What the other nodes are told of this one; empty if it has not looked at its connections lately. */
  public Optional<NodeSummary> summary() {
    return sampler
        .latest()
        .map(latest ->
            SummaryMaker.of(latest.look(), latest.figures(), latest.age().toMillis()));
  }

  /** For tests. */
  Sampler sampler() {
    return sampler;
  }

  private void close() {
    sampler.close(); // first, as no client can open a stream after that
    events.close();
    stopTimer.run();
  }

  private LimitsNow limitsNow() {
    return new LimitsNow(changes.current(), node.ramps().get());
  }

  private LimitsNow limitsNowOnNodes() {
    LimitsNow limits = limitsNow();
    return new LimitsNow(limits.policies(), limits.ramps(), new LimitShareItems(node, limits));
  }

  private CompletionStage<HttpResponse> throttled(ApiRequest request) {
    Throttled.Wanted wanted = new Throttled.Wanted(
        request.query("contains", ""),
        request.query("by", "since", Waiting.BY),
        request.query("order", "up", List.of("up", "down")).equals("down"),
        Page.of(request));
    Across across = Across.of(request, node, wallClock.instant());
    return sampler
        .connections()
        .thenApplyAsync(
            all -> Endpoint.json(Throttled.of(across, all, limitsNow(), wanted)),
            request.ctx().blockingTaskExecutor());
  }

  private static int topicsLeftOut(NodeSummary summary) {
    return summary.totals().topics() - summary.topics().size();
  }

  private static int producersLeftOut(NodeSummary summary) {
    return summary.totals().producers() - summary.producers().size();
  }

  private CompletionStage<HttpResponse> top(
      ApiRequest request, List<String> by, Ranked ranked, ToIntFunction<NodeSummary> leftOut) {
    Ranking.Wanted wanted = new Ranking.Wanted(
        request.query("by", "messages", by),
        request.query("contains", ""),
        request.query("topic", ""),
        Page.of(request, DEFAULT_TOP, LARGEST_TOP));
    Across across = Across.of(request, node, wallClock.instant());
    return sampler
        .figures()
        .thenApplyAsync(
            figures -> {
              Ranking ranking =
                  ranked.of(new ClusterFigures(figures, across), limitsNowOnNodes(), wanted);
              return Endpoint.json(new Top(
                  node.name(),
                  wanted.by(),
                  Speed.rounded(figures.overSeconds()),
                  ranking.total(),
                  ranking.items(),
                  across.parts(leftOut)));
            },
            request.ctx().blockingTaskExecutor());
  }
}
