package io.sluice.gateway.internal.session;

import io.sluice.gateway.config.BrokerAddress;
import io.sluice.gateway.config.ConnectionLimits;
import io.sluice.gateway.config.GatewayConfig;
import io.sluice.gateway.internal.dispatch.DispatchMetrics;
import io.sluice.gateway.internal.home.TopicHomes;
import io.sluice.gateway.internal.limit.DispatchLimits;
import io.sluice.gateway.internal.limit.PublishLimits;
import io.sluice.gateway.internal.limit.ResourceGroups;
import io.sluice.gateway.internal.net.BrokerAllowList;
import io.sluice.gateway.internal.net.BrokerDialer;
import io.sluice.gateway.internal.net.ConnectionSlots;
import io.sluice.gateway.internal.publish.PublishMetrics;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

/** What all sessions of a gateway share: limits, metrics, the way to brokers. Any thread may call it. */
public final class GatewayContext {

  private final GatewayConfig config;
  private final BrokerDialer dialer;
  private final BrokerAllowList allowList;
  private final LookupAnswerRewriter lookupAnswers;
  private final LookupSlots lookups;
  private final ConnectionSlots slots;
  private final GatewayMetrics metrics;
  private final PublishLimits publishLimits;
  private final ResourceGroups groups;
  private final DispatchLimits dispatchLimits;
  private final TopicHomes homes;
  private final DispatchMetrics dispatchMetrics = new DispatchMetrics();
  private final PublishMetrics publishMetrics = new PublishMetrics();
  private final ConnectionLog log = new ConnectionLog();
  private final SessionRegistry sessions = new SessionRegistry();

  public GatewayContext(
      GatewayConfig config,
      BrokerDialer dialer,
      GatewayMetrics metrics,
      PublishLimits publishLimits,
      ResourceGroups groups,
      DispatchLimits dispatchLimits,
      TopicHomes homes) {
    this.config = config;
    this.homes = homes;
    this.dispatchLimits = dispatchLimits;
    this.groups = groups;
    this.publishLimits = publishLimits;
    this.metrics = metrics;
    this.dialer = dialer;
    this.allowList = new BrokerAllowList(config.cluster());
    this.lookupAnswers = new LookupAnswerRewriter(config.cluster().tls().isPresent(), allowList);
    this.lookups = new LookupSlots(config.limits().maxLookupsInFlight());
    this.slots = new ConnectionSlots(config.limits());
  }

  ConnectionLimits limits() {
    return config.limits();
  }

  Duration keepAliveInterval() {
    return config.keepAliveInterval();
  }

  BrokerDialer dialer() {
    return dialer;
  }

  LookupAnswerRewriter lookupAnswers() {
    return lookupAnswers;
  }

  public LookupSlots lookups() {
    return lookups;
  }

  public ConnectionSlots slots() {
    return slots;
  }

  public GatewayMetrics metrics() {
    return metrics;
  }

  public PublishLimits publishLimits() {
    return publishLimits;
  }

  public ResourceGroups groups() {
    return groups;
  }

  public DispatchLimits dispatchLimits() {
    return dispatchLimits;
  }

  public TopicHomes homes() {
    return homes;
  }

  public DispatchMetrics dispatchMetrics() {
    return dispatchMetrics;
  }

  public PublishMetrics publishMetrics() {
    return publishMetrics;
  }

  public SessionRegistry sessions() {
    return sessions;
  }

  /** The broker at this address, if it is one that may be dialled. */
  Optional<BrokerAddress> allowed(String address) {
    try {
      return Optional.of(BrokerAddress.parse(address)).filter(allowList::allows);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  void opened(Session session) {
    metrics.opened(session.connections.client());
    if (!sessions.add(session)) {
      session.close(CloseReason.SHUTDOWN, "the node goes down");
    }
  }

  void closed(Session session, CloseReason reason, String detail) {
    sessions.remove(session);
    metrics.closed(session.connections.client(), session.connections.broker(), reason);
    log.closed(session.id, session.clientAddress(), reason, detail);
  }

  /** A connection that never became a session. */
  void turnedAway(InetSocketAddress client, CloseReason reason, String detail) {
    metrics.turnedAway(reason);
    log.closed(0, client, reason, detail);
  }

  void requestRefused(Session session) {
    metrics.requestRefused();
    log.requestRefused(session.id, session.clientAddress());
  }

  void unexpected(Session session, Throwable cause) {
    log.unexpected(session.id, session.clientAddress(), cause);
  }

  void topicMigrated(Session session) {
    log.topicMigrated(session.id, session.clientAddress());
  }
}
