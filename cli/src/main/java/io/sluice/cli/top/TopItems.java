package io.sluice.cli.top;

import io.sluice.api.Top;
import io.sluice.cli.limits.LimitText;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.json.InvalidJsonException;
import io.sluice.policy.json.PolicyJson;
import io.sluice.policy.json.StrictJson;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Adds up topics or producers of all nodes, and puts into words what they do. */
final class TopItems {

  private TopItems() {}

  /** The key by which a topic or producer is found again on another node. */
  record Key(
      String topic, @Nullable String producer, @Nullable String client) {}

  static Key key(Top.Item item) {
    return new Key(item.topic(), item.producer(), item.client());
  }

  /** The fields that can be added up; parts of a whole cannot. */
  static Top.Item sums(Top.Item item) {
    return new Top.Item(
        item.topic(),
        item.producer(),
        item.client(),
        item.messagesPerSecond(),
        item.bytesPerSecond(),
        null,
        null,
        item.throttledMillisPerSecond(),
        item.heldBytes(),
        null,
        null,
        null,
        item.limit(),
        item.origin(),
        null,
        null,
        null,
        null,
        null,
        item.waitsFor().stream().sorted().toList());
  }

  /** Adds up a topic or producer of two nodes. */
  static Top.Item plus(Top.Item one, Top.Item other) {
    return new Top.Item(
        one.topic(),
        one.producer(),
        one.client(),
        one.messagesPerSecond() + other.messagesPerSecond(),
        one.bytesPerSecond() + other.bytesPerSecond(),
        null,
        null,
        one.throttledMillisPerSecond() + other.throttledMillisPerSecond(),
        one.heldBytes() + other.heldBytes(),
        null,
        null,
        null,
        one.limit() == null ? other.limit() : one.limit(),
        one.origin() == null ? other.origin() : one.origin(),
        null,
        null,
        null,
        null,
        null,
        Stream.concat(one.waitsFor().stream(), other.waitsFor().stream())
            .distinct()
            .sorted()
            .toList());
  }

  static String waitsFor(Top.Item item) {
    return item.waitsFor().isEmpty() ? "-" : String.join(", ", item.waitsFor());
  }

  static String limit(Top.Item item) {
    if (item.limit() == null || item.limit().isNull()) {
      return "-";
    }
    try {
      return LimitText.of(PolicyJson.read(PolicyKind.PUBLISH, StrictJson.write(item.limit())));
    } catch (InvalidJsonException e) {
      return Objects.toString(item.limit()); // of a later version, which knows more
    }
  }
}
