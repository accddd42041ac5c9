package io.sluice.gateway.config;

import io.sluice.quota.InMemoryExchange;
import io.sluice.quota.QuotaSettings;
import io.sluice.quota.UsageExchange;
import java.util.List;

/**
 * How a node shares the quotas of resource groups with the others.
 *
 * @param node its id, new with every start
 * @param settings how they agree
 * @param exchange how they tell each other; the gateway closes it when it is closed
 * @param replicators from which addresses and networks, such as {@code 10.1.2.3} and {@code
 *     10.1.0.0/16}, brokers of other clusters replicate through this gateway; what they publish is no
 *     part of any quota. Another client from there could claim to be one, so they should be theirs
 *     alone
 */
public record GroupSharing(
    String node, QuotaSettings settings, UsageExchange exchange, List<String> replicators) {

  /**
   * Checks the addresses.
   *
   * @throws IllegalArgumentException if one of them is none
   */
  public GroupSharing {
    replicators = List.copyOf(replicators);
    var unused = new Replicators(replicators);
  }

  /** No cluster replicates through this gateway. */
  public GroupSharing(String node, QuotaSettings settings, UsageExchange exchange) {
    this(node, settings, exchange, List.of());
  }

  /** Whether that can be one of the replicators. */
  public static boolean isAddress(String text) {
    try {
      var unused = new Replicators(List.of(text));
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** There are no others. */
  public static GroupSharing alone() {
    return new GroupSharing("alone", QuotaSettings.DEFAULT, new InMemoryExchange().join());
  }
}
