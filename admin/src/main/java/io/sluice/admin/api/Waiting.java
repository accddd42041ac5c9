package io.sluice.admin.api;

import io.sluice.admin.figures.DisplayNames;
import io.sluice.gateway.view.ConnectionView;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Selects and sorts the producers, consumers and connections that {@link Throttled} shows. */
final class Waiting {

  /** The fields to sort by. Consumers or connections that do not have the field are sorted by {@code since}. */
  static final List<String> BY =
      List.of("client", "heldBytes", "heldFrames", "limit", "producer", "since", "topic");

  /**
   * A producer that waits for a limit.
   *
   * @param limit the limit; null if another node has told of it, which tells only whose it is
   */
  record Producer(
      String node,
      String topic,
      String name,
      String client,
      long connection,
      @Nullable Record limit,
      String origin,
      Instant since,
      int heldFrames,
      long heldBytes,
      Duration oldest,
      boolean aware) {

    private boolean contains(String part) {
      return DisplayNames.contains(part, topic, name, client);
    }
  }

  /** A consumer that waits for a limit. */
  record Consumer(
      String node,
      String topic,
      String subscription,
      String name,
      String client,
      long connection,
      String kind,
      String origin,
      Instant since,
      long permits) {

    private boolean contains(String part) {
      return DisplayNames.contains(part, topic, subscription, name, client);
    }
  }

  /**
   * A connection that is not read.
   *
   * @param pauses why, the earliest first
   */
  record Connection(String node, String client, long id, List<Pause> pauses) {

    private Instant since() {
      return pauses.stream().findFirst().map(Pause::since).orElse(Instant.MAX);
    }
  }

  /** Why a connection is not read, and since when. */
  record Pause(String reason, Instant since) {}

  private static final Comparator<Producer> PRODUCERS_SINCE = Comparator.comparing(Producer::since)
      .thenComparing(Producer::oldest, Comparator.reverseOrder())
      .thenComparing(Producer::topic)
      .thenComparing(Producer::node)
      .thenComparing(Producer::connection);

  private static final Map<String, Comparator<Producer>> PRODUCERS = Map.of(
      "since", PRODUCERS_SINCE,
      "topic", Comparator.comparing(Producer::topic),
      "producer", Comparator.comparing(Producer::name),
      "client", Comparator.comparing(Producer::client),
      "limit", Comparator.comparing(Producer::origin),
      "heldFrames", Comparator.comparing(Producer::heldFrames),
      "heldBytes", Comparator.comparing(Producer::heldBytes));

  private static final Comparator<Consumer> CONSUMERS_SINCE = Comparator.comparing(Consumer::since)
      .thenComparing(Consumer::topic)
      .thenComparing(Consumer::node)
      .thenComparing(Consumer::connection);

  private static final Map<String, Comparator<Consumer>> CONSUMERS = Map.of(
      "since", CONSUMERS_SINCE,
      "topic", Comparator.comparing(Consumer::topic),
      "producer", Comparator.comparing(Consumer::name),
      "client", Comparator.comparing(Consumer::client),
      "limit", Comparator.comparing(Consumer::origin));

  private static final Comparator<Connection> CONNECTIONS_SINCE = Comparator.comparing(
          Connection::since)
      .thenComparing(Connection::node)
      .thenComparing(Connection::id);

  private static final Map<String, Comparator<Connection>> CONNECTIONS =
      Map.of("since", CONNECTIONS_SINCE, "client", Comparator.comparing(Connection::client));

  private Waiting() {}

  static List<Producer> producers(
      List<ConnectionView> own, Across across, Throttled.Wanted wanted) {
    return Stream.concat(WaitingHere.producers(own, across), WaitingElsewhere.producers(across))
        .filter(each -> each.contains(wanted.contains()))
        .sorted(order(PRODUCERS, PRODUCERS_SINCE, wanted))
        .toList();
  }

  static List<Consumer> consumers(
      List<ConnectionView> own, Across across, Throttled.Wanted wanted) {
    return Stream.concat(WaitingHere.consumers(own, across), WaitingElsewhere.consumers(across))
        .filter(each -> each.contains(wanted.contains()))
        .sorted(order(CONSUMERS, CONSUMERS_SINCE, wanted))
        .toList();
  }

  static List<Connection> connections(
      List<ConnectionView> own, Across across, Throttled.Wanted wanted) {
    String part = wanted.contains();
    return Stream.concat(
            WaitingHere.connections(own, across, part),
            WaitingElsewhere.connections(across)
                .filter(each -> DisplayNames.contains(part, each.client)))
        .sorted(order(CONNECTIONS, CONNECTIONS_SINCE, wanted))
        .toList();
  }

  /** The order that is asked for. Items that do not have that field are sorted by {@code since}, ascending. */
  private static <T> Comparator<T> order(
      Map<String, Comparator<T>> known, Comparator<T> since, Throttled.Wanted wanted) {
    Comparator<T> by = known.get(wanted.by());
    if (by == null) {
      return since;
    }
    return (wanted.down() ? by.reversed() : by).thenComparing(since);
  }
}
