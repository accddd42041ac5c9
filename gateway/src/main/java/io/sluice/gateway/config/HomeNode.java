package io.sluice.gateway.config;

import java.util.Optional;

/**
 * A node that may be the home of topics: clients reach it by an address of its own.
 *
 * @param id the node's id, new with every start
 * @param name what it is called
 * @param serviceUrl where it serves clients without TLS, such as {@code pulsar://node-1:6650}
 * @param serviceUrlTls where it serves them with TLS, such as {@code pulsar+ssl://node-1:6651}
 * @param arrivals how many clients that were redirected have arrived at it, by its own count since its start
 */
public record HomeNode(
    String id,
    String name,
    Optional<String> serviceUrl,
    Optional<String> serviceUrlTls,
    long arrivals) {

  /** Checks that there is an address. */
  public HomeNode {
    if (serviceUrl.isEmpty() && serviceUrlTls.isEmpty()) {
      throw new IllegalArgumentException("a home needs an address");
    }
  }

  /** The address by which a node is told from others, also after a restart. */
  public String address() {
    return serviceUrl.or(() -> serviceUrlTls).orElseThrow();
  }
}
