package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** What the clients of {@link LimitedTopics} get. */
final class LimitedRates {

  private static final double ANY = Double.NaN;

  /** A second's burst, and what the limit allows and a quarter, as nodes may come. */
  private static final double MOST_IN_A_SECOND = 1 + 1.25;

  private final LimitedTopics topics;
  private final String cutOff;
  private final EachRate rates;

  /**
   * Begins to count.
   *
   * @param cutOff the node that is going to be cut off
   */
  LimitedRates(
      LimitedTopics topics,
      String cutOff,
      double tolerance,
      double windowSeconds,
      ScheduledExecutorService timer) {
    this.topics = topics;
    this.cutOff = cutOff;
    List<LongSupplier> counts = Stream.of(
            suppliers(topic -> count(topic, "")),
            suppliers(topic -> count(topic, cutOff)),
            suppliers(topic -> count(topic, "") - count(topic, cutOff)))
        .flatMap(of -> of)
        .toList();
    rates = new EachRate(RateSamples.of(counts, timer), tolerance, windowSeconds);
  }

  private static Stream<LongSupplier> suppliers(ToLongFunction<LimitedTopic> count) {
    return LimitedTopic.all().map(topic -> () -> count.applyAsLong(topic));
  }

  private long count(LimitedTopic topic, String node) {
    long count = 0;
    for (Map.Entry<String, LongAdder> each : topics.counts(topic).entrySet()) {
      count += each.getKey().startsWith(node) ? each.getValue().sum() : 0;
    }
    return count;
  }

  private static double[] each(ToDoubleFunction<LimitedTopic> rate) {
    return LimitedTopic.all().mapToDouble(rate).toArray();
  }

  private double limitOf(LimitedTopic topic) {
    if (!topic.isFast()) {
      return ANY;
    }
    return topic == LimitedTopic.MESSAGES ? topics.messageLimit() : topic.perSecond;
  }

  /** The clients of all nodes together get what the limits allow. */
  void settle(String what, long change) throws Exception {
    rates.settle(what, change, each(this::limitOf));
  }

  /** The node that is cut off has the parts that it had, and the others have the limits. */
  void settleBesideOne(String what, long change) throws Exception {
    double[] all = each(topic -> ANY);
    double[] itsOwn = each(topic -> limitOf(topic) * topic.partOf(cutOff));
    double[] ofOthers = each(this::limitOf);
    rates.settle(
        what,
        change,
        Stream.of(all, itsOwn, ofOthers).flatMapToDouble(DoubleStream::of).toArray());
  }

  /** @param messageLimit the highest that there was */
  void assertNeverTooMuch(double messageLimit) {
    rates.assertNeverMoreThan(each(topic ->
        MOST_IN_A_SECOND * (topic == LimitedTopic.MESSAGES ? messageLimit : limitOf(topic))));
  }

  /** Each node may save up a message; every producer has published some. */
  void assertOnePerSecond(long sinceNanos) {
    double seconds = (System.nanoTime() - sinceNanos) / 1e9;
    Map<String, LongAdder> counts = topics.counts(LimitedTopic.SECOND);
    System.out.printf("one per second, in %.1f s: %s%n", seconds, counts);
    assertNeverAhead(LimitedTopic.SECOND, LimitedCluster.NODES.size() + 1);
    assertThat((double) count(LimitedTopic.SECOND, "")).isGreaterThan(0.8 * seconds);
    assertThat(counts.values()).allMatch(count -> count.sum() > seconds / 10);
  }

  /** Each node may save up a message, whichever clients come and go. */
  void assertOnePerMinute() {
    System.out.printf(
        "one per minute: %s published, %s dispatched%n",
        topics.counts(LimitedTopic.MINUTE_PUBLISHED),
        topics.counts(LimitedTopic.MINUTE_DISPATCHED));
    assertNeverAhead(LimitedTopic.MINUTE_PUBLISHED, LimitedCluster.NODES.size() + 1);
    assertNeverAhead(LimitedTopic.MINUTE_DISPATCHED, LimitedCluster.NODES.size() + 1);
  }

  private void assertNeverAhead(LimitedTopic topic, int savedUp) {
    int count = LimitedTopic.all().toList().indexOf(topic);
    rates.assertNeverAhead(count, topic.perSecond, savedUp);
  }

  /** What each of the ten producers of a topic has published. */
  long[] ofEachProducer() {
    return new TreeMap<>(topics.counts(LimitedTopic.FAIR))
        .values().stream().mapToLong(LongAdder::sum).toArray();
  }
}
