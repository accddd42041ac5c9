package io.sluice.quota;

import java.util.List;
import java.util.Objects;

/**
 * What a node tells the other nodes of its busiest topics and producers, and of those that are throttled for longest.
 * It is bounded, whatever its clients do and whatever another node sends: the constructors refuse more. Names may have
 * any characters, as clients choose them.
 *
 * @param ageMillis how long ago that was so when it was told
 * @param overSeconds how long the time was over which rates were taken
 * @param totals how many there are, told of or not
 * @param topics the busiest topics
 * @param producers the producers that publish most
 * @param throttledProducers the producers that have waited longest
 * @param throttledConsumers the consumers that have waited longest
 * @param connections the connections that have not been read for longest
 */
public record NodeSummary(
    long ageMillis,
    double overSeconds,
    Totals totals,
    List<Topic> topics,
    List<Producer> producers,
    List<ThrottledProducer> throttledProducers,
    List<ThrottledConsumer> throttledConsumers,
    List<Connection> connections) {

  /** How many of each kind are told of. */
  public static final int MOST = 20;

  /** In characters. A topic with a longer name is not told of; other names are cut. */
  public static final int LONGEST_NAME = 512;

  /** How many limits are told that a topic's producers and consumers wait for. */
  public static final int MOST_LIMITS = 5;

  /** Far more than any count, rate or time can be, and little enough to be added up. */
  public static final long LARGEST = 1L << 50;

  /** Checks that it is within the bounds. */
  public NodeSummary {
    SummaryBounds.requireCounts(ageMillis);
    SummaryBounds.requireRates(overSeconds);
    Objects.requireNonNull(totals);
    topics = SummaryBounds.bounded(topics, MOST);
    producers = SummaryBounds.bounded(producers, MOST);
    throttledProducers = SummaryBounds.bounded(throttledProducers, MOST);
    throttledConsumers = SummaryBounds.bounded(throttledConsumers, MOST);
    connections = SummaryBounds.bounded(connections, MOST);
  }

  /** How many there are on the node. */
  public record Totals(
      int topics, int producers, int throttledProducers, int throttledConsumers, int connections) {

    /** Checks that none is negative. */
    public Totals {
      SummaryBounds.requireCounts(
          topics, producers, throttledProducers, throttledConsumers, connections);
    }
  }

  /**
   * What producers and consumers do on the node, all together.
   *
   * @param messages published per second
   * @param bytes published per second
   * @param dispatchMessages dispatched per second
   * @param dispatchBytes dispatched per second
   * @param throttledMillis how long producers waited per second
   * @param heldFrames how many of their frames the node holds
   * @param heldBytes how large these are
   * @param producers how many producers there are
   * @param throttled how many of them wait
   * @param consumers how many consumers there are
   * @param waiting how many of them wait
   * @param waitsFor the limits that they wait for, such as {@code publish: group gold}
   */
  public record Traffic(
      double messages,
      double bytes,
      double dispatchMessages,
      double dispatchBytes,
      double throttledMillis,
      long heldFrames,
      long heldBytes,
      int producers,
      int throttled,
      int consumers,
      int waiting,
      List<String> waitsFor) {

    /** Checks that it is within the bounds. */
    public Traffic {
      SummaryBounds.requireRates(messages, bytes, dispatchMessages, dispatchBytes, throttledMillis);
      SummaryBounds.requireCounts(heldFrames, heldBytes, producers, throttled, consumers, waiting);
      waitsFor = SummaryBounds.bounded(waitsFor, MOST_LIMITS);
      SummaryBounds.requireNames(waitsFor.toArray(String[]::new));
    }
  }

  /** A topic. */
  public record Topic(String name, Traffic traffic) {

    /** Checks that it is within the bounds. */
    public Topic {
      SummaryBounds.requireNames(name);
      Objects.requireNonNull(traffic);
    }
  }

  /** A producer. */
  public record Producer(String topic, String name, String client, Traffic traffic) {

    /** Checks that it is within the bounds. */
    public Producer {
      SummaryBounds.requireNames(topic, name, client);
      Objects.requireNonNull(traffic);
    }
  }

  /**
   * A producer that waits for a limit.
   *
   * @param connection the node's number of its connection
   * @param origin whose policy the limit is; the other nodes have the same policies
   * @param waitedMillis for how long it has waited
   * @param oldestMillis for how long the first of its frames has waited
   * @param aware whether its client is notified
   */
  public record ThrottledProducer(
      String topic,
      String name,
      String client,
      long connection,
      String origin,
      long waitedMillis,
      int heldFrames,
      long heldBytes,
      long oldestMillis,
      boolean aware) {

    /** Checks that it is within the bounds. */
    public ThrottledProducer {
      SummaryBounds.requireNames(topic, name, client, origin);
      SummaryBounds.requireCounts(connection, waitedMillis, heldFrames, heldBytes, oldestMillis);
    }
  }

  /**
   * A consumer that waits for a limit.
   *
   * @param connection the node's number of its connection
   * @param kind the kind of the limit
   * @param origin whose policy the limit is
   * @param waitedMillis for how long it has waited
   * @param withheldPermits how many of its permits are withheld
   */
  public record ThrottledConsumer(
      String topic,
      String subscription,
      String name,
      String client,
      long connection,
      String kind,
      String origin,
      long waitedMillis,
      long withheldPermits) {

    /** Checks that it is within the bounds. */
    public ThrottledConsumer {
      SummaryBounds.requireNames(topic, subscription, name, client, kind, origin);
      SummaryBounds.requireCounts(connection, waitedMillis, withheldPermits);
    }
  }

  /**
   * A connection that is not read.
   *
   * @param connection the node's number of it
   * @param pauses why, the earliest first
   */
  public record Connection(String client, long connection, List<Pause> pauses) {

    /** Checks that it is within the bounds. */
    public Connection {
      SummaryBounds.requireNames(client);
      SummaryBounds.requireCounts(connection);
      pauses = SummaryBounds.bounded(pauses, MOST);
    }
  }

  /** Why a connection is not read, and for how long. */
  public record Pause(String reason, long waitedMillis) {

    /** Checks that it is within the bounds. */
    public Pause {
      SummaryBounds.requireNames(reason);
      SummaryBounds.requireCounts(waitedMillis);
    }
  }

  /** The same with at most so many of each kind; those that are left out are still counted. */
  public NodeSummary first(int most) {
    return new NodeSummary(
        ageMillis,
        overSeconds,
        totals,
        first(topics, most),
        first(producers, most),
        first(throttledProducers, most),
        first(throttledConsumers, most),
        first(connections, most));
  }

  private static <T> List<T> first(List<T> all, int most) {
    return all.subList(0, Math.min(most, all.size()));
  }
}
