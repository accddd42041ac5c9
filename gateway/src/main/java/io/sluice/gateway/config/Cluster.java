package io.sluice.gateway.config;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The brokers behind the gateway.
 *
 * @param bootstrap asked for topics in turn; never empty
 * @param allowedHosts which hosts clients may be relayed to besides: names or addresses, {@code *}
 *     standing for any part of one
 * @param allowedPorts which of their ports; those of {@code bootstrap} if empty
 * @param allowDiscovered whether brokers that a lookup has named may be relayed to as well
 * @param tls whether and how to speak TLS to them
 */
public record Cluster(
    List<BrokerAddress> bootstrap,
    Set<String> allowedHosts,
    Set<Integer> allowedPorts,
    boolean allowDiscovered,
    Optional<BrokerTls> tls) {

  /** Copies the lists. */
  public Cluster {
    bootstrap = List.copyOf(bootstrap);
    allowedHosts = Set.copyOf(allowedHosts);
    allowedPorts = Set.copyOf(allowedPorts);
    if (bootstrap.isEmpty()) {
      throw new IllegalArgumentException("a cluster needs at least one broker to begin with");
    }
  }

  /** A cluster without TLS, its brokers found through these. */
  public static Cluster of(BrokerAddress... bootstrap) {
    return new Cluster(List.of(bootstrap), Set.of(), Set.of(), true, Optional.empty());
  }
}
