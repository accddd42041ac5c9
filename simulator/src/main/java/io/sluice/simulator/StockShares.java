package io.sluice.simulator;

import io.sluice.core.NanoClock;
import io.sluice.quota.CompactRates;
import io.sluice.quota.Direction;
import io.sluice.quota.GroupTraffic;
import io.sluice.quota.GroupUse;
import io.sluice.quota.QuotaDimension;
import io.sluice.quota.QuotaSettings;
import io.sluice.quota.QuotaUnit;
import io.sluice.quota.UsageExchange;
import io.sluice.quota.UsageReport;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a broker of Pulsar 4.2 divides a group's quota, to be compared with: in proportion to what each broker
 * uses, at least 1 per second; a silent broker is never forgotten. A broker reports when its use has
 * changed by 5 % or at the fifth interval.
 */
public final class StockShares implements QuotaSharing {

  private static final double SIGNIFICANT = 0.05;
  private static final int EVERY_INTERVALS = 5;
  private static final int MOST_NODES = 10_000;

  private final String node;
  private final QuotaSettings settings;
  private final UsageExchange exchange;
  private final NanoClock clock;
  private final GroupTraffic traffic;
  private final Map<String, Long> rates = new HashMap<>();
  private final Map<QuotaDimension, Long> counts = new EnumMap<>(QuotaDimension.class);
  private long lastTickNanos;
  private long sequence;
  private long reported;
  private int silentFor;

  StockShares(
      String node,
      QuotaSettings settings,
      UsageExchange exchange,
      NanoClock clock,
      GroupTraffic traffic) {
    this.node = node;
    this.settings = settings;
    this.exchange = exchange;
    this.clock = clock;
    this.traffic = traffic;
    lastTickNanos = clock.nanos();
    exchange.listen(report -> {
      if (rates.size() < MOST_NODES) {
        report.groups().forEach(use -> rates.put(report.node(), use.rates()));
      }
    });
    setShares(0); // the whole quota, as no broker is known to use any
  }

  @Override
  public long tickNanos() {
    return settings.interval().toNanos();
  }

  @Override
  public boolean isReady() {
    return true;
  }

  @Override
  public void tick() {
    long now = clock.nanos();
    double seconds = (now - lastTickNanos) / 1e9;
    lastTickNanos = now;
    long own = 0;
    for (QuotaDimension dimension : QuotaDimension.values()) {
      long count = traffic.count(dimension);
      long before = Optional.ofNullable(counts.put(dimension, count)).orElse(0L);
      own = CompactRates.with(own, dimension, (count - before) / seconds);
    }
    if (isWorthAReport(own) || ++silentFor >= EVERY_INTERVALS) {
      silentFor = 0;
      reported = own;
      exchange.publish(new UsageReport(
          node, sequence++, now / 1_000_000, false, List.of(new GroupUse(0, own, 0)), List.of()));
    }
    setShares(own);
  }

  private boolean isWorthAReport(long own) {
    for (QuotaDimension dimension : QuotaDimension.values()) {
      double rate = CompactRates.get(own, dimension);
      double before = CompactRates.get(reported, dimension);
      if (rate > 0 && Math.abs(rate - before) > SIGNIFICANT * before) {
        return true;
      }
    }
    return false;
  }

  private void setShares(long own) {
    rates.put(node, own);
    for (Direction direction : Direction.values()) {
      traffic.setShare(
          direction,
          share(QuotaDimension.of(direction, QuotaUnit.MESSAGES), own),
          share(QuotaDimension.of(direction, QuotaUnit.BYTES), own));
    }
  }

  private double share(QuotaDimension dimension, long own) {
    double total = 0;
    for (long each : rates.values()) {
      total += CompactRates.get(each, dimension);
    }
    double quota = traffic.quota(dimension);
    return total == 0 ? quota : Math.max(1, quota * CompactRates.get(own, dimension) / total);
  }

  /** A broker that leaves says nothing of it. */
  @Override
  public void used(boolean byClients) {
    // A group stays where its namespaces are.
  }

  @Override
  public void close() {
    exchange.close();
  }
}
