package io.sluice.gateway.view;

import io.sluice.quota.Direction;
import io.sluice.quota.NodeShare;
import io.sluice.quota.QuotaDimension;
import io.sluice.quota.QuotaUnit;
import java.util.List;

/**
 * A resource group as this node has it at one moment.
 *
 * @param nodes how many nodes share its quota, as far as this one knows
 * @param heard whether this node hears of them; if not, its shares are even ones
 * @param publish what its members publish through this node
 * @param dispatch what is dispatched to them through this node
 * @param uses what the nodes that use it use of it, as far as this one has heard; this one first in any
 *     case
 */
public record GroupView(int nodes, boolean heard, Part publish, Part dispatch, List<NodeUse> uses) {

  /**
   * A node's use of the group.
   *
   * @param node its id, new with every start
   * @param publish what its members publish there
   * @param dispatch what is dispatched to them there
   */
  public record NodeUse(String node, Use publish, Use dispatch) {

    public static NodeUse of(NodeShare use) {
      return new NodeUse(
          use.node(), Use.of(use, Direction.PUBLISH), Use.of(use, Direction.DISPATCH));
    }
  }

  /**
   * One direction on one node.
   *
   * @param messages used per second
   * @param bytes used per second
   * @param shareOfMessages what it may use per second by a fair division; infinite if that is not limited
   * @param shareOfBytes what it may use per second; infinite if that is not limited
   * @param wantsMore whether producers or consumers were throttled, so that it would use more if it had more
   */
  public record Use(
      double messages,
      double bytes,
      double shareOfMessages,
      double shareOfBytes,
      boolean wantsMore) {

    private static Use of(NodeShare use, Direction direction) {
      QuotaDimension messages = QuotaDimension.of(direction, QuotaUnit.MESSAGES);
      QuotaDimension bytes = QuotaDimension.of(direction, QuotaUnit.BYTES);
      return new Use(
          use.rate(messages),
          use.rate(bytes),
          use.share(messages),
          use.share(bytes),
          use.use().wantsMore(messages) || use.use().wantsMore(bytes));
    }
  }

  /**
   * One direction.
   *
   * @param usedMessages per second, averaged over a while
   * @param usedBytes per second, averaged over a while
   * @param shareOfMessages what this node may use per second; infinite if that is not limited
   * @param shareOfBytes what this node may use per second; infinite if that is not limited
   * @param waiting how many producers, or consumers, have to wait for it
   */
  public record Part(
      double usedMessages,
      double usedBytes,
      double shareOfMessages,
      double shareOfBytes,
      int waiting) {}
}
