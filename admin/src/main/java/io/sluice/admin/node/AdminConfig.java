package io.sluice.admin.node;

import io.sluice.admin.access.AccessSettings;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The configuration of an admin server.
 *
 * @param listen the address to listen on; with port 0 the system chooses a port
 * @param tls the server's certificate; empty for plain HTTP
 * @param access which callers may do what
 * @param webService the cluster's own admin API, to which requests are passed on that Sluice does not answer;
 *     empty if the configuration does not say where it is
 * @param webServiceTrust a PEM file with the authorities that may have signed the cluster's certificate; without
 *     it, the authorities that the JDK trusts
 * @param maxRequestsPerSecond how many requests are served per second; more are refused
 */
public record AdminConfig(
    InetSocketAddress listen,
    Optional<Tls> tls,
    AccessSettings access,
    Optional<URI> webService,
    Optional<Path> webServiceTrust,
    int maxRequestsPerSecond) {

  public static final int DEFAULT_MAX_REQUESTS_PER_SECOND = 5000;

  /**
   * PEM files.
   *
   * @param certificate the node's own certificate first, then those that lead to its authority
   * @param key its private key, PKCS #8 without a password
   */
  public record Tls(Path certificate, Path key) {}

  /** The defaults, for this address. */
  public static AdminConfig of(InetSocketAddress listen) {
    return new AdminConfig(
        listen,
        Optional.empty(),
        AccessSettings.NONE,
        Optional.empty(),
        Optional.empty(),
        DEFAULT_MAX_REQUESTS_PER_SECOND);
  }
}
