package io.sluice.simulator;

import io.sluice.quota.LimitTraffic;
import io.sluice.quota.QuotaUnit;

/** One of very many limits on a node, with one producer. */
final class ScaleLimit extends ScaleTraffic implements LimitTraffic {

  ScaleLimit(double perSecond, double wanted) {
    super(perSecond, wanted);
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public double limit(QuotaUnit unit) {
    return unit == QuotaUnit.MESSAGES ? quota() : ample(unit);
  }

  @Override
  public long count(QuotaUnit unit) {
    return used(unit);
  }

  @Override
  public long anyThrottledNanos() {
    return throttledNanos();
  }

  @Override
  public long allThrottledNanos() {
    return throttledNanos();
  }

  @Override
  public int users() {
    return 1;
  }

  @Override
  public void setShare(double messages, double bytes) {
    setMessagesPerSecond(quota() * messages);
  }

  @Override
  public void empty() {}

  @Override
  public void fill() {}
}
