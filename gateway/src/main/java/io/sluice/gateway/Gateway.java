package io.sluice.gateway;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.metrics.BatchCallback;
import io.sluice.core.NanoClock;
import io.sluice.gateway.config.CertificateFiles;
import io.sluice.gateway.config.GatewayConfig;
import io.sluice.gateway.config.GroupSharing;
import io.sluice.gateway.config.HomeNodes;
import io.sluice.gateway.config.Listener;
import io.sluice.gateway.internal.home.TopicHomes;
import io.sluice.gateway.internal.limit.PolicyFollower;
import io.sluice.gateway.internal.limit.ResourceGroup;
import io.sluice.gateway.internal.limit.ResourceGroups;
import io.sluice.gateway.internal.limit.TopicShares;
import io.sluice.gateway.internal.metrics.DispatchGauges;
import io.sluice.gateway.internal.metrics.GatewayGauges;
import io.sluice.gateway.internal.metrics.GroupGauges;
import io.sluice.gateway.internal.metrics.LimitShareGauges;
import io.sluice.gateway.internal.metrics.PublishGauges;
import io.sluice.gateway.internal.metrics.ThrottleCommandGauges;
import io.sluice.gateway.internal.net.BrokerDialer;
import io.sluice.gateway.internal.net.BrokerProbe;
import io.sluice.gateway.internal.net.ChannelWrites;
import io.sluice.gateway.internal.net.Tls;
import io.sluice.gateway.internal.net.Transport;
import io.sluice.gateway.internal.session.ClientPipeline;
import io.sluice.gateway.internal.session.CloseReason;
import io.sluice.gateway.internal.session.GatewayContext;
import io.sluice.gateway.internal.session.GatewayMetrics;
import io.sluice.gateway.internal.session.Session;
import io.sluice.gateway.view.ConnectionView;
import io.sluice.gateway.view.GroupView;
import io.sluice.gateway.view.HomeView;
import io.sluice.gateway.view.LimitShareView;
import io.sluice.gateway.view.RampView;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyStore;
import io.sluice.policy.TopicName;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A node's data plane: stands between Pulsar clients and a cluster, speaking Pulsar's binary protocol
 * to both. Any thread may call it.
 */
public final class Gateway implements AutoCloseable {

  private static final int BACKLOG = 1024;

  /** At this pace clients are sent away, so that they do not all arrive elsewhere at once. */
  private static final int SESSIONS_DRAINED_PER_MILLISECOND = 1;

  private final GatewayConfig config;
  private final Transport transport;
  private final PolicyFollower limits;
  private final ResourceGroups groups;
  private final TopicShares shares;
  private final GatewayContext node;
  private final List<BatchCallback> gauges;
  private final BrokerProbe probe;
  private final List<Channel> listeners = new ArrayList<>();
  private final ScheduledExecutorService fileWatch = Executors.newSingleThreadScheduledExecutor(
      new DefaultThreadFactory("sluice-gateway-files", true));
  private final AtomicBoolean closed = new AtomicBoolean();

  private Gateway(
      GatewayConfig config,
      Transport transport,
      PolicyStore policies,
      GroupSharing sharing,
      HomeNodes homes,
      OpenTelemetry telemetry)
      throws IOException {
    this.config = config;
    this.transport = transport;
    CertificateFiles<SslContext> brokerTls = config.cluster().tls().isPresent()
        ? watched(Tls.towardsBrokers(config.cluster().tls().get()))
        : null;
    BrokerDialer dialer = new BrokerDialer(transport, config.cluster(), config.limits(), brokerTls);
    this.limits = PolicyFollower.start(
        policies, sharing, config.publish(), config.node(), NanoClock.system(), transport.loops());
    this.groups = limits.groups();
    this.shares = new TopicShares(limits.publish(), limits.dispatch(), groups);
    this.node = new GatewayContext(
        config,
        dialer,
        new GatewayMetrics(telemetry),
        limits.publish(),
        groups,
        limits.dispatch(),
        new TopicHomes(homes, policies::current, NanoClock.system(), telemetry));
    LimitShareGauges shareGauges = LimitShareGauges.of(telemetry, groups);
    this.gauges = List.of(
        GatewayGauges.register(telemetry, node),
        PublishGauges.register(telemetry, node, shareGauges),
        ThrottleCommandGauges.register(telemetry, node.publishMetrics().throttleCommands()),
        GroupGauges.register(telemetry, groups, config.publish().metricTopics()),
        DispatchGauges.register(telemetry, node, shareGauges),
        shareGauges.register(telemetry));
    this.probe = BrokerProbe.start(dialer, transport.loops().next());
  }

