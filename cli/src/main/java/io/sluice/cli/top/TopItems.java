package io.sluice.cli.top;

import io.sluice.api.LimitShare;
import io.sluice.api.Top;
import io.sluice.cli.limits.LimitText;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.json.InvalidJsonException;
import io.sluice.policy.json.PolicyJson;
import io.sluice.policy.json.StrictJson;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Puts into words what topics or producers do. */
final class TopItems {

  /** With a name of usual length there is room for so many in a line. */
  private static final int MOST_NODES = 3;

  private TopItems() {}

  static String waitsFor(Top.Item item) {
    return item.waitsFor().isEmpty() ? "-" : String.join(", ", item.waitsFor());
  }

  /** The node of a producer, or those on which a topic is used, the one through which most is published first. */
  static String nodes(Top.Item item) {
    if (item.nodes() == null) {
      return item.node() == null ? "-" : item.node();
    }
    List<Top.OnNode> nodes = item.nodes();
    String first = nodes.stream()
        .sorted((one, other) -> Double.compare(other.messagesPerSecond(), one.messagesPerSecond()))
        .limit(MOST_NODES)
        .map(Top.OnNode::node)
        .collect(Collectors.joining(", "));
    return nodes.size() <= MOST_NODES ? first : first + " +" + (nodes.size() - MOST_NODES);
  }

  /** @param node the node that has answered, whose share of the limit is told */
  static String limit(Top.Item item, String node) {
    if (item.limit() == null || item.limit().isNull()) {
      return "-";
    }
    try {
      return LimitText.of(PolicyJson.read(PolicyKind.PUBLISH, StrictJson.write(item.limit())))
          + share(item.limitShare(), node);
    } catch (InvalidJsonException e) {
      return Objects.toString(item.limit()); // of a later version, which knows more
    }
  }

  /** The smaller share, of messages and bytes; nothing of a limit that is used on one node. */
  private static String share(@Nullable LimitShare share, String node) {
    if (share == null || share.nodes() < 2) {
      return "";
    }
    double part = Stream.of(share.shareOfMessages(), share.shareOfBytes())
        .filter(Objects::nonNull)
        .mapToDouble(each -> each)
        .min()
        .orElse(0);
    return " (" + Math.round(100 * part) + "% on " + node + ")";
  }
}
