package io.sluice.gateway.config;

import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Which producers are brokers of other clusters that replicate to this one, and so no part of what a
 * group publishes: it was counted where it was published. Pulsar knows them by their names alone, but
 * any tenant can choose such a name; so here they also have to come from where the operator says that those
 * brokers are. By default no producer does.
 */
public final class Replicators {

  /** How brokers begin the names of such producers, unless they are configured otherwise. */
  private static final String PREFIX = "pulsar.repl.";

  private final List<IpSubnetFilterRule> from;

  /**
   * Replicators at these addresses.
   *
   * @param from addresses and networks, such as {@code 10.1.2.3} and {@code 10.1.0.0/16}
   * @throws IllegalArgumentException if one of them is something else
   */
  public Replicators(List<String> from) {
    this.from = from.stream().map(Replicators::rule).toList();
  }

  private static IpSubnetFilterRule rule(String text) {
    try {
      int bits = text.contains(":") ? 128 : 32;
      return new IpSubnetFilterRule(
          text.contains("/") ? text : text + "/" + bits, IpFilterRuleType.ACCEPT);
    } catch (RuntimeException e) { // it has several kinds
      throw new IllegalArgumentException(
          "a replicator's address is such as 10.1.2.3 or 10.1.0.0/16, not " + text, e);
    }
  }

  /** Whether a producer of this name and of a client there is one. */
  public boolean include(String producerName, InetSocketAddress client) {
    return !from.isEmpty()
        && producerName.startsWith(PREFIX)
        && from.stream().anyMatch(rule -> rule.matches(client));
  }
}
