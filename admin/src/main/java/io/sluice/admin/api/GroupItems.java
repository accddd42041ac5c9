package io.sluice.admin.api;

import io.sluice.admin.figures.Speed;
import io.sluice.api.ApiJson;
import io.sluice.api.Group;
import io.sluice.gateway.view.GroupView;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What a group is and does, as the API tells it. */
final class GroupItems {

  private GroupItems() {}

  static Group of(
      Policies policies,
      PolicyKey.Group group,
      List<String> members,
      Optional<Group.Here> here,
      @Nullable List<Group.NodeUse> uses) {
    return new Group(
        group.name(),
        ApiJson.of(policies.get(PolicyKind.GROUP, group).orElse(GroupQuota.UNLIMITED)),
        policies.get(PolicyKind.RAMP, group).map(ApiJson::of).orElse(null),
        List.copyOf(new TreeSet<>(members)),
        here.orElse(null),
        uses);
  }

  static Group.Here here(String node, GroupView view) {
    return new Group.Here(
        node, view.nodes(), view.heard(), part(view.publish()), part(view.dispatch()));
  }

  private static Group.Part part(GroupView.Part part) {
    return new Group.Part(
        Speed.rounded(part.usedMessages()),
        Speed.rounded(part.usedBytes()),
        share(part.shareOfMessages()),
        share(part.shareOfBytes()),
        part.waiting());
  }

  static Group.NodeUse use(String node, boolean self, GroupView.NodeUse use) {
    return new Group.NodeUse(node, self, use(use.publish()), use(use.dispatch()));
  }

  private static Group.Use use(GroupView.Use use) {
    return new Group.Use(
        Speed.rounded(use.messages()),
        Speed.rounded(use.bytes()),
        share(use.shareOfMessages()),
        share(use.shareOfBytes()),
        use.wantsMore());
  }

  private static @Nullable Double share(double perSecond) {
    return perSecond == Double.POSITIVE_INFINITY ? null : Speed.rounded(perSecond);
  }
}
