package io.sluice.quota;

import java.util.EnumMap;
import java.util.Map;

/** A data plane that does what a test says. */
final class FakeTraffic implements GroupTraffic {

  double publishQuota;
  final Map<QuotaDimension, Long> counts = new EnumMap<>(QuotaDimension.class);
  final Map<QuotaDimension, Double> shares = new EnumMap<>(QuotaDimension.class);
  long throttledNanos;

  FakeTraffic(double publishQuota) {
    this.publishQuota = publishQuota;
  }

  /** Uses so many messages per second for that time, throttled all the while if it wants more. */
  void use(double perSecond, long nanos, boolean wantsMore) {
    counts.merge(QuotaDimension.PUBLISH_MESSAGES, Math.round(perSecond * nanos / 1e9), Long::sum);
    throttledNanos += wantsMore ? nanos : 0;
  }

  double share() {
    return share(QuotaDimension.PUBLISH_MESSAGES);
  }

  @Override
  public double quota(QuotaDimension use) {
    return use == QuotaDimension.PUBLISH_MESSAGES ? publishQuota : Double.POSITIVE_INFINITY;
  }

  @Override
  public long count(QuotaDimension use) {
    return counts.getOrDefault(use, 0L);
  }

  @Override
  public long throttledNanos(Direction direction) {
    return direction == Direction.PUBLISH ? throttledNanos : 0;
  }

  @Override
  public double share(QuotaDimension use) {
    return shares.getOrDefault(use, Double.POSITIVE_INFINITY);
  }

  @Override
  public void setShare(Direction direction, double messages, double bytes) {
    shares.put(QuotaDimension.of(direction, QuotaUnit.MESSAGES), messages);
    shares.put(QuotaDimension.of(direction, QuotaUnit.BYTES), bytes);
  }
}
