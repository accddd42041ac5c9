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
  private static final int LOOKS_PER_TICK = 10;

  private final GroupShares shares;
  private final GroupTraffic traffic;
  private int looks;
  private double shareOfMessages;
  private double shareOfBytes;
  private double messagesBefore;
  private double bytesBefore;
  private boolean isReady;
  private boolean isUsed = true;
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
    isReady |= shares.knowsNodes();
    if (isReady && isOpen != isUsed) {
      isOpen = isUsed;
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
    return isReady;
  }

  @Override
  public void used(boolean byClients) {
    isUsed = byClients;
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

  /** Messages are of one byte, if it is bytes that are limited. */
  @Override
  public long count(QuotaUnit unit) {
    long messages = traffic.count(QuotaDimension.of(direction(), QuotaUnit.MESSAGES));
    return Math.max(messages, traffic.count(QuotaDimension.of(direction(), QuotaUnit.BYTES)));
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
