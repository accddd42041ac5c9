package io.sluice.simulator;

import io.sluice.quota.Direction;
import io.sluice.quota.GroupTraffic;
import io.sluice.quota.QuotaDimension;
import io.sluice.quota.QuotaUnit;

/**
 * Traffic of one of very many groups on a node: what it wants to publish goes up and down a little all the
 * time, or is far more than its share; what is dispatched is as much as that. Messages have a thousand bytes.
 */
final class ScaleTraffic implements GroupTraffic {

  private static final double BYTES_PER_MESSAGE = 1000;

  private final double quota;
  private final double wanted;
  private double share;
  private double messages;
  private double heldSeconds;

  ScaleTraffic(double quota, double wanted) {
    this.quota = quota;
    this.wanted = wanted;
  }

  /** @param factor how much more or less than usual it wants */
  void pass(double seconds, double factor) {
    double rate = wanted * factor;
    messages += Math.min(rate, share) * seconds;
    heldSeconds += rate > share ? seconds : 0;
  }

  @Override
  public double quota(QuotaDimension dimension) {
    return switch (dimension) {
      case PUBLISH_MESSAGES -> quota;
      case PUBLISH_BYTES, DISPATCH_BYTES -> 4 * quota * BYTES_PER_MESSAGE;
      case DISPATCH_MESSAGES -> 4 * quota;
    };
  }

  @Override
  public long count(QuotaDimension use) {
    return (long) (use.unit() == QuotaUnit.BYTES ? messages * BYTES_PER_MESSAGE : messages);
  }

  @Override
  public long throttledNanos(Direction direction) {
    return direction == Direction.PUBLISH ? (long) (heldSeconds * 1e9) : 0;
  }

  @Override
  public double share(QuotaDimension dimension) {
    return dimension == QuotaDimension.PUBLISH_MESSAGES ? share : quota(dimension);
  }

  @Override
  public void setShare(Direction direction, double messagesPerSecond, double bytesPerSecond) {
    if (direction == Direction.PUBLISH) {
      share = messagesPerSecond;
    }
  }
}
