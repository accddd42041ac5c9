package io.sluice.quota;

/**
 * A group's traffic through this node, as the data plane sees it. {@link GroupShares} reads it a few times
 * per interval, on one thread at a time, while the traffic goes on.
 */
public interface GroupTraffic {

  /** What all nodes together may use, per second; infinite if there is no limit. */
  double quota(QuotaDimension dimension);

  /** How much this node has used so far. */
  long count(QuotaDimension dimension);

  /** For how long so far at least one producer or consumer of the group was throttled on this node. */
  long throttledNanos(Direction direction);

  /** What this node may use now, per second: the share that was last set. */
  double share(QuotaDimension dimension);

  /** Sets what this node may use from now on, per second; infinite if there is no limit. */
  void setShare(Direction direction, double messages, double bytes);
}
