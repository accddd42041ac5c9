package io.sluice.quota;

import java.util.Arrays;

/** Works out this node's shares of a group, and sets them. Keeps its arrays. Not thread-safe. */
final class ShareCalculator {

  /** A share that differs by less from the one in force stays as it is. */
  private static final double NOT_WORTH_A_CHANGE = 0.001;

  private double[] needs = new double[8];
  private boolean[] held = new boolean[8];
  private double[] shares = new double[8];
  private final double[] answer = new double[QuotaDimension.ALL.length];

  /** @param nodes how many there are, whether or not they use this group */
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
      contended |= isAnyHeld(count) ? GroupUse.bit(dimension) : 0;
    }
    group.contended = (byte) contended;
    apply(group.traffic, answer);
  }

  private boolean isAnyHeld(int count) {
    for (int i = 0; i < count; i++) {
      if (held[i]) {
        return true;
      }
    }
    return false;
  }

  private double share(LocalGroup group, double quota, int count, int nodes) {
    double even = quota / nodes;
    if (group.isFresh() || (needs[LocalGroup.OWN] == 0 && !held[LocalGroup.OWN])) {
      return even;
    }
    FairShares.divide(quota, needs, held, count, shares);
    return shares[LocalGroup.OWN];
  }

  /**
   * The shares of all nodes that have reported something of a group, by their places in it, as each of
   * them works it out for itself: a node that does not use it stands by with an even part, and the others do not
   * reckon with it. This node's own is the one in force.
   *
   * @param nodes how many there are, whether or not they use this group
   */
  double[] shares(LocalGroup group, QuotaDimension dimension, int nodes) {
    double quota = group.traffic.quota(dimension);
    double[] all = new double[group.reports()];
    Arrays.fill(all, quota / nodes); // which is as infinite as the quota
    if (quota < Double.POSITIVE_INFINITY) {
      int count = collect(group, dimension, false);
      if (count > 0) {
        FairShares.divide(quota, needs, held, count, shares);
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
        || (group.held(report) & GroupUse.bit(dimension)) != 0;
  }

  /** This node first, at least if it has to be among them, then the others that use it. */
  private int collect(LocalGroup group, QuotaDimension dimension, boolean ownInAnyCase) {
    int count = 0;
    if (group.reports() > needs.length) {
      needs = new double[2 * group.reports()];
      held = Arrays.copyOf(held, needs.length);
      shares = new double[needs.length];
    }
    for (int report = 0; report < group.reports(); report++) {
      needs[count] = CompactRates.get(group.rates(report), dimension);
      held[count] = (group.held(report) & GroupUse.bit(dimension)) != 0;
      if ((ownInAnyCase && report == LocalGroup.OWN) || needs[count] > 0 || held[count]) {
        count++;
      }
    }
    return count;
  }

  /** For a node that is cut off. */
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
