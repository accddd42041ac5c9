package io.sluice.gateway.internal.limit;

import io.sluice.core.NanoClock;
import io.sluice.core.WakeUpTimer;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.quota.QuotaUnit;
import java.time.Duration;

/**
 * This node's share of what a group may publish, or of what may be dispatched to it. Starts with nothing
 * saved: a group is not given a burst for being new, on every node again.
 */
public final class GroupLimiter extends PolicyLimiter {

  private final PolicyKey.Group group;
  private final Duration burst;
  private volatile PolicyRates quota = PolicyRates.perSecond(0, 0);

  private volatile double shareOfMessages = Double.POSITIVE_INFINITY;
  private volatile double shareOfBytes = Double.POSITIVE_INFINITY;

  /** The lowest share since listeners were last told. Shares change often, so they are told again only past twice this. */
  private double announcedMessages;

  private double announcedBytes;

  /** @param burst for how long a share may be saved up */
  GroupLimiter(PolicyKey.Group group, Duration burst, NanoClock clock, WakeUpTimer timer) {
    super(LimitRates.NONE, clock, timer);
    this.group = group;
    this.burst = burst;
  }

  void setQuota(long messages, long bytes) {
    quota = PolicyRates.perSecond(messages, bytes);
  }

  /** Sets this node's share; called by one thread at a time. */
  void setShare(double messages, double bytes) {
    shareOfMessages = messages;
    shareOfBytes = bytes;
    LimitRates share = LimitRates.perSecond(messages, bytes, burst);
    if (share.equals(rates())) {
      return;
    }
    setRates(share);
    boolean more = messages > 2 * announcedMessages || bytes > 2 * announcedBytes;
    announcedMessages = more ? messages : Math.min(messages, announcedMessages);
    announcedBytes = more ? bytes : Math.min(bytes, announcedBytes);
    if (more) {
      listeners().changed();
    }
  }

  public PolicyKey.Group group() {
    return group;
  }

  double share(QuotaUnit unit) {
    return unit == QuotaUnit.MESSAGES ? shareOfMessages : shareOfBytes;
  }

  /** What has passed so far. */
  long count(QuotaUnit unit) {
    return unit == QuotaUnit.MESSAGES ? counts().admitted() : admittedBytes();
  }

  @Override
  public PolicyKind<GroupQuota> kind() {
    return PolicyKind.GROUP;
  }

  /** Also what is not limited, as the other nodes are told what the group uses here. */
  @Override
  public boolean countsAll() {
    return true;
  }

  @Override
  public PolicyKey origin() {
    return group;
  }

  /** What all nodes together may do. */
  @Override
  public PolicyRates limit() {
    return quota;
  }
}
