package io.sluice.quota;

/**
 * A group's traffic through this node, as the data plane sees it. Is asked a few times per interval, by
 * one thread at a time, while the traffic goes on.
 */
public interface GroupTraffic {

  /** What all nodes together may use, per second; infinite if there is no limit. */
  double quota(QuotaDimension use);

  /** How much of it was used here, of all time. */
  long count(QuotaDimension use);

  /** For how long, of all time, somebody here had to wait to publish, or else for what is dispatched. */
  long heldNanos(boolean publish);

  /** What this node may use at present, per second: what was last set. */
  double share(QuotaDimension use);

  /** What this node may use from now on, per second; infinite if there is no limit. */
  void setShares(
      double publishMessages, double publishBytes, double dispatchMessages, double dispatchBytes);
}
