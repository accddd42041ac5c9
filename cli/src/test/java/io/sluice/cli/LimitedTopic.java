package io.sluice.cli;

import io.sluice.quota.Direction;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;

/** Topics with limits of every kind. */
enum LimitedTopic {
  MESSAGES(Direction.PUBLISH, "{\"messages\": 300}", 300),
  /** Of messages with 4000 bytes of payload, beside which a stock client writes some forty. */
  BYTES(Direction.PUBLISH, "{\"bytes\": 404000}", 100),
  DISPATCHED(Direction.DISPATCH, "{\"messages\": 100}", 100),
  SUBSCRIBED(Direction.DISPATCH, "{\"messages\": 100}", 100),
  /** This one and the next have the limit of their namespace, each of them all of it. */
  EACH_ONE(Direction.PUBLISH, "{\"messages\": 100}", 100),
  EACH_TWO(Direction.PUBLISH, "{\"messages\": 100}", 100),
  /** Has a ramp that has arrived. */
  RAMPED(Direction.PUBLISH, "{\"messages\": 100}", 100),
  /** Has nine producers on one node and one on another. */
  FAIR(Direction.PUBLISH, "{\"messages\": 100}", 100),
  SECOND(Direction.PUBLISH, "{\"messages\": 1}", 1),
  /** Has a ramp that has hardly begun: publish limits have no periods. */
  MINUTE_PUBLISHED(Direction.PUBLISH, "{\"messages\": 1}", 1 / 60.0),
  MINUTE_DISPATCHED(Direction.DISPATCH, "{\"messages\": 1, \"periodSeconds\": 60}", 1 / 60.0);

  final Direction direction;

  /** As the admin API takes it. */
  final String limit;

  /** How many messages the limit allows. */
  final double perSecond;

  LimitedTopic(Direction direction, String limit, double perSecond) {
    this.direction = direction;
    this.limit = limit;
    this.perSecond = perSecond;
  }

  static Stream<LimitedTopic> all() {
    return Arrays.stream(values());
  }

  String topic() {
    String namespace = isLimitedByNamespace() ? "public/each/" : "public/default/";
    return namespace + name().toLowerCase(Locale.ROOT);
  }

  private boolean isLimitedByNamespace() {
    return this == EACH_ONE || this == EACH_TWO;
  }

  /** Where the admin API has the limit. */
  String path() {
    return kind() + target();
  }

  private String kind() {
    return switch (direction) {
      case PUBLISH -> "publish/";
      case DISPATCH -> this == SUBSCRIBED ? "subscription-dispatch/" : "dispatch/";
    };
  }

  private String target() {
    return isLimitedByNamespace() ? "namespaces/public/each" : "topics/persistent/" + topic();
  }

  /** Where it has the ramp. */
  String rampPath() {
    return "ramp/" + target();
  }

  int bytes() {
    return this == BYTES ? 4000 : 100;
  }

  /** For a quarter of a second if a producer has all of the limit. */
  int underWay() {
    return Math.max(1, (int) perSecond / 4);
  }

  /** Whether its rate is seen within seconds. */
  boolean isFast() {
    return perSecond > 1;
  }

  int producersOn(String node) {
    if (this != FAIR) {
      return direction == Direction.PUBLISH ? 1 : 0;
    }
    return switch (node) {
      case "one" -> 9;
      case "two" -> 1;
      default -> 0;
    };
  }

  /** Which part of the limit clients of a node have, as long as there are all three nodes. */
  double partOf(String node) {
    return this == FAIR ? producersOn(node) / 10.0 : 1 / 3.0;
  }
}
