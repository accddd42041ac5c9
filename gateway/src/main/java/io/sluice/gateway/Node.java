package io.sluice.gateway;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** What all sessions of a node share. Any thread may call it. */
final class Node {

  private final GatewayConfig config;
  private final BrokerDialer dialer;
  private final BrokerAllowList allowList;
  private final LookupAnswers lookupAnswers;
  private final LookupPermits lookups;
  private final ConnectionSlots slots;
  private final GatewayMetrics metrics;
  private final PublishLimits publishLimits;
  private final GroupLimits groups;
  private final DispatchLimits dispatchLimits;
  private final DispatchMetrics dispatchMetrics = new DispatchMetrics();
  private final PublishMetrics publishMetrics = new PublishMetrics();
  private final ConnectionLog log = new ConnectionLog();
  private final Set<Session> sessions = ConcurrentHashMap.newKeySet();
  private final AtomicLong sessionIds = new AtomicLong();
  private volatile boolean goingDown;

  Node(
      GatewayConfig config,
      BrokerDialer dialer,
      GatewayMetrics metrics,
      PublishLimits publishLimits,
      GroupLimits groups,
      DispatchLimits dispatchLimits) {
    this.config = config;
    this.dispatchLimits = dispatchLimits;
    this.groups = groups;
    this.publishLimits = publishLimits;
    this.metrics = metrics;
    this.dialer = dialer;
    this.allowList = new BrokerAllowList(config.cluster());
    this.lookupAnswers = new LookupAnswers(config.cluster().tls().isPresent(), allowList);
    this.lookups = new LookupPermits(config.limits().maxLookupsInFlight());
    this.slots = new ConnectionSlots(config.limits());
  }

  long nextSessionId() {
    return sessionIds.incrementAndGet();
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

  LookupAnswers lookupAnswers() {
    return lookupAnswers;
  }

  LookupPermits lookups() {
    return lookups;
  }

  ConnectionSlots slots() {
    return slots;
  }

  GatewayMetrics metrics() {
    return metrics;
  }

  PublishLimits publishLimits() {
    return publishLimits;
  }

  GroupLimits groups() {
    return groups;
  }

  DispatchLimits dispatchLimits() {
    return dispatchLimits;
  }

  DispatchMetrics dispatchMetrics() {
    return dispatchMetrics;
  }

  PublishMetrics publishMetrics() {
    return publishMetrics;
  }

  Collection<Session> sessions() {
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

  /** From now on sessions are closed as soon as they open; those that are there are not touched. */
  void goDown() {
    goingDown = true;
  }

  boolean isGoingDown() {
    return goingDown;
  }

  void opened(Session session) {
    sessions.add(session);
    metrics.opened();
    // After it was added: either this sees it, or whoever goes down sees the session.
    if (goingDown) {
      session.close(CloseReason.SHUTDOWN, "the node goes down");
    }
  }

  void closed(Session session, CloseReason reason, String detail) {
    sessions.remove(session);
    metrics.closed(reason);
    log.closed(session.id, session.clientAddress(), reason, detail);
  }

  /** A connection that never became a session. */
  void turnedAway(InetSocketAddress client, CloseReason reason, String detail) {
    metrics.opened();
    metrics.closed(reason);
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
