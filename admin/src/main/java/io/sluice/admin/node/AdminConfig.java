package io.sluice.admin.node;

import io.sluice.admin.access.AccessSettings;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What an admin server needs to know.
 *
 * @param listen its address; port 0 lets the system choose
 * @param tls if it is to be {@code https}
 * @param access who may do what
 * @param webService the cluster's own admin API, to which is passed on what is not Sluice's; empty if
 *     the configuration does not say where it is
 * @param webServiceTrust authorities that may have signed its certificate, in a PEM file; those of the
 *     JDK without it
 * @param maxRequestsPerSecond what it takes on at most; more is refused
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

  /** With everything as it is by default. */
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
