package io.sluice.gateway.config;

import java.time.Duration;
import java.util.List;

/**
 * What a gateway needs to know.
 *
 * @param listeners where clients are served; never empty
 * @param cluster the brokers behind it
 * @param limits what it takes on at most
 * @param publish how publishing is limited beside the policies of topics
 * @param node what it passes at most, published and dispatched
 * @param keepAliveInterval after how much silence a peer is asked whether it is there; after twice as
 *     much it is given up
 * @param threads event loops; each serves its share of the clients
 */
public record GatewayConfig(
    List<Listener> listeners,
    Cluster cluster,
    ConnectionLimits limits,
    PublishSettings publish,
    NodeLimits node,
    Duration keepAliveInterval,
    int threads) {

  /** As in Pulsar itself. */
  public static final Duration DEFAULT_KEEP_ALIVE_INTERVAL = Duration.ofSeconds(30);

  /** Checks what can be checked without opening anything. */
  public GatewayConfig {
    listeners = List.copyOf(listeners);
    if (listeners.isEmpty()) {
      throw new IllegalArgumentException("a gateway needs at least one listener");
    }
    if (threads < 1) {
      throw new IllegalArgumentException("threads must be positive, not " + threads);
    }
    if (keepAliveInterval.toMillis() < 1) {
      throw new IllegalArgumentException(
          "keepAliveInterval must be positive, not " + keepAliveInterval);
    }
  }

  /** A gateway with the defaults, between one listener and a cluster. */
  public static GatewayConfig of(Listener listener, Cluster cluster) {
    return new GatewayConfig(
        List.of(listener),
        cluster,
        ConnectionLimits.DEFAULT,
        PublishSettings.DEFAULT,
        NodeLimits.NONE,
        DEFAULT_KEEP_ALIVE_INTERVAL,
        Runtime.getRuntime().availableProcessors());
  }
}
