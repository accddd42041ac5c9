package io.sluice.server;

import io.sluice.admin.access.AccessSettings;
import io.sluice.admin.node.AdminConfig;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The block {@code admin}: health, metrics and the admin API over HTTP.
 *
 * @param listen where they are
 * @param tls if they are to be {@code https}
 * @param access which callers may do what; health and metrics are for every client
 * @param maxRequestsPerSecond how many calls of the API are taken, of all callers together
 */
public record AdminSettings(
    HostPort listen, Tls tls, AccessSettings access, int maxRequestsPerSecond) {

  static final AdminSettings DEFAULT = new AdminSettings(
      new HostPort("127.0.0.1", 8080),
      new Tls(Optional.empty(), Optional.empty()),
      AccessSettings.NONE,
      AdminConfig.DEFAULT_MAX_REQUESTS_PER_SECOND);

  private static final int MOST_REQUESTS_PER_SECOND = 1_000_000;

  /** Checks the rate. */
  public AdminSettings {
    if (maxRequestsPerSecond < 1 || maxRequestsPerSecond > MOST_REQUESTS_PER_SECOND) {
      throw new IllegalArgumentException(
          "maxRequestsPerSecond must be from 1 to " + MOST_REQUESTS_PER_SECOND);
    }
  }

  /**
   * The block {@code admin.tls}; both files are PEM.
   *
   * @param certificate the node's own, and those that lead to its authority
   * @param key its private key, PKCS #8 without a password
   */
  public record Tls(Optional<Path> certificate, Optional<Path> key) {

    Optional<AdminConfig.Tls> forAdmin() {
      return certificate.flatMap(own -> key.map(its -> new AdminConfig.Tls(own, its)));
    }
  }

  /** The same at another address. */
  AdminSettings at(HostPort address) {
    return new AdminSettings(address, tls, access, maxRequestsPerSecond);
  }

  /** The same, with keys in files of a folder where their paths are not absolute. */
  AdminSettings relativeTo(Path folder) {
    return new AdminSettings(listen, tls, access.relativeTo(folder), maxRequestsPerSecond);
  }

  /** Where health, metrics and the API are. */
  public String url() {
    return (tls.certificate().isPresent() ? "https://" : "http://") + listen;
  }

  /** Who may do what, as people read it. */
  String summary() {
    if (!access.hasKey()) {
      return listen.isLoopback()
          ? "admin API: all callers on this machine may change limits, others cannot reach it"
          : "admin API: closed to all callers, as admin.access has no key";
    }
    return "admin API: limits may be changed by " + roles(access.superUserRoles()) + ", seen by "
        + (access.readOnlyRoles().isEmpty()
            ? "no other role"
            : roles(access.readOnlyRoles()) + " as well");
  }

  private static String roles(Set<String> roles) {
    return String.join(", ", new TreeSet<>(roles));
  }
}
