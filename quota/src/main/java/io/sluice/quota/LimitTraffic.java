package io.sluice.quota;

/**
 * The traffic through this node for which a limit holds, as the data plane sees it. {@link LimitShares} reads it
 * a few times per interval, on one thread at a time, while the traffic goes on.
 */
public interface LimitTraffic {

  /** Whether there is a limit, and producers or consumers that it holds for, or that it held for a moment ago. */
  boolean isOpen();

  /** What all nodes together may use, per second; infinite if there is no limit. */
  double limit(QuotaUnit unit);

  /** How much this node has used so far. */
  long count(QuotaUnit unit);

  /** For how long so far at least one producer or consumer of the limit was throttled on this node. */
  long anyThrottledNanos();

  /** The same time, summed over all producers or consumers. */
  long allThrottledNanos();

  /** How many producers or consumers the limit has on this node. */
  int users();

  /**
   * Sets which part of the limit this node may use from now on. What may be saved up is the same part of the
   * limit's burst.
   *
   * @param messages from 0 to 1
   * @param bytes from 0 to 1
   */
  void setShare(double messages, double bytes);

  /** Gives up what is saved up: other nodes may have the limit's burst. */
  void empty();

  /** Saves up the whole burst: no other node has any of it. */
  void fill();
}
