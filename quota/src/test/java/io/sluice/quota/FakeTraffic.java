package io.sluice.quota;

import java.util.EnumMap;
import java.util.Map;

/** A data plane that does what a test says. */
final class FakeTraffic implements GroupTraffic {

  double publishQuota;
  final Map<Use, Long> counts = new EnumMap<>(Use.class);
  final Map<Use, Double> shares = new EnumMap<>(Use.class);
  long heldNanos;

  FakeTraffic(double publishQuota) {
    this.publishQuota = publishQuota;
  }

  /** Uses so many messages per second for that time, and would use more if it is held. */
  void use(double perSecond, long nanos, boolean held) {
    counts.merge(Use.PUBLISH_MESSAGES, Math.round(perSecond * nanos / 1e9), Long::sum);
    heldNanos += held ? nanos : 0;
  }

  double share() {
    return share(Use.PUBLISH_MESSAGES);
  }

  @Override
  public double quota(Use use) {
    return use == Use.PUBLISH_MESSAGES ? publishQuota : Double.POSITIVE_INFINITY;
  }

  @Override
  public long count(Use use) {
    return counts.getOrDefault(use, 0L);
  }

  @Override
  public long heldNanos(boolean publish) {
    return publish ? heldNanos : 0;
  }

  @Override
  public double share(Use use) {
    return shares.getOrDefault(use, Double.POSITIVE_INFINITY);
  }

  @Override
  public void setShares(
      double publishMessages, double publishBytes, double dispatchMessages, double dispatchBytes) {
    shares.put(Use.PUBLISH_MESSAGES, publishMessages);
    shares.put(Use.PUBLISH_BYTES, publishBytes);
    shares.put(Use.DISPATCH_MESSAGES, dispatchMessages);
    shares.put(Use.DISPATCH_BYTES, dispatchBytes);
  }
}
