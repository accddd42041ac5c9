package io.sluice.quota;

/**
 * The division of one limit by weighted max-min fairness. A node that needs less than its part gets what it needs
 * and a little room; nodes that want more share the rest in proportion to their weights, which are the numbers of
 * producers or consumers that wait there. The shares add up to 1.
 */
final class WeightedShares {

  /** While a node wants more, all others have so much room together, as a part of what they leave. */
  private static final double ROOM = 0.01;

  /** No node needs more room than this part of what it uses... */
  private static final double ROOM_TO_GROW = 0.1;

  /** ...or this part of the limit. */
  private static final double LEAST_ROOM = 0.001;

  private static final double ROUNDING = 1e-9;

  private WeightedShares() {}

  /**
   * Divides a limit.
   *
   * @param needs what each node uses, as parts of the limit
   * @param weights of each node, more than 0
   * @param wantsMore whether each node would use all it can get
   * @param count how many nodes there are, at least 1
   * @param shares is filled with the answer
   */
  static void divide(
      double[] needs, double[] weights, boolean[] wantsMore, int count, double[] shares) {
    int wanting = 0;
    double needed = 0;
    for (int i = 0; i < count; i++) {
      wanting += wantsMore[i] ? 1 : 0;
      needed += wantsMore[i] ? 0 : needs[i];
    }
    if (wanting == 0 && needed <= 1) {
      for (int i = 0; i < count; i++) {
        shares[i] = needs[i] + (1 - needed) / count;
      }
      return;
    }
    double room = wanting == count ? 0 : ROOM * Math.max(0, 1 - needed) / (count - wanting);
    double wantingWeight = 0;
    for (int i = 0; i < count; i++) {
      wantingWeight += wantsMore[i] ? weights[i] : 0;
    }
    double claimed = 0;
    for (int i = 0; i < count; i++) {
      if (wantsMore[i]) {
        shares[i] = needs[i];
      } else {
        double enough = Math.max(needs[i] * ROOM_TO_GROW, LEAST_ROOM);
        shares[i] = needs[i] + Math.min(room, enough);
      }
      claimed += shares[i];
    }
    if (claimed > 1) {
      fill(weights, count, shares);
      return;
    }
    for (int i = 0; i < count; i++) {
      shares[i] += wantingWeight == 0
          ? (1 - claimed) / count
          : wantsMore[i] ? (1 - claimed) * weights[i] / wantingWeight : 0;
    }
  }

  /**
   * Cuts claims down to a common level per weight, so that they add up to 1 at most.
   *
   * @param shares the claims, and then the answer
   */
  private static void fill(double[] weights, int count, double[] shares) {
    double level = 0;
    double before;
    do { // the level rises while claims are found that are below it
      before = level;
      double rest = 1;
      double weight = 0;
      for (int i = 0; i < count; i++) {
        if (shares[i] <= before * weights[i]) {
          rest -= shares[i];
        } else {
          weight += weights[i];
        }
      }
      if (weight == 0) {
        return; // all claims together are less than there is
      }
      level = rest / weight;
    } while (level > before * (1 + ROUNDING));
    for (int i = 0; i < count; i++) {
      shares[i] = Math.min(shares[i], level * weights[i]);
    }
  }
}
