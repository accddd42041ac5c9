package io.sluice.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A resource group.
 *
 * @param quota what its members may do on all nodes together
 * @param ramp how that rises; missing if it does not
 * @param members such as {@code tenant acme} and {@code namespace acme/orders}
 * @param here what that comes to on the node that answers; missing until it follows the group
 * @param uses what each node uses of it, as far as that one has heard; missing in lists
 */
public record Group(
    String name,
    JsonNode quota,
    @Nullable JsonNode ramp,
    List<String> members,
    @Nullable Here here,
    @Nullable List<NodeUse> uses) {

  /** Without members if the answer has none. */
  public Group {
    members = Objects.requireNonNullElse(members, List.of());
  }

  /**
   * Several of them.
   *
   * @param total how many there are, whatever part of them is shown
   */
  public record Page(int total, List<Group> items) {}

  /**
   * The group on one node.
   *
   * @param nodes how many nodes share the quota
   * @param heard whether this node hears of the others
   */
  public record Here(String node, int nodes, boolean heard, Part publish, Part dispatch) {}

  /** One direction: what is used, and what may be; a share is missing where there is no limit. */
  public record Part(
      double messagesPerSecond,
      double bytesPerSecond,
      @Nullable Double shareOfMessages,
      @Nullable Double shareOfBytes,
      int waiting) {}

  /** What one node uses. */
  public record NodeUse(String node, boolean self, Use publish, Use dispatch) {}

  /** One direction on one node; a share is missing where there is no limit. */
  public record Use(
      double messagesPerSecond,
      double bytesPerSecond,
      @Nullable Double shareOfMessages,
      @Nullable Double shareOfBytes,
      boolean wantsMore) {}
}
