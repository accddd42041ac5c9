package io.sluice.server;

import io.sluice.gateway.config.ConnectionLimits;
import io.sluice.gateway.config.GatewayConfig;
import io.sluice.gateway.config.Listener;
import io.sluice.gateway.config.PublishSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The block {@code gateway}: where and how clients are served.
 *
 * @param listen where they are served without TLS
 * @param listenTls where they are served with TLS
 * @param tls what the node shows of itself there, and asks of them
 * @param proxyProtocol whether each connection begins with a header of the PROXY protocol
 * @param homes whether lookups of limited topics are redirected to the topic's home
 * @param threads event loops; 0 stands for one per processor
 * @param keepAlive after how much silence a peer is asked whether it is there
 * @param drainTimeout how long a node that stops waits for brokers to answer what was published
 * @param limits what it takes on at most
 * @param publish how publishing is limited beside the policies of topics
 */
public record GatewaySettings(
    Optional<HostPort> listen,
    Optional<HostPort> listenTls,
    Tls tls,
    boolean proxyProtocol,
    boolean homes,
    int threads,
    Duration keepAlive,
    Duration drainTimeout,
    ConnectionLimits limits,
    PublishSettings publish) {

  private static final int MOST_THREADS = 1024;
  private static final Duration SHORTEST_KEEP_ALIVE = Duration.ofSeconds(10);
  private static final Duration LONGEST = Duration.ofHours(1);

  static final GatewaySettings DEFAULT = new GatewaySettings(
      Optional.of(new HostPort("0.0.0.0", 6650)),
      Optional.empty(),
      new Tls(
          Optional.empty(), Optional.empty(), Listener.ClientCertificates.NONE, Optional.empty()),
      false,
      false,
      0,
      GatewayConfig.DEFAULT_KEEP_ALIVE_INTERVAL,
      Duration.ofSeconds(30),
      ConnectionLimits.DEFAULT,
      PublishSettings.DEFAULT);

  /** Checks what is to be said of single settings. */
  public GatewaySettings {
    if (threads < 0 || threads > MOST_THREADS) {
      throw new IllegalArgumentException(
          "threads must be from 0 to " + MOST_THREADS + ", not " + threads);
    }
    if (keepAlive.compareTo(SHORTEST_KEEP_ALIVE) < 0 || keepAlive.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("keepAlive must be from 10s to 1h");
    }
    if (drainTimeout.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("drainTimeout must be 1h at most");
    }
  }

  /**
   * The block {@code gateway.tls}; all files are PEM.
   *
   * @param certificate the node's own, and those that lead to its authority
   * @param key its private key, PKCS #8 without a password
   * @param clientCertificates whether clients are asked for certificates
   * @param clientTrust authorities that may have signed these; those of the JDK without it
   */
  public record Tls(
      Optional<Path> certificate,
      Optional<Path> key,
      Listener.ClientCertificates clientCertificates,
      Optional<Path> clientTrust) {}

  int threadCount() {
    return threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
  }
}
