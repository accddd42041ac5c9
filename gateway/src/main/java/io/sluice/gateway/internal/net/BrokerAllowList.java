package io.sluice.gateway.internal.net;

import io.sluice.gateway.config.BrokerAddress;
import io.sluice.gateway.config.Cluster;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which addresses are brokers of this cluster. Nothing else is ever dialled, whatever a client asks
 * for: otherwise a client could reach anything that the gateway can reach. Any thread may call it.
 */
public final class BrokerAllowList {

  /** More brokers than a cluster has; beyond it, the one not named for the longest is forgotten. */
  private static final int MAX_DISCOVERED = 10_000;

  private static final Pattern PART_OF_IPV4 = Pattern.compile("[0-9.*]*[0-9][0-9.*]*");

  private final Set<BrokerAddress> bootstrap;
  private final List<Pattern> hosts;
  private final Set<Integer> ports;
  private final boolean allowDiscovered;

  private final Map<BrokerAddress, Boolean> discovered =
      Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<BrokerAddress, Boolean> eldest) {
          return size() > MAX_DISCOVERED;
        }
      });

  public BrokerAllowList(Cluster cluster) {
    this.bootstrap = Set.copyOf(cluster.bootstrap());
    this.hosts = cluster.allowedHosts().stream().map(BrokerAllowList::pattern).toList();
    this.ports = cluster.allowedPorts().isEmpty()
        ? bootstrap.stream().map(BrokerAddress::port).collect(Collectors.toUnmodifiableSet())
        : cluster.allowedPorts();
    this.allowDiscovered = cluster.allowDiscovered();
  }

  /** In a part of an IP address {@code *} stands for numbers: 10.0.evil.com must not be 10.0.*. */
  private static Pattern pattern(String host) {
    String any = PART_OF_IPV4.matcher(host).matches()
        ? "[0-9.]*"
        : host.indexOf(':') >= 0 ? "[0-9a-f.:]*" : ".*";
    String quoted = List.of(host.split("\\*", -1)).stream()
        .map(Pattern::quote)
        .collect(Collectors.joining(any));
    return Pattern.compile(quoted, Pattern.CASE_INSENSITIVE);
  }

  /** A broker that is trusted has named this one. */
  public void discovered(BrokerAddress broker) {
    if (allowDiscovered) {
      discovered.put(broker, true);
    }
  }

  public boolean allows(BrokerAddress broker) {
    return bootstrap.contains(broker)
        || discovered.get(broker) != null
        || (ports.contains(broker.port())
            && hosts.stream().anyMatch(host -> host.matcher(broker.host()).matches()));
  }
}
