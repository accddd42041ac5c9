package io.sluice.admin.api;

import io.sluice.admin.figures.Figures;
import io.sluice.admin.figures.Speed;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.Policies.Resolved;
import io.sluice.policy.json.PolicyJson;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A topic, or a producer, as JSON. Of a producer the name, the client and its part of what its topic
 * publishes are told, of a topic what is dispatched and how many producers and consumers it has.
 *
 * @param used which part of the publish limit is used, as far as a ramp has risen; missing without a limit
 * @param rampFactor which part of the publish limit holds while its ramp rises; missing if all of it does
 * @param dispatchUsed which part of the dispatch limit is used; missing without a limit
 */
record TopItem(
    String topic,
    @Nullable String producer,
    @Nullable String client,
    double messagesPerSecond,
    double bytesPerSecond,
    @Nullable Double dispatchMessagesPerSecond,
    @Nullable Double dispatchBytesPerSecond,
    double throttledMillisPerSecond,
    long heldBytes,
    @Nullable Integer producers,
    @Nullable Integer consumers,
    @Nullable Double share,
    @Nullable Record limit,
    @Nullable String origin,
    @Nullable Double used,
    @Nullable Double rampFactor,
    @Nullable Record dispatchLimit,
    @Nullable String dispatchOrigin,
    @Nullable Double dispatchUsed,
    List<String> waitsFor) {

  /** The fields about the publish limit; all missing if there is none. */
  private record Publish(
      @Nullable Record limit,
      @Nullable String origin,
      @Nullable Double used,
      @Nullable Double rampFactor) {

    static Publish of(String topic, Speed speed, LimitsNow limits) {
      return limits
          .publish(topic)
          .map(limit -> new Publish(
              PolicyJson.of(limit.limit()),
              limit.origin().toString(),
              part(limits.used(limit, speed)),
              limits.rampFactor(limit.origin()).map(TopItem::part).orElse(null)))
          .orElseGet(() -> new Publish(null, null, null, null));
    }
  }

  static TopItem ofTopic(String topic, Speed speed, LimitsNow limits) {
    Publish publish = Publish.of(topic, speed, limits);
    Optional<Resolved<DispatchLimit>> dispatch = limits.dispatch(topic);
    return new TopItem(
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
        dispatch.map(limit -> PolicyJson.of(limit.limit())).orElse(null),
        dispatch.map(limit -> limit.origin().toString()).orElse(null),
        dispatch
            .map(limit -> part(LimitsNow.dispatchUsed(limit.limit(), speed)))
            .orElse(null),
        waitsFor(speed));
  }

  /** @param share which part of what its topic publishes is its, from 0 to 1 */
  static TopItem ofProducer(Figures.Producer producer, double share, LimitsNow limits) {
    Speed speed = producer.speed();
    Publish publish = Publish.of(producer.topic(), speed, limits);
    return new TopItem(
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
        waitsFor(speed));
  }

  /** To a thousandth, which is a tenth of a percent. */
  static double part(double value) {
    return Math.round(value * 1000) / 1000.0;
  }

  private static List<String> waitsFor(Speed speed) {
    return speed.waitsFor().stream().sorted().toList();
  }
}
