package io.sluice.quota;

import java.util.EnumMap;
import java.util.Map;

/**
 * What a node uses of a group, and what it may use.
 *
 * @param node the node's id
 * @param use what the node uses
 * @param shares what the node may use per second by a fair division; infinite where there is no limit
 */
public record NodeShare(String node, GroupUse use, Map<QuotaDimension, Double> shares) {

  /** Takes a copy. */
  public NodeShare {
    shares = Map.copyOf(shares);
  }

  /** @param fair for each dimension the shares of all reports */
  static NodeShare of(String node, GroupUse use, double[][] fair, int report) {
    Map<QuotaDimension, Double> shares = new EnumMap<>(QuotaDimension.class);
    for (QuotaDimension each : QuotaDimension.ALL) {
      shares.put(each, fair[each.index][report]);
    }
    return new NodeShare(node, use, shares);
  }

  /** What the node uses per second. */
  public double rate(QuotaDimension dimension) {
    return CompactRates.get(use.rates(), dimension);
  }

  /** What the node may use per second. */
  public double share(QuotaDimension dimension) {
    return shares.getOrDefault(dimension, Double.POSITIVE_INFINITY);
  }
}
