package io.sluice.quota;

import java.util.Arrays;

/** Works out this node's shares of a group, and sets them. Keeps its arrays. Not thread-safe. */
final class Division {

  /** A share that differs by less from the one in force stays as it is. */
  private static final double NOT_WORTH_A_CHANGE = 0.001;

  private double[] needs = new double[8];
  private boolean[] held = new boolean[8];
  private double[] shares = new double[8];
  private final double[] answer = new double[Use.ALL.length];

  /** @param nodes how many there are, whether or not they use this group */
  void setShares(LocalGroup group, int nodes) {
    int contended = 0;
    for (Use use : Use.ALL) {
      double quota = group.traffic.quota(use);
      if (quota == Double.POSITIVE_INFINITY) {
        answer[use.index] = quota;
        continue;
      }
      int count = collect(group, use);
      answer[use.index] = share(group, quota, count, nodes);
      contended |= isAnybodyHeld(count) ? GroupUse.bit(use) : 0;
    }
    group.contended = (byte) contended;
    apply(group.traffic, answer);
  }

  private boolean isAnybodyHeld(int count) {
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

  /** This node first, then the others that use it. */
  private int collect(LocalGroup group, Use use) {
    int count = 0;
    if (group.reports() > needs.length) {
      needs = new double[2 * group.reports()];
      held = Arrays.copyOf(held, needs.length);
      shares = new double[needs.length];
    }
    for (int report = 0; report < group.reports(); report++) {
      needs[count] = CompactRates.get(group.rates(report), use);
      held[count] = (group.held(report) & GroupUse.bit(use)) != 0;
      if (report == LocalGroup.OWN || needs[count] > 0 || held[count]) {
        count++;
      }
    }
    return count;
  }

  /** For a node that is cut off. */
  static void setEvenShares(LocalGroup group, int nodes) {
    double[] even = new double[Use.ALL.length];
    for (Use use : Use.ALL) {
      even[use.index] = group.traffic.quota(use) / nodes;
    }
    apply(group.traffic, even);
  }

  private static void apply(GroupTraffic traffic, double[] shares) {
    for (Use use : Use.ALL) {
      double now = traffic.share(use);
      double then = shares[use.index];
      if (now != then && !(Math.abs(now - then) <= NOT_WORTH_A_CHANGE * then)) {
        traffic.setShares(shares[0], shares[1], shares[2], shares[3]);
        return;
      }
    }
  }
}
