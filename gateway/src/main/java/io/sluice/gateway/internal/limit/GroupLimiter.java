package io.sluice.gateway.internal.limit;

import io.sluice.core.NanoClock;
import io.sluice.core.WakeUpTimer;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PublishLimit;
import io.sluice.protocol.wire.CommandThrottleProducer.ThrottlingReason;
import io.sluice.quota.HeldTime;
import java.time.Duration;

/**
 * This node's share of what a group may publish, or of what may be dispatched to it. Starts with nothing
 * saved: a group is not given a burst for being new, on every node again.
 */
public final class GroupLimiter extends PolicyLimiter {

  private final PolicyKey.Group group;
  private final Duration burst;
  private final HeldTime held;
  private volatile PublishLimit quota = PublishLimit.NONE;

  private volatile double shareOfMessages = Double.POSITIVE_INFINITY;
  private volatile double shareOfBytes = Double.POSITIVE_INFINITY;

  /** Shares change often; only one of twice as much is worth another word to those who were told. */
  private double saidMessages;

  private double saidBytes;

  /** @param burst for how long a share may be saved up */
  GroupLimiter(PolicyKey.Group group, Duration burst, NanoClock clock, WakeUpTimer timer) {
    super(LimitRates.NONE, clock, timer);
    this.group = group;
    this.burst = burst;
    this.held = new HeldTime(clock);
  }

  void setQuota(long messages, long bytes) {
    quota = PublishLimit.of(messages, bytes);
  }

  /** Is called by one thread at a time. */
  void setShare(double messages, double bytes) {
    shareOfMessages = messages;
    shareOfBytes = bytes;
    LimitRates share = LimitRates.perSecond(messages, bytes, burst);
    if (share.equals(rates())) {
      return;
    }
    set(share);
    boolean more = messages > 2 * saidMessages || bytes > 2 * saidBytes;
    saidMessages = more ? messages : Math.min(messages, saidMessages);
    saidBytes = more ? bytes : Math.min(bytes, saidBytes);
    if (more) {
      audience().changed();
    }
  }

  public PolicyKey.Group group() {
    return group;
  }

  double shareOfMessages() {
    return shareOfMessages;
  }

  double shareOfBytes() {
    return shareOfBytes;
  }

  @Override
  public ThrottlingReason reason() {
    return ThrottlingReason.ResourceGroupProduceQuotaExceeded;
  }

  /** Also what is not limited, as others want to know what a group does. */
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
  public PublishLimit limit() {
    return quota;
  }

  @Override
  public void throttled() {
    super.throttled();
    held.begin();
  }

  @Override
  public void unthrottled() {
    held.end();
  }

  /** For how long anybody had to wait, of all time. */
  long heldNanos() {
    return held.nanos();
  }
}
