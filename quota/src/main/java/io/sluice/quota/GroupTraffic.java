package io.sluice.quota;

/**
 * A group's traffic through this node, as the data plane sees it. {@link GroupShares} asks for it a few times
 * per interval, by one thread at a time, while the traffic goes on.
 */
public interface GroupTraffic {

  /** What all nodes together may use, per second; infinite if there is no limit. */
  double quota(QuotaDimension dimension);

  /** How much of it was used here, of all time. */
  long count(QuotaDimension dimension);

  /** For how long, of all time, producers or consumers of the group had to wait on this node. */
  long heldNanos(Direction direction);

  /** What this node may use at present, per second: the share that was last set. */
  double share(QuotaDimension dimension);

  /** Sets what this node may use from now on, per second; infinite if there is no limit. */
  void setShare(Direction direction, double messages, double bytes);
}
