package io.sluice.quota;

import java.util.List;

/**
 * A node's report to the other nodes: that the node is there, and what has changed since its last report.
 *
 * @param node the id of the node that reports, new with every start
 * @param sequence counts this node's reports
 * @param sentMillis when the report was sent, by the node's own clock. That clock never goes back; other nodes
 *     can only compare two of its values
 * @param goodbye whether the node shuts down, so that its share is free
 * @param deaf whether the node does not receive even its own reports: it does not know what others say
 * @param groups what the node uses of some groups; for all others, its last report of them still holds
 * @param ramps the levels of the node's ramps
 * @param limits the node's part in limits of topics and subscriptions
 * @param grants what the node, where it leads, lets others use of such limits
 */
public record UsageReport(
    String node,
    long sequence,
    long sentMillis,
    boolean goodbye,
    boolean deaf,
    List<GroupUse> groups,
    List<RampUse> ramps,
    List<LimitUse> limits,
    List<LimitGrant> grants) {

  /** Takes copies. */
  public UsageReport {
    groups = List.copyOf(groups);
    ramps = List.copyOf(ramps);
    limits = List.copyOf(limits);
    grants = List.copyOf(grants);
  }

  /** A report that says nothing of limits. */
  public UsageReport(
      String node,
      long sequence,
      long sentMillis,
      boolean goodbye,
      List<GroupUse> groups,
      List<RampUse> ramps) {
    this(node, sequence, sentMillis, goodbye, false, groups, ramps, List.of(), List.of());
  }
}