  /** Starts a gateway whose resource groups have no other nodes. */
  public static Gateway start(GatewayConfig config, PolicyStore policies, OpenTelemetry telemetry)
      throws IOException {
    return start(config, policies, GroupSharing.alone(), telemetry);
  }

  /** Starts a gateway whose topics have no homes. */
  public static Gateway start(
      GatewayConfig config, PolicyStore policies, GroupSharing sharing, OpenTelemetry telemetry)
      throws IOException {
    return start(config, policies, sharing, HomeNodes.none(), telemetry);
  }

  /**
   * Starts a gateway; it listens when this returns.
   *
   * @param policies which limits are to hold; followed as they change
   * @param sharing with which other nodes the quotas of resource groups are shared
   * @param homes among which nodes the homes of limited topics are chosen
   * @throws IOException saying which address cannot be listened on, or which file cannot be used
   */
  public static Gateway start(
      GatewayConfig config,
      PolicyStore policies,
      GroupSharing sharing,
      HomeNodes homes,
      OpenTelemetry telemetry)
      throws IOException {
    Transport transport = new Transport(config.threads());
    @Nullable Gateway gateway = null;
    boolean started = false;
    try {
      gateway = new Gateway(config, transport, policies, sharing, homes, telemetry);
      gateway.groups.awaitNodes(); // clients of other nodes may share limits with those that come
      for (Listener listener : config.listeners()) {
        gateway.listen(listener);
      }
      started = true;
      return gateway;
    } finally {
      if (!started) {
        if (gateway != null) {
          gateway.close();
        } else {
          transport.close();
        }
      }
    }
  }

  private CertificateFiles<SslContext> watched(CertificateFiles<SslContext> tls) {
    tls.watch(fileWatch, CertificateFiles.INTERVAL);
    return tls;
  }

