package io.sluice.simulator;

import io.sluice.core.NanoClock;
import io.sluice.quota.GroupShares;
import io.sluice.quota.GroupTraffic;
import io.sluice.quota.QuotaSettings;
import io.sluice.quota.UsageExchange;

/** How one node takes part in dividing a quota. */
public interface QuotaSharing extends AutoCloseable {

  /** How often it has to be woken. */
  long tickNanos();

  /** Whether clients may come. */
  boolean isReady();

  /** Counts, reports, and sets shares. */
  void tick();

  /** Whether the node has clients that use it. */
  void used(boolean byClients);

  /** The node goes, and says so. */
  @Override
  void close();

  /** A way to divide a quota. */
  @FunctionalInterface
  interface Kind {

    QuotaSharing start(
        String node,
        QuotaSettings settings,
        UsageExchange exchange,
        NanoClock clock,
        GroupTraffic traffic);
  }

  /** What nodes run. */
  Kind SLUICE = (node, settings, exchange, clock, traffic) -> {
    GroupShares shares = GroupShares.start(node, settings, exchange, clock);
    shares.add("group", traffic);
    return new QuotaSharing() {
      @Override
      public long tickNanos() {
        return shares.tickNanos();
      }

      @Override
      public boolean isReady() {
        return true;
      }

      @Override
      public void tick() {
        shares.tick();
      }

      @Override
      public void used(boolean byClients) {
        // A group stays where its namespaces are.
      }

      @Override
      public void close() {
        shares.close();
      }
    };
  };

  /** What nodes run for the limit of a topic: each has one producer of it. */
  Kind LIMIT = SimulatedLimit::new;

  /** What a stock Pulsar does, to be compared with. */
  Kind STOCK = StockShares::new;
}
