package io.sluice.admin.api;

import io.sluice.policy.Policies;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.TopicName;
import io.sluice.policy.json.PolicyJson;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Who publishes most on this node, or waits most.
 *
 * @param node which node that is
 * @param by what they are ranked by
 * @param overSeconds how long the time was in which that was seen
 * @param items the first of them
 */
record Top(String node, String by, double overSeconds, List<Item> items) {

  /** What they can be ranked by. */
  static final Map<String, ToDoubleFunction<Speed>> BY = Map.of(
      "messages", Speed::messages,
      "bytes", Speed::bytes,
      "throttled", Speed::throttledMillis);

  /** A topic, or a producer, of which the name and the client are told. */
  record Item(
      String topic,
      @Nullable String producer,
      @Nullable String client,
      double messagesPerSecond,
      double bytesPerSecond,
      double throttledMillisPerSecond,
      long heldBytes,
      @Nullable Record limit,
      @Nullable String origin,
      List<String> waitsFor) {}

  private record Ranked(
      String topic, @Nullable String producer, @Nullable String client, Speed speed) {}

  static List<Item> topics(Figures figures, Policies policies, String by, int count) {
    Map<String, Speed> topics = new HashMap<>();
    figures
        .producers()
        .forEach(each -> topics.merge(fullName(each.topic()), each.speed(), Speed::plus));
    figures
        .consumers()
        .forEach(each ->
            topics.merge(fullName(each.topic()), Speed.waitingFor(each.limit()), Speed::plus));
    return items(
        topics.entrySet().stream()
            .map(topic -> new Ranked(topic.getKey(), null, null, topic.getValue())),
        policies,
        by,
        count);
  }

  static List<Item> producers(Figures figures, Policies policies, String by, int count) {
    return items(
        figures.producers().stream()
            .map(producer -> new Ranked(
                fullName(producer.topic()), producer.name(), producer.client(), producer.speed())),
        policies,
        by,
        count);
  }

  /** Clients may have spelled the same topic differently. */
  private static String fullName(String topic) {
    TopicName name = TopicName.parseOrUnreadable(topic);
    return name.domain().equals("?") ? topic : name.toString();
  }

  private static List<Item> items(Stream<Ranked> all, Policies policies, String by, int count) {
    Function<Ranked, Speed> speed = Ranked::speed;
    Comparator<Ranked> mostFirst = Comparator.comparing(
            speed.andThen(BY.getOrDefault(by, Speed::messages)::applyAsDouble))
        .reversed();
    return all.sorted(mostFirst
            .thenComparing(Ranked::topic)
            .thenComparing(ranked -> String.valueOf(ranked.producer)))
        .limit(count)
        .map(ranked -> item(ranked, policies))
        .toList();
  }

  private static Item item(Ranked ranked, Policies policies) {
    Policies.Resolved<PublishLimit> resolved =
        policies.publishLimit(TopicName.parseOrUnreadable(ranked.topic));
    boolean limited = !resolved.limit().isNone();
    return new Item(
        ranked.topic,
        ranked.producer,
        ranked.client,
        Speed.rounded(ranked.speed.messages()),
        Speed.rounded(ranked.speed.bytes()),
        Speed.rounded(ranked.speed.throttledMillis()),
        ranked.speed.heldBytes(),
        limited ? PolicyJson.of(resolved.limit()) : null,
        limited ? resolved.origin().toString() : null,
        ranked.speed.waitsFor().stream().sorted().toList());
  }
}
