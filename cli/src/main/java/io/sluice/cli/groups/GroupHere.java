package io.sluice.cli.groups;

import io.sluice.api.Group;
import io.sluice.cli.units.Bytes;
import io.sluice.cli.units.Rough;
import java.util.List;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/** What a group does on the node that was asked, in words. */
final class GroupHere {

  private GroupHere() {}

  /** @param here nothing is said if it is missing */
  static List<String> lines(Group.@Nullable Here here) {
    if (here == null) {
      return List.of();
    }
    int nodes = here.nodes();
    String others = here.heard()
        ? nodes == 1 ? ", the only node:" : ", one of " + nodes + " nodes:"
        : ", which gets no reports of other nodes now and assumes " + nodes + " nodes:";
    return List.of(
        "on " + here.node() + others,
        "  " + part("publish", here.publish()),
        "  " + part("dispatch", here.dispatch()));
  }

  private static String part(String name, Group.Part part) {
    return name + " "
        + of(
            part.messagesPerSecond(),
            part.shareOfMessages(),
            value -> Rough.of(value) + " messages/s")
        + " and "
        + of(part.bytesPerSecond(), part.shareOfBytes(), value -> Bytes.roughly(value) + "/s")
        + (part.waiting() == 0 ? "" : ", " + part.waiting() + " waiting");
  }

  private static String of(double used, @Nullable Double share, DoubleFunction<String> text) {
    return text.apply(used) + (share == null ? "" : " (may use " + text.apply(share) + ")");
  }
}
