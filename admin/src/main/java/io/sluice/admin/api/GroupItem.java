package io.sluice.admin.api;

import io.sluice.admin.figures.Speed;
import io.sluice.gateway.view.GroupView;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.json.PolicyJson;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A group as JSON.
 *
 * @param quota what its members may do on all nodes together
 * @param ramp how that rises
 * @param members who they are
 * @param here what that comes to on the node that answers; missing until it follows the group
 * @param uses what each node uses of it, as far as that one has heard; missing in lists
 */
record GroupItem(
    String name,
    Record quota,
    @Nullable Record ramp,
    List<String> members,
    @Nullable Here here,
    @Nullable List<NodeUse> uses) {

  /** The group on one node. */
  record Here(String node, int nodes, boolean heard, Part publish, Part dispatch) {

    static Here of(String node, GroupView view) {
      return new Here(
          node, view.nodes(), view.heard(), Part.of(view.publish()), Part.of(view.dispatch()));
    }
  }

  /** One direction: what is used, and what may be; a share is missing where there is no limit. */
  record Part(
      double messagesPerSecond,
      double bytesPerSecond,
      @Nullable Double shareOfMessages,
      @Nullable Double shareOfBytes,
      int waiting) {

    private static Part of(GroupView.Part part) {
      return new Part(
          Speed.rounded(part.usedMessages()),
          Speed.rounded(part.usedBytes()),
          share(part.shareOfMessages()),
          share(part.shareOfBytes()),
          part.waiting());
    }
  }

  /** What one node uses. */
  record NodeUse(String node, boolean self, Use publish, Use dispatch) {

    static NodeUse of(String node, boolean self, GroupView.NodeUse use) {
      return new NodeUse(node, self, Use.of(use.publish()), Use.of(use.dispatch()));
    }
  }

  /** One direction on one node; a share is missing where there is no limit. */
  record Use(
      double messagesPerSecond,
      double bytesPerSecond,
      @Nullable Double shareOfMessages,
      @Nullable Double shareOfBytes,
      boolean wantsMore) {

    private static Use of(GroupView.Use use) {
      return new Use(
          Speed.rounded(use.messages()),
          Speed.rounded(use.bytes()),
          share(use.shareOfMessages()),
          share(use.shareOfBytes()),
          use.wantsMore());
    }
  }

  private static @Nullable Double share(double perSecond) {
    return perSecond == Double.POSITIVE_INFINITY ? null : Speed.rounded(perSecond);
  }

  static GroupItem of(
      Policies policies,
      PolicyKey.Group group,
      List<String> members,
      Optional<Here> here,
      @Nullable List<NodeUse> uses) {
    return new GroupItem(
        group.name(),
        PolicyJson.of(policies.get(PolicyKind.GROUP, group).orElse(GroupQuota.UNLIMITED)),
        policies.get(PolicyKind.RAMP, group).map(PolicyJson::of).orElse(null),
        List.copyOf(new TreeSet<>(members)),
        here.orElse(null),
        uses);
  }
}
