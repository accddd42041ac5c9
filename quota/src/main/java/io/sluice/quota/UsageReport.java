package io.sluice.quota;

import java.util.List;

/**
 * What a node tells the others: that it is there, and what has changed since it last said so.
 *
 * @param node the id of the node that reports, new with every start
 * @param sequence counts this node's reports
 * @param sentMillis when it was sent, by the node's own clock, which never goes back and means nothing
 *     to others
 * @param goodbye whether the node goes, so that its share is free
 * @param groups what it uses of the groups of which something is to be said; of the others what it has
 *     said before still holds
 * @param ramps where its ramps stand
 */
public record UsageReport(
    String node,
    long sequence,
    long sentMillis,
    boolean goodbye,
    List<GroupUse> groups,
    List<RampUse> ramps) {

  /** Takes copies. */
  public UsageReport {
    groups = List.copyOf(groups);
    ramps = List.copyOf(ramps);
  }
}
