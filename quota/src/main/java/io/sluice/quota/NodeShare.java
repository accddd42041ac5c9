package io.sluice.quota;

import java.util.EnumMap;
import java.util.Map;

/**
 * What a node uses of a group, and what it may use.
 *
 * @param node its id
 * @param use what it uses
 * @param shares what it may use per second by a fair division; infinite where there is no limit
 */
public record NodeShare(String node, GroupUse use, Map<Use, Double> shares) {

  /** Takes a copy. */
  public NodeShare {
    shares = Map.copyOf(shares);
  }

  /** @param fair for each use the shares of all reports */
  static NodeShare of(String node, GroupUse use, double[][] fair, int report) {
    Map<Use, Double> shares = new EnumMap<>(Use.class);
    for (Use each : Use.ALL) {
      shares.put(each, fair[each.index][report]);
    }
    return new NodeShare(node, use, shares);
  }

  /** What it uses per second. */
  public double rate(Use of) {
    return CompactRates.get(use.rates(), of);
  }

  /** What it may use per second. */
  public double share(Use of) {
    return shares.getOrDefault(of, Double.POSITIVE_INFINITY);
  }
}