  private void listen(Listener listener) throws IOException {
    CertificateFiles<SslContext> tls =
        listener.tls().isPresent() ? watched(Tls.towardsClients(listener.tls().get())) : null;
    ChannelFuture bound = new ServerBootstrap()
        .group(transport.loops())
        .channel(transport.serverSocket())
        .option(ChannelOption.SO_BACKLOG, BACKLOG)
        .option(ChannelOption.SO_REUSEADDR, true)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childOption(ChannelOption.SO_KEEPALIVE, true)
        .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, Transport.WATER_MARK)
        .childOption(ChannelOption.RECVBUF_ALLOCATOR, Transport.readSizes())
        .childHandler(new ClientPipeline(transport, node, listener.proxyProtocol(), tls))
        .bind(listener.host(), listener.port())
        .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(
          "cannot listen on " + listener.host() + ":" + listener.port() + ": "
              + bound.cause().getMessage(),
          bound.cause());
    }
    listeners.add(bound.channel());
  }

  /** For tests of what no view shows. */
  GatewayContext node() {
    return node;
  }

  /** Where clients are served, in the order of the configuration. */
  public List<InetSocketAddress> addresses() {
    return listeners.stream()
        .map(channel -> (InetSocketAddress) channel.localAddress())
        .toList();
  }

  /** Every connection with its producers and consumers. Each is seen as it was at one moment. */
  public CompletionStage<List<ConnectionView>> connections() {
    List<CompletableFuture<ConnectionView>> views =
        node.sessions().all().stream().map(Session::view).toList();
    return CompletableFuture.allOf(views.toArray(CompletableFuture[]::new))
        .thenApply(all -> views.stream().map(CompletableFuture::join).toList());
  }

  /**
   * What a resource group does on this node, and what the others use of it; empty if there is no such
   * group. If none of this node's clients has been in it, this node begins to follow it, for good, and knows
   * a moment later what the others use.
   */
  public Optional<GroupView> group(String name) {
    return groups.openAndView(name);
  }

  /** The same, but empty also if this node does not follow the group, which it does not begin to do. */
  public Optional<GroupView> groupIfFollowed(String name) {
    return groups.view(name);
  }

  /** The resource groups that topics of clients have been in, and those that an operator has looked at. */
  public List<String> groupNames() {
    return groups.all().stream().map(ResourceGroup::name).toList();
  }

  /** Where the ramps of limits and groups stand. */
  public Map<PolicyKey, RampView> ramps() {
    return groups.ramps().view();
  }

  /**
   * The home of a topic, for clients that come as those of the first listener do; empty if the topic has no limit or homes
   * are off.
   */
  public Optional<HomeView> home(TopicName topic) {
    boolean tls = config.listeners().get(0).tls().isPresent();
    return node.homes()
        .home(topic, tls)
        .map(home -> new HomeView(
            home.name(),
            (tls ? home.serviceUrlTls() : home.serviceUrl()).orElseThrow(),
            node.homes().isHere(home)));
  }

  /**
   * How the limits of a topic are divided among the nodes that use them: those limits that this node uses. Of
   * subscriptions with limits of their own the first hundred are there, by name.
   */
  public List<LimitShareView> limitShares(TopicName topic) {
    return shares.of(topic);
  }

  /** The same of a topic's publish limit alone, which is quick; empty if this node does not use it. */
  public Optional<LimitShareView> publishShare(TopicName topic) {
    return shares.publish(topic);
  }

  /** How many lookups have come of clients that another node had redirected. */
  public long redirectedArrivals() {
    return node.homes().arrivals();
  }

  /** Why clients should not be sent here now, if so. */
  public Optional<String> notReadyBecause() {
    return node.sessions().isGoingDown() ? Optional.of("the node is going down") : probe.fault();
  }

  /**
   * Lets clients go: accepts no more, reads no more of those that are there, and closes each as soon
   * as the broker has answered what it got of it, so that these messages are not sent twice.
   * Held messages are dropped; clients send them again on their next connection.
   *
   * @param timeout after which those that are left are closed anyway
   * @return completed when no client is left
   */
  public CompletionStage<Void> drain(Duration timeout) {
    node.sessions().goDown();
    listeners.forEach(ChannelWrites::close);
    List<Session> sessions = List.copyOf(node.sessions().all());
    CompletableFuture<Void> done = new CompletableFuture<>();
    AtomicInteger left = new AtomicInteger(sessions.size());
    if (sessions.isEmpty()) {
      done.complete(null);
    }
    long spreadMillis =
        Math.min(timeout.toMillis() / 2, sessions.size() / SESSIONS_DRAINED_PER_MILLISECOND);
    for (int i = 0; i < sessions.size(); i++) {
      Session session = sessions.get(i);
      session.whenClosed().addListener(gone -> {
        if (left.decrementAndGet() == 0) {
          done.complete(null);
        }
      });
      session.drainWithin(spreadMillis * i / sessions.size(), timeout.toMillis());
    }
    return done;
  }

  /** Ends every connection at once. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      node.sessions().goDown();
      listeners.forEach(ChannelWrites::close);
      fileWatch.shutdownNow();
      probe.close();
      gauges.forEach(BatchCallback::close);
      limits.close();
      node.sessions()
          .all()
          .forEach(session -> session.close(CloseReason.SHUTDOWN, "the node goes down"));
      transport.close();
    }
  }
}
