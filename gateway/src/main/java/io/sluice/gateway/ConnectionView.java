package io.sluice.gateway;

import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A client's connection as it was at one moment.
 *
 * @param id which one, unique in this process
 * @param client where it comes from, through any load balancer that says so
 * @param clientVersion what the client calls itself; empty until it has said so
 * @param broker where it is relayed to; empty until that is decided
 * @param since when it was accepted
 * @param state where the session stands, in one word
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
   */
  public record ProducerView(
      long id, String topic, String name, long messages, long bytes, int pending) {}

  /**
   * A consumer of the connection.
   *
   * @param id the client's number for it, unique on this connection
   * @param topic what it reads
   * @param subscription through which subscription
   * @param type of which type that is
   * @param name as given by the client; may be empty
   */
  public record ConsumerView(
      long id, String topic, String subscription, String type, String name) {}
}
