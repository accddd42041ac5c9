package io.sluice.admin.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.admin.figures.Figures;
import io.sluice.admin.figures.Speed;
import io.sluice.api.ApiJson;
import io.sluice.api.LimitShare;
import io.sluice.api.Top;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.Policies.Resolved;
import io.sluice.policy.TopicName;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What topics and producers do, as the API tells it. */
final class TopItems {

  private TopItems() {}

  /** The fields about the publish limit; all missing if there is none. */
  private record Publish(
      @Nullable JsonNode limit,
      @Nullable String origin,
      @Nullable Double used,
      @Nullable Double rampFactor,
      @Nullable LimitShare share) {

    static Publish of(String topic, Speed speed, LimitsNow limits) {
      return limits
          .publish(topic)
          .map(limit -> new Publish(
              ApiJson.of(limit.limit()),
              limit.origin().toString(),
              part(limits.used(limit, speed)),
              limits.rampFactor(limit.origin()).map(TopItems::part).orElse(null),
              limits.nodes().publishShare(TopicName.parseOrUnreadable(topic)).orElse(null)))
          .orElseGet(() -> new Publish(null, null, null, null, null));
    }
  }

  /** @param nodes what it does on each node; null if the answer is about one */
  static Top.Item ofTopic(
      String topic, Speed speed, LimitsNow limits, @Nullable List<Top.OnNode> nodes) {
    Publish publish = Publish.of(topic, speed, limits);
    Optional<Resolved<DispatchLimit>> dispatch = limits.dispatch(topic);
    return new Top.Item(
        topic,
        null,
        null,
        Speed.rounded(speed.messages()),
        Speed.rounded(speed.bytes()),
        Speed.rounded(speed.dispatchMessages()),
        Speed.rounded(speed.dispatchBytes()),
        Speed.rounded(speed.throttledMillis()),
        speed.heldBytes(),
        speed.producers(),
        speed.consumers(),
        null,
        publish.limit,
        publish.origin,
        publish.used,
        publish.rampFactor,
        dispatch.map(limit -> ApiJson.of(limit.limit())).orElse(null),
        dispatch.map(limit -> limit.origin().toString()).orElse(null),
        dispatch
            .map(limit -> part(LimitsNow.dispatchUsed(limit.limit(), speed)))
            .orElse(null),
        waitsFor(speed),
        null,
        nodes,
        publish.share,
        limits.nodes().home(TopicName.parseOrUnreadable(topic)).orElse(null));
  }

  static Top.OnNode onNode(String node, Speed speed) {
    return new Top.OnNode(
        node,
        Speed.rounded(speed.messages()),
        Speed.rounded(speed.bytes()),
        Speed.rounded(speed.dispatchMessages()),
        Speed.rounded(speed.dispatchBytes()),
        Speed.rounded(speed.throttledMillis()),
        speed.heldBytes(),
        speed.producers(),
        speed.consumers());
  }

  /**
   * @param share which part of what its topic publishes is its, from 0 to 1
   * @param node its node; null if the answer is about one
   */
  static Top.Item ofProducer(
      Figures.Producer producer, double share, LimitsNow limits, @Nullable String node) {
    Speed speed = producer.speed();
    Publish publish = Publish.of(producer.topic(), speed, limits);
    return new Top.Item(
        producer.topic(),
        producer.name(),
        producer.client(),
        Speed.rounded(speed.messages()),
        Speed.rounded(speed.bytes()),
        null,
        null,
        Speed.rounded(speed.throttledMillis()),
        speed.heldBytes(),
        null,
        null,
        part(share),
        publish.limit,
        publish.origin,
        publish.used,
        publish.rampFactor,
        null,
        null,
        null,
        waitsFor(speed),
        node,
        null,
        null,
        null);
  }

  /** To a thousandth, which is a tenth of a percent. */
  static double part(double value) {
    return Math.round(value * 1000) / 1000.0;
  }

  private static List<String> waitsFor(Speed speed) {
    return speed.waitsFor().stream().sorted().toList();
  }
}
