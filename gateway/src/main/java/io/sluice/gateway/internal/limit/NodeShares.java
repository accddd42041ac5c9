package io.sluice.gateway.internal.limit;

import io.sluice.quota.LimitTraffic;

/** Divides limits among the nodes that use them. Any thread may call it. */
@FunctionalInterface
interface NodeShares {

  /** No other node uses any limit. */
  NodeShares ALONE = (name, traffic) -> {};

  /**
   * Looks whether this node uses a limit, and has it divided among the nodes that do. What this node may use is set
   * before this returns.
   *
   * @param name of the limit, the same on all nodes
   */
  void follow(String name, LimitTraffic traffic);
}
