package io.sluice.admin.api;

import io.sluice.admin.figures.DisplayNames;
import io.sluice.admin.figures.Figures;
import io.sluice.admin.figures.Speed;
import io.sluice.api.Top;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * One page of the topics or producers, in an order. Their limits are costly to look up, so that is done only for
 * the items on the page, unless the order depends on them.
 *
 * @param total how many topics or producers there are on all pages
 * @param items the items on the page
 */
record Ranking(int total, List<Top.Item> items) {

  /** What producers can be ranked by. */
  static final List<String> OF_PRODUCERS =
      List.of("bytes", "messages", "name", "throttled", "used");

  /** What topics can be ranked by. */
  static final List<String> OF_TOPICS =
      List.of("bytes", "dispatch", "messages", "name", "throttled", "used");

  private static final Comparator<Figures.Producer> NAMES = Comparator.comparing(
          Figures.Producer::topic)
      .thenComparing(Figures.Producer::name)
      .thenComparing(Figures.Producer::client);

  /**
   * Which items a caller asks for, and in which order.
   *
   * @param by the field to rank by, in descending order
   * @param contains a text that has to be in the name of the topic, the producer or its client
   * @param topic the full name of the topic that it has to be, or that producers have to be of; empty for any
   */
  record Wanted(String by, String contains, String topic, Page page) {

    private boolean hasAny(String... names) {
      return DisplayNames.contains(contains, names);
    }

    private boolean isOf(String name) {
      return topic.isEmpty() || topic.equals(name);
    }
  }

  private record Ranked<T>(T of, double rank) {}

  /** Those of this node alone. */
  static Ranking ofTopics(Figures figures, LimitsNow limits, Wanted wanted) {
    return ofTopics(ClusterFigures.of(figures), limits, wanted);
  }

  static Ranking ofTopics(ClusterFigures figures, LimitsNow limits, Wanted wanted) {
    record Topic(String name, Speed speed) {}
    ToDoubleFunction<Topic> rank = topic -> rank(wanted.by, topic.name, topic.speed, limits);
    List<Topic> all = sorted(
        figures
            .topics()
            .filter(topic -> wanted.isOf(topic) && wanted.hasAny(topic))
            .map(topic -> new Topic(topic, figures.topic(topic))),
        rank,
        Comparator.comparing(Topic::name));
    return new Ranking(
        all.size(),
        wanted.page.of(all).stream()
            .map(topic ->
                TopItems.ofTopic(topic.name, topic.speed, limits, figures.onNodes(topic.name)))
            .toList());
  }

  /** Those of this node alone. */
  static Ranking ofProducers(Figures figures, LimitsNow limits, Wanted wanted) {
    return ofProducers(ClusterFigures.of(figures), limits, wanted);
  }

  static Ranking ofProducers(ClusterFigures figures, LimitsNow limits, Wanted wanted) {
    List<ClusterFigures.Producer> all = sorted(
        figures
            .producers()
            .filter(each -> wanted.isOf(each.of().topic())
                && wanted.hasAny(each.of().topic(), each.of().name(), each.of().client())),
        each -> rank(wanted.by, each.of().topic(), each.of().speed(), limits),
        Comparator.comparing(ClusterFigures.Producer::of, NAMES)
            .thenComparing(each -> String.valueOf(each.node())));
    ToDoubleFunction<Speed> of = wanted.by.equals("bytes") ? Speed::bytes : Speed::messages;
    return new Ranking(
        all.size(),
        wanted.page.of(all).stream()
            .map(each -> TopItems.ofProducer(
                each.of(),
                share(each.of(), figures.topic(each.of().topic()), of),
                limits,
                each.node()))
            .toList());
  }

  private static <T> List<T> sorted(Stream<T> all, ToDoubleFunction<T> rank, Comparator<T> names) {
    return all.map(each -> new Ranked<>(each, rank.applyAsDouble(each)))
        .sorted(Comparator.<Ranked<T>>comparingDouble(Ranked::rank)
            .reversed()
            .thenComparing(Ranked::of, names))
        .map(Ranked::of)
        .toList();
  }

  private static double rank(String by, String topic, Speed speed, LimitsNow limits) {
    return switch (by) {
      case "bytes" -> speed.bytes();
      case "dispatch" -> speed.dispatchMessages();
      case "name" -> 0;
      case "throttled" -> speed.throttledMillis();
      case "used" ->
        limits.publish(topic).map(limit -> limits.used(limit, speed)).orElse(-1.0);
      default -> speed.messages();
    };
  }

  /**
   * A producer's part of what is published to its topic. A node may have told of a producer and not of its topic, so
   * that the topic does more than is known.
   */
  static double share(Figures.Producer producer, Speed topic, ToDoubleFunction<Speed> of) {
    return Math.min(1, LimitsNow.part(of.applyAsDouble(producer.speed()), of.applyAsDouble(topic)));
  }
}
