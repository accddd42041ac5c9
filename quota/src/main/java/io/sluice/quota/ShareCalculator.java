package io.sluice.quota;

import java.util.Arrays;

/** Works out this node's shares of a group, and sets them. Uses its arrays again. Not thread-safe. */
final class ShareCalculator {

  /** If no share changes by more than this part, the shares stay as they are. */
  private static final double NOT_WORTH_A_CHANGE = 0.001;

  private double[] needs = new double[8];
  private boolean[] wantsMore = new boolean[8];
  private double[] shares = new double[8];
  private final double[] answer = new double[QuotaDimension.ALL.length];

  /** @param nodes how many nodes there are, whether or not they use this group */
  void setShares(LocalGroup group, int nodes) {
    int contended = 0;
    for (QuotaDimension dimension : QuotaDimension.ALL) {
      double quota = group.traffic.quota(dimension);
      if (quota == Double.POSITIVE_INFINITY) {
        answer[dimension.index] = quota;
        continue;
      }
      int count = collect(group, dimension, true);
      answer[dimension.index] = share(group, quota, count, nodes);
      contended |= doesAnyWantMore(count) ? GroupUse.bit(dimension) : 0;
    }
    group.contended = (byte) contended;
    apply(group.traffic, answer);
  }

  private boolean doesAnyWantMore(int count) {
    for (int i = 0; i < count; i++) {
      if (wantsMore[i]) {
        return true;
      }
    }
    return false;
  }

  private double share(LocalGroup group, double quota, int count, int nodes) {
    double even = quota / nodes;
    if (group.isFresh() || (needs[LocalGroup.OWN] == 0 && !wantsMore[LocalGroup.OWN])) {
      return even;
    }
    FairShares.divide(quota, needs, wantsMore, count, shares);
    return shares[LocalGroup.OWN];
  }

  /**
   * The shares of all nodes that have reported their use of a group, in the order of these reports, as each
   * node works out its own. A node that does not use the group has an even part of the quota, which the other
   * nodes leave out of their division. This node's share is the one in force.
   *
   * @param nodes how many nodes there are, whether or not they use this group
   */
  double[] shares(LocalGroup group, QuotaDimension dimension, int nodes) {
    double quota = group.traffic.quota(dimension);
    double[] all = new double[group.reports()];
    Arrays.fill(all, quota / nodes); // infinite if the quota is
    if (quota < Double.POSITIVE_INFINITY) {
      int count = collect(group, dimension, false);
      if (count > 0) {
        FairShares.divide(quota, needs, wantsMore, count, shares);
      }
      int next = 0;
      for (int report = 0; report < all.length; report++) {
        if (isUsed(group, dimension, report)) {
          all[report] = shares[next++];
        }
      }
    }
    all[LocalGroup.OWN] = group.traffic.share(dimension);
    return all;
  }

  private static boolean isUsed(LocalGroup group, QuotaDimension dimension, int report) {
    return CompactRates.get(group.rates(report), dimension) > 0
        || (group.wantsMore(report) & GroupUse.bit(dimension)) != 0;
  }

  /**
   * Collects the nodes that use this dimension of a group, this node first.
   *
   * @param ownInAnyCase whether this node is among them even if it does not use the dimension
   * @return how many nodes there are
   */
  private int collect(LocalGroup group, QuotaDimension dimension, boolean ownInAnyCase) {
    int count = 0;
    if (group.reports() > needs.length) {
      needs = new double[2 * group.reports()];
      wantsMore = Arrays.copyOf(wantsMore, needs.length);
      shares = new double[needs.length];
    }
    for (int report = 0; report < group.reports(); report++) {
      needs[count] = CompactRates.get(group.rates(report), dimension);
      wantsMore[count] = (group.wantsMore(report) & GroupUse.bit(dimension)) != 0;
      if ((ownInAnyCase && report == LocalGroup.OWN) || needs[count] > 0 || wantsMore[count]) {
        count++;
      }
    }
    return count;
  }

  /** Sets even shares, as a node does that is cut off from the others. */
  static void setEvenShares(LocalGroup group, int nodes) {
    double[] even = new double[QuotaDimension.ALL.length];
    for (QuotaDimension dimension : QuotaDimension.ALL) {
      even[dimension.index] = group.traffic.quota(dimension) / nodes;
    }
    apply(group.traffic, even);
  }

  private static void apply(GroupTraffic traffic, double[] shares) {
    for (QuotaDimension dimension : QuotaDimension.ALL) {
      double now = traffic.share(dimension);
      double then = shares[dimension.index];
      if (now != then && !(Math.abs(now - then) <= NOT_WORTH_A_CHANGE * then)) {
        setShares(traffic, shares);
        return;
      }
    }
  }

  private static void setShares(GroupTraffic traffic, double[] shares) {
    for (Direction direction : Direction.ALL) {
      traffic.setShare(
          direction,
          shares[QuotaDimension.of(direction, QuotaUnit.MESSAGES).index],
          shares[QuotaDimension.of(direction, QuotaUnit.BYTES).index]);
    }
  }
}
