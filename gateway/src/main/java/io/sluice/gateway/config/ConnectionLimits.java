package io.sluice.gateway.config;

import io.sluice.policy.InBytes;
import java.time.Duration;

/**
 * What a node takes on at most. A connection or request beyond a limit is refused, and existing ones go on. A frame
 * beyond {@code maxFrameBytes} ends its session.
 *
 * @param maxConnections clients' connections to this node
 * @param maxConnectionsPerAddress those from one address
 * @param handshakeTimeout from a connection's first moment until the broker has accepted it
 * @param maxFrameBytes the largest frame, whatever a broker announces; the broker's own limit applies
 *     if it is lower
 * @param maxLookupsInFlight questions about topics that no broker has answered yet, on this node
 * @param maxHandlesPerConnection producers and consumers together; also how many requests of one connection, lookups
 *     included, may be unanswered
 */
public record ConnectionLimits(
    int maxConnections,
    int maxConnectionsPerAddress,
    Duration handshakeTimeout,
    @InBytes int maxFrameBytes,
    int maxLookupsInFlight,
    int maxHandlesPerConnection) {

  /** What suits most nodes. */
  public static final ConnectionLimits DEFAULT =
      new ConnectionLimits(10_000, 10_000, Duration.ofSeconds(10), 128 << 20, 50_000, 50_000);

  /** Checks that everything is positive. */
  public ConnectionLimits {
    requirePositive("maxConnections", maxConnections);
    requirePositive("maxConnectionsPerAddress", maxConnectionsPerAddress);
    requirePositive("handshakeTimeout", handshakeTimeout.toMillis());
    requirePositive("maxFrameBytes", maxFrameBytes);
    requirePositive("maxLookupsInFlight", maxLookupsInFlight);
    requirePositive("maxHandlesPerConnection", maxHandlesPerConnection);
  }

  static void requirePositive(String name, long value) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " must be positive, not " + value);
    }
  }
}
