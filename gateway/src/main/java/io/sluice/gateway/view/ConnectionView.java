package io.sluice.gateway.view;

import io.sluice.gateway.config.BrokerAddress;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A client's connection as it was at one moment.
 *
 * @param id which one, unique in this process
 * @param client where it comes from, through any load balancer that says so
 * @param clientVersion what the client calls itself; empty before its CONNECT and while the session drains
 * @param broker where it is relayed to; empty until the broker has accepted the client
 * @param since when it was accepted
 * @param state where the session stands, in one word
 * @param paused for which bounds of publishing it is not read now, and since when; empty if for none, also while the
 *     session dials, drains, or waits for the other side to take what was read
 * @param producers its open producers
 * @param consumers its open consumers
 */
public record ConnectionView(
    long id,
    InetSocketAddress client,
    String clientVersion,
    Optional<BrokerAddress> broker,
    Instant since,
    String state,
    Map<PauseReason, Instant> paused,
    List<ProducerView> producers,
    List<ConsumerView> consumers) {

  /**
   * A producer of the connection.
   *
   * @param id the client's number for it, unique on this connection
   * @param topic what it publishes to
   * @param name as given by the client or by the broker; empty until the broker has answered
   * @param messages published so far on this connection
   * @param bytes published so far on this connection, as Pulsar counts them
   * @param pending frames passed to the broker and not yet answered
   * @param throttled for how long it has waited so far, also now if it does
   * @param throttle what it waits for, if it does
   */
  public record ProducerView(
      long id,
      String topic,
      String name,
      long messages,
      long bytes,
      int pending,
      Duration throttled,
      Optional<ThrottleView> throttle) {}

  /**
   * A producer's waiting for a limit.
   *
   * @param limit what its topic may publish, or all members of its resource group together
   * @param origin whose policy that is
   * @param since when it began to wait
   * @param heldFrames how many of its frames wait
   * @param heldBytes how large these are
   * @param oldest for how long the first of them has waited
   * @param aware whether the client is aware, so that it is notified; a stock client is not
   */
  public record ThrottleView(
      PublishLimit limit,
      PolicyKey origin,
      Instant since,
      int heldFrames,
      long heldBytes,
      Duration oldest,
      boolean aware) {}

  /**
   * A consumer of the connection.
   *
   * @param id the client's number for it, unique on this connection
   * @param topic what it reads
   * @param subscription through which subscription
   * @param type of which type that is
   * @param name as given by the client; may be empty
   * @param messages dispatched to it so far on this connection
   * @param bytes dispatched to it so far on this connection
   * @param withheld what it waits for, if it does
   */
  public record ConsumerView(
      long id,
      String topic,
      String subscription,
      String type,
      String name,
      long messages,
      long bytes,
      Optional<WithheldView> withheld) {}

  /**
   * A consumer's waiting for a dispatch limit; of several, for the one to which it owes most.
   *
   * @param permits how many of its permits are withheld from the broker
   * @param kind whether that limit is its topic's, its subscription's or a group's
   * @param origin whose policy that is
   * @param since when it began to wait
   */
  public record WithheldView(long permits, PolicyKind<?> kind, PolicyKey origin, Instant since) {}
}
