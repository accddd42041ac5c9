package io.sluice.simulator;

import io.sluice.core.NanoClock;
import io.sluice.quota.Direction;
import io.sluice.quota.GroupShares;
import io.sluice.quota.GroupTraffic;
import io.sluice.quota.LimitTraffic;
import io.sluice.quota.QuotaDimension;
import io.sluice.quota.QuotaSettings;
import io.sluice.quota.QuotaUnit;
import io.sluice.quota.UsageExchange;

/** A topic's limit on one node, by the classes that nodes run. */
final class SimulatedLimit implements QuotaSharing, LimitTraffic {

  /** Claims are looked at so often between two ticks. */
  private static final int LOOKS_PER_TICK = 5;

  private final GroupShares shares;
  private final GroupTraffic traffic;
  private int looks;
  private double shareOfMessages;
  private double shareOfBytes;
  private double messagesBefore;
  private double bytesBefore;
  private boolean isOpen;

  SimulatedLimit(
      String node,
      QuotaSettings settings,
      UsageExchange exchange,
      NanoClock clock,
      GroupTraffic traffic) {
    this.traffic = traffic;
    this.shares = GroupShares.start(node, settings, exchange, clock);
  }

  @Override
  public long tickNanos() {
    return shares.tickNanos() / LOOKS_PER_TICK;
  }

  @Override
  public void tick() {
    if (++looks % LOOKS_PER_TICK == 0) {
      shares.tick();
    }
    shares.settleClaims();
    if (!isOpen && shares.knowsNodes()) {
      isOpen = true;
      shares.follow("limit", this);
    }
    if (limit(QuotaUnit.MESSAGES) != messagesBefore || limit(QuotaUnit.BYTES) != bytesBefore) {
      messagesBefore = limit(QuotaUnit.MESSAGES);
      bytesBefore = limit(QuotaUnit.BYTES);
      setShare(shareOfMessages, shareOfBytes);
    }
  }

  @Override
  public boolean isReady() {
    return isOpen;
  }

  @Override
  public void close() {
    shares.close();
  }

  private Direction direction() {
    for (QuotaUnit unit : QuotaUnit.values()) {
      if (traffic.quota(QuotaDimension.of(Direction.DISPATCH, unit)) < Double.POSITIVE_INFINITY) {
        return Direction.DISPATCH;
      }
    }
    return Direction.PUBLISH;
  }

  @Override
  public boolean isOpen() {
    return isOpen;
  }

  @Override
  public double limit(QuotaUnit unit) {
    return traffic.quota(QuotaDimension.of(direction(), unit));
  }

  @Override
  public long count(QuotaUnit unit) {
    return traffic.count(QuotaDimension.of(direction(), unit));
  }

  @Override
  public long anyThrottledNanos() {
    return traffic.throttledNanos(direction());
  }

  @Override
  public long allThrottledNanos() {
    return traffic.throttledNanos(direction());
  }

  @Override
  public int users() {
    return 1;
  }

  @Override
  public void setShare(double messages, double bytes) {
    shareOfMessages = messages;
    shareOfBytes = bytes;
    traffic.setShare(
        direction(), limit(QuotaUnit.MESSAGES) * messages, limit(QuotaUnit.BYTES) * bytes);
  }

  @Override
  public void empty() {}

  @Override
  public void fill() {}
}
