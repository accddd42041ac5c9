package io.sluice.gateway.config;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Locale;

/**
 * Where a broker listens, as it calls itself; names are resolved when it is dialled.
 *
 * @param host a name or an address, in lower case
 * @param port its port
 */
public record BrokerAddress(String host, int port) {

  /** Checks the port and forgets the case of the host. */
  public BrokerAddress {
    if (host.isEmpty() || port < 1 || port > 65535) {
      throw new IllegalArgumentException("no address of a broker: " + host + ":" + port);
    }
    host = host.toLowerCase(Locale.ROOT);
  }

  /**
   * Reads {@code host:port} or {@code pulsar://host:port}.
   *
   * @throws IllegalArgumentException if it is neither
   */
  public static BrokerAddress parse(String text) {
    try {
      URI uri = URI.create(text.contains("://") ? text : "pulsar://" + text);
      String host = uri.getHost();
      boolean nothingElse =
          uri.getUserInfo() == null && uri.getRawPath().isEmpty() && uri.getRawQuery() == null;
      if (host != null && nothingElse && uri.getPort() > 0) {
        return new BrokerAddress(
            host.startsWith("[") ? host.substring(1, host.length() - 1) : host, uri.getPort());
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("no address of a broker: " + text, e);
    }
    throw new IllegalArgumentException("no address of a broker: " + text);
  }

  public InetSocketAddress unresolved() {
    return InetSocketAddress.createUnresolved(host, port);
  }

  @Override
  public String toString() {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
