package io.sluice.gateway.internal.limit;

import io.sluice.core.NanoClock;
import io.sluice.core.WakeUpTimer;
import io.sluice.gateway.view.GroupView;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.PolicyKey;
import io.sluice.quota.CompactRates;
import io.sluice.quota.GroupTraffic;
import io.sluice.quota.QuotaDimension;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * A resource group on this node: what its members publish and what is dispatched to them, whatever
 * topics and connections that is spread over. Its balances and debts last as long as the group does,
 * whoever comes and goes. Any thread may call it.
 */
public final class ResourceGroup implements GroupTraffic {

  private final PolicyKey.Group group;
  private final Ramps ramps;
  private final GroupLimiter publish;
  private final GroupLimiter dispatch;
  private volatile GroupQuota quota = GroupQuota.UNLIMITED;

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

  /** Takes effect when the shares are next worked out. */
  public void setQuota(GroupQuota other) {
    quota = other;
    publish.setQuota(other.publishMessages(), other.publishBytes());
    dispatch.setQuota(other.dispatchMessages(), other.dispatchBytes());
  }

  /** Whether it limits anything. */
  boolean hasQuota() {
    return !publish.limit().isNone() || !dispatch.limit().isNone();
  }

  @Override
  public double quota(QuotaDimension use) {
    GroupQuota now = quota;
    long perSecond =
        switch (use) {
          case PUBLISH_MESSAGES -> now.publishMessages();
          case PUBLISH_BYTES -> now.publishBytes();
          case DISPATCH_MESSAGES -> now.dispatchMessages();
          case DISPATCH_BYTES -> now.dispatchBytes();
        };
    return perSecond <= 0 ? Double.POSITIVE_INFINITY : perSecond * ramps.factor(group);
  }

  @Override
  public long count(QuotaDimension use) {
    return switch (use) {
      case PUBLISH_MESSAGES -> publish.counts().admitted();
      case PUBLISH_BYTES -> publish.admittedBytes();
      case DISPATCH_MESSAGES -> dispatch.counts().admitted();
      case DISPATCH_BYTES -> dispatch.admittedBytes();
    };
  }

  @Override
  public long heldNanos(boolean ofPublish) {
    return (ofPublish ? publish : dispatch).heldNanos();
  }

  @Override
  public double share(QuotaDimension use) {
    return switch (use) {
      case PUBLISH_MESSAGES -> publish.shareOfMessages();
      case PUBLISH_BYTES -> publish.shareOfBytes();
      case DISPATCH_MESSAGES -> dispatch.shareOfMessages();
      case DISPATCH_BYTES -> dispatch.shareOfBytes();
    };
  }

  @Override
  public void setShares(
      double publishMessages, double publishBytes, double dispatchMessages, double dispatchBytes) {
    publish.setShare(publishMessages, publishBytes);
    dispatch.setShare(dispatchMessages, dispatchBytes);
  }

  /** @param used what is used per second, see {@link CompactRates} */
  GroupView.Part publishView(long used) {
    return view(used, QuotaDimension.PUBLISH_MESSAGES, QuotaDimension.PUBLISH_BYTES, publish);
  }

  /** @param used what is used per second, see {@link CompactRates} */
  GroupView.Part dispatchView(long used) {
    return view(used, QuotaDimension.DISPATCH_MESSAGES, QuotaDimension.DISPATCH_BYTES, dispatch);
  }

  private GroupView.Part view(
      long used, QuotaDimension messages, QuotaDimension bytes, GroupLimiter rate) {
    return new GroupView.Part(
        CompactRates.get(used, messages),
        CompactRates.get(used, bytes),
        share(messages),
        share(bytes),
        rate.waiting());
  }

  @Override
  public String toString() {
    return group.toString();
  }
}
