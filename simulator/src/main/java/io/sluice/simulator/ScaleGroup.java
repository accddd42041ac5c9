package io.sluice.simulator;

import io.sluice.quota.Direction;
import io.sluice.quota.GroupTraffic;
import io.sluice.quota.QuotaDimension;

/** One of very many groups on a node; what is dispatched is as much as what is published. */
final class ScaleGroup extends ScaleTraffic implements GroupTraffic {

  ScaleGroup(double quota, double wanted) {
    super(quota, wanted);
  }

  @Override
  public double quota(QuotaDimension dimension) {
    return dimension == QuotaDimension.PUBLISH_MESSAGES ? quota() : ample(dimension.unit());
  }

  @Override
  public long count(QuotaDimension use) {
    return used(use.unit());
  }

  @Override
  public long throttledNanos(Direction direction) {
    return direction == Direction.PUBLISH ? throttledNanos() : 0;
  }

  @Override
  public double share(QuotaDimension dimension) {
    return dimension == QuotaDimension.PUBLISH_MESSAGES ? messagesPerSecond() : quota(dimension);
  }

  @Override
  public void setShare(Direction direction, double messagesPerSecond, double bytesPerSecond) {
    if (direction == Direction.PUBLISH) {
      setMessagesPerSecond(messagesPerSecond);
    }
  }
}
