package io.sluice.cli.groups;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.units.Bytes;
import io.sluice.cli.units.Rough;
import java.util.List;
import java.util.function.DoubleFunction;

/** What a group does on the node that was asked, in words. */
final class GroupHere {

  private GroupHere() {}

  /** @param here as the API has it; nothing is said if it is missing */
  static List<String> lines(JsonNode here) {
    if (!here.isObject()) {
      return List.of();
    }
    int nodes = here.path("nodes").asInt();
    String others = here.path("heard").asBoolean()
        ? nodes == 1 ? ", the only node:" : ", one of " + nodes + " nodes:"
        : ", which hears of no other now and reckons with " + nodes + " nodes:";
    return List.of(
        "on " + here.path("node").asText() + others,
        "  " + part("publish", here.path("publish")),
        "  " + part("dispatch", here.path("dispatch")));
  }

  private static String part(String name, JsonNode part) {
    int waiting = part.path("waiting").asInt();
    return name + " "
        + of(part, "messagesPerSecond", "shareOfMessages", value -> Rough.of(value) + " messages/s")
        + " and "
        + of(part, "bytesPerSecond", "shareOfBytes", value -> Bytes.roughly(value) + "/s")
        + (waiting == 0 ? "" : ", " + waiting + " waiting");
  }

  private static String of(JsonNode part, String used, String share, DoubleFunction<String> text) {
    return text.apply(part.path(used).asDouble())
        + (part.path(share).isNumber()
            ? " (may use " + text.apply(part.path(share).asDouble()) + ")"
            : "");
  }
}
