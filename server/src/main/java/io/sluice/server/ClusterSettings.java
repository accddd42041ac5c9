package io.sluice.server;

import io.sluice.gateway.config.BrokerTls;
import io.sluice.gateway.config.Cluster;
import io.sluice.pulsar.ClusterClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * The block {@code cluster}: the brokers behind the node.
 *
 * @param brokers those that are asked for topics, in turn; the only setting without a default
 * @param allowedHosts which hosts clients may be relayed to besides
 * @param allowedPorts on which ports; those of {@code brokers} if empty
 * @param allowDiscovered whether brokers that a lookup has named may be relayed to as well
 * @param tls towards brokers, if these are {@code pulsar+ssl://}
 * @param webService the cluster's own admin API
 * @param token what the node itself shows to the cluster
 * @param tokenFile where that is kept, if it is not said here
 */
public record ClusterSettings(
    BrokerUrls brokers,
    Set<String> allowedHosts,
    Set<Integer> allowedPorts,
    boolean allowDiscovered,
    Tls tls,
    Optional<URI> webService,
    Secret token,
    Optional<Path> tokenFile) {

  static final ClusterSettings DEFAULT = new ClusterSettings(
      BrokerUrls.NONE,
      Set.of(),
      Set.of(),
      true,
      new Tls(Optional.empty(), true, Optional.empty(), Optional.empty()),
      Optional.empty(),
      Secret.NONE,
      Optional.empty());

  /** Checks the ports. */
  public ClusterSettings {
    allowedHosts = Set.copyOf(allowedHosts);
    allowedPorts = Set.copyOf(allowedPorts);
    if (!allowedPorts.stream().allMatch(port -> port >= 1 && port <= 65535)) {
      throw new IllegalArgumentException("allowedPorts must be from 1 to 65535");
    }
  }

  /**
   * The block {@code cluster.tls}; all files are PEM.
   *
   * @param trust authorities that may have signed the brokers' certificates; those of the JDK without
   *     it
   * @param verifyHostname whether a certificate must be for the host that was dialled
   * @param certificate what the node shows of itself
   * @param key its private key, PKCS #8 without a password
   */
  public record Tls(
      Optional<Path> trust,
      boolean verifyHostname,
      Optional<Path> certificate,
      Optional<Path> key) {

    private ClusterClient.Tls forClient() {
      return new ClusterClient.Tls(trust, verifyHostname, certificate, key);
    }

    private BrokerTls forGateway() {
      return new BrokerTls(
          trust,
          verifyHostname,
          certificate.flatMap(own -> key.map(its -> new BrokerTls.Identity(own, its))));
    }
  }

  /** How the node itself reaches it. */
  ClusterClient forClient() {
    return new ClusterClient(
        brokers.toString(),
        token.isNone() && tokenFile.isEmpty() ? Optional.empty() : Optional.of(this::currentToken),
        brokers.tls() ? Optional.of(tls.forClient()) : Optional.empty());
  }

  /** What the node shows to the cluster now; a file may have another token the next time. */
  private String currentToken() {
    try {
      return tokenFile.isPresent() ? Files.readString(tokenFile.get()).strip() : token.text();
    } catch (IOException e) {
      throw new UncheckedIOException("cluster.tokenFile cannot be read", e);
    }
  }

  /** The same with other brokers. */
  ClusterSettings at(BrokerUrls others) {
    return new ClusterSettings(
        others, allowedHosts, allowedPorts, allowDiscovered, tls, webService, token, tokenFile);
  }

  /** The same with an admin API. */
  ClusterSettings withWebService(URI url) {
    return new ClusterSettings(
        brokers,
        allowedHosts,
        allowedPorts,
        allowDiscovered,
        tls,
        Optional.of(url),
        token,
        tokenFile);
  }

  Cluster forGateway() {
    return new Cluster(
        brokers.addresses(),
        allowedHosts,
        allowedPorts,
        allowDiscovered,
        brokers.tls() ? Optional.of(tls.forGateway()) : Optional.empty());
  }
}
