package io.sluice.cli.top;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.limits.LimitText;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.json.InvalidJsonException;
import io.sluice.policy.json.PolicyJson;
import io.sluice.policy.json.StrictJson;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A topic or a producer, and what it does, as the API has it. */
record TopItem(
    String topic,
    @Nullable String producer,
    @Nullable String client,
    double messagesPerSecond,
    double bytesPerSecond,
    double throttledMillisPerSecond,
    long heldBytes,
    @Nullable JsonNode limit,
    @Nullable String origin,
    Set<String> waitsFor) {

  /** The same topic, or producer, is the same on all nodes. */
  record Key(
      String topic, @Nullable String producer, @Nullable String client) {}

  static TopItem read(JsonNode json) {
    return new TopItem(
        json.path("topic").asText(),
        json.path("producer").asText(null),
        json.path("client").asText(null),
        json.path("messagesPerSecond").asDouble(),
        json.path("bytesPerSecond").asDouble(),
        json.path("throttledMillisPerSecond").asDouble(),
        json.path("heldBytes").asLong(),
        json.get("limit"),
        json.path("origin").asText(null),
        waitsFor(json.path("waitsFor")));
  }

  private static Set<String> waitsFor(JsonNode limits) {
    Set<String> texts = new TreeSet<>();
    limits.forEach(limit -> texts.add(limit.asText()));
    return texts;
  }

  Key key() {
    return new Key(topic, producer, client);
  }

  /** Both together: what a topic does on two nodes. */
  TopItem plus(TopItem other) {
    return new TopItem(
        topic,
        producer,
        client,
        messagesPerSecond + other.messagesPerSecond,
        bytesPerSecond + other.bytesPerSecond,
        throttledMillisPerSecond + other.throttledMillisPerSecond,
        heldBytes + other.heldBytes,
        limit == null ? other.limit : limit,
        origin == null ? other.origin : origin,
        Stream.concat(waitsFor.stream(), other.waitsFor.stream())
            .collect(Collectors.toCollection(TreeSet::new)));
  }

  String waitsForText() {
    return waitsFor.isEmpty() ? "-" : String.join(", ", waitsFor);
  }

  String limitText() {
    if (limit == null || limit.isNull()) {
      return "-";
    }
    try {
      return LimitText.of(PolicyJson.read(PolicyKind.PUBLISH, StrictJson.write(limit)));
    } catch (InvalidJsonException e) {
      return limit.toString(); // of a later version, which knows more
    }
  }
}
