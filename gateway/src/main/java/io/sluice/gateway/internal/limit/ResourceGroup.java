package io.sluice.gateway.internal.limit;

import io.sluice.core.NanoClock;
import io.sluice.core.WakeUpTimer;
import io.sluice.gateway.view.GroupView;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.PolicyKey;
import io.sluice.quota.CompactRates;
import io.sluice.quota.Direction;
import io.sluice.quota.GroupTraffic;
import io.sluice.quota.QuotaDimension;
import io.sluice.quota.QuotaUnit;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * A resource group on this node: what its members publish and what is dispatched to them, whatever
 * topics and connections that is spread over. Its balances and debts last as long as the group does,
 * whichever producers and consumers come and go. Any thread may call it.
 */
public final class ResourceGroup implements GroupTraffic {

  private final PolicyKey.Group group;
  private final Ramps ramps;
  private final GroupLimiter publish;
  private final GroupLimiter dispatch;

  public ResourceGroup(
      PolicyKey.Group group,
      Ramps ramps,
      Duration burst,
      NanoClock clock,
      Supplier<WakeUpTimer> timers) {
    this.group = group;
    this.ramps = ramps;
    this.publish = new GroupLimiter(group, burst, clock, timers.get());
    this.dispatch = new GroupLimiter(group, burst, clock, timers.get());
  }

  public PolicyKey.Group key() {
    return group;
  }

  public String name() {
    return group.name();
  }

  /** What its members may publish through this node. */
  public GroupLimiter publish() {
    return publish;
  }

  /** What may be dispatched to them through this node. */
  public GroupLimiter dispatch() {
    return dispatch;
  }

  private GroupLimiter limiter(Direction direction) {
    return switch (direction) {
      case PUBLISH -> publish;
      case DISPATCH -> dispatch;
    };
  }

  /** Takes effect when the shares are next worked out. */
  public void setQuota(GroupQuota quota) {
    publish.setQuota(quota.publishMessages(), quota.publishBytes());
    dispatch.setQuota(quota.dispatchMessages(), quota.dispatchBytes());
  }

  /** Whether it limits anything. */
  boolean hasQuota() {
    return !publish.limit().isNone() || !dispatch.limit().isNone();
  }

  @Override
  public double quota(QuotaDimension dimension) {
    long perSecond = limiter(dimension.direction()).limit().in(dimension.unit());
    return perSecond <= 0 ? Double.POSITIVE_INFINITY : perSecond * ramps.factor(group);
  }

  @Override
  public long count(QuotaDimension dimension) {
    return limiter(dimension.direction()).count(dimension.unit());
  }

  @Override
  public long throttledNanos(Direction direction) {
    return limiter(direction).throttledTime().nanos();
  }

  @Override
  public double share(QuotaDimension dimension) {
    return limiter(dimension.direction()).share(dimension.unit());
  }

  @Override
  public void setShare(Direction direction, double messages, double bytes) {
    limiter(direction).setShare(messages, bytes);
  }

  /** @param used what is used per second, see {@link CompactRates} */
  GroupView.Part view(Direction direction, long used) {
    GroupLimiter limiter = limiter(direction);
    return new GroupView.Part(
        CompactRates.get(used, QuotaDimension.of(direction, QuotaUnit.MESSAGES)),
        CompactRates.get(used, QuotaDimension.of(direction, QuotaUnit.BYTES)),
        limiter.share(QuotaUnit.MESSAGES),
        limiter.share(QuotaUnit.BYTES),
        limiter.waiting());
  }

  @Override
  public String toString() {
    return group.toString();
  }
}
