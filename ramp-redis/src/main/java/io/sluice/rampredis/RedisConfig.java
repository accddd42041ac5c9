package io.sluice.rampredis;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the Redis is that a group meets in, and how to talk to it.
 *
 * @param servers one server, or one that Sentinels know of
 * @param db the number of the database
 * @param prefix what all keys begin with
 * @param timeout how long a connection or a command may take
 */
public record RedisConfig(Servers servers, int db, String prefix, Duration timeout) {

  public static final String DEFAULT_PREFIX = "sluice:ramp";
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(2);

  public RedisConfig {
    if (db < 0) {
      throw new IllegalArgumentException("db must not be negative: " + db);
    }
    if (prefix.isEmpty() || prefix.indexOf('{') >= 0 || prefix.indexOf('}') >= 0) {
      throw new IllegalArgumentException(
          "prefix must not be empty nor have braces, which mark what a cluster places keys by: '"
              + prefix + "'");
    }
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException("timeout must be positive: " + timeout);
    }
  }

  /** Which servers. */
  public sealed interface Servers {

    /**
     * One server.
     *
     * @param url {@code redis://host:port}, or {@code rediss://…} for TLS; may also carry {@code
     *     user:password@} and {@code /db}, which then win over what is said elsewhere
     * @param auth null for none
     * @param tls null for none, unless the URL says so
     */
    record Single(String url, @Nullable Auth auth, @Nullable Tls tls) implements Servers {

      public Single {
        RedisUrl.check(url);
      }

      /** Without the URL, as that may carry a password. */
      @Override
      public String toString() {
        return "Single[" + RedisUrl.hostAndPort(url) + "]";
      }
    }

    /**
     * The server that Sentinels name as the master, wherever it moves to.
     *
     * @param masterName what the Sentinels know it by
     * @param endpoints the Sentinels, as {@code host:port}
     * @param auth for the servers; null for none
     * @param tls for the servers; null for none
     * @param sentinelAuth for the Sentinels; null for none
     * @param sentinelTls for the Sentinels; null for none
     */
    record Sentinel(
        String masterName,
        List<String> endpoints,
        @Nullable Auth auth,
        @Nullable Tls tls,
        @Nullable Auth sentinelAuth,
        @Nullable Tls sentinelTls)
        implements Servers {

      public Sentinel {
        endpoints = List.copyOf(endpoints);
        if (masterName.isBlank()) {
          throw new IllegalArgumentException("masterName must not be blank");
        }
        if (endpoints.isEmpty()) {
          throw new IllegalArgumentException("endpoints must name at least one Sentinel");
        }
        endpoints.forEach(RedisUrl::checkEndpoint);
        if (tls != null && sentinelTls != null && !tls.equals(sentinelTls)) {
          throw new IllegalArgumentException(
              "tls and sentinelTls must be the same if both are given, as the client has one set of"
                  + " certificates");
        }
      }
    }
  }

  /**
   * How the client authenticates.
   *
   * @param username the ACL user; null for the default user
   */
  public record Auth(@Nullable String username, String password) {

    @Override
    public String toString() {
      return "Auth[" + (username == null ? "default" : username) + "]";
    }
  }

  /**
   * How to encrypt.
   *
   * @param caCertificate the authority that signs the servers' certificates, as PEM; null for those that
   *     the JVM trusts
   * @param certificate the client's own, as PEM; null for none
   * @param key for our own certificate, as PEM in PKCS#8; null for none
   * @param insecureSkipVerify whether to accept any certificate: only for trying things out
   */
  public record Tls(
      @Nullable Path caCertificate,
      @Nullable Path certificate,
      @Nullable Path key,
      boolean insecureSkipVerify) {

    public Tls {
      if ((certificate == null) != (key == null)) {
        throw new IllegalArgumentException("certificate and key go together");
      }
    }

    /** Certificates of servers are checked against the authorities that the JVM trusts. */
    public static Tls trustingTheJvm() {
      return new Tls(null, null, null, false);
    }
  }

  /** One server, without password, everything else as by default. */
  public static RedisConfig single(String url) {
    return of(new Servers.Single(url, null, null));
  }

  /** Whatever servers, everything else as by default. */
  public static RedisConfig of(Servers servers) {
    return new RedisConfig(servers, 0, DEFAULT_PREFIX, DEFAULT_TIMEOUT);
  }

  public RedisConfig withDb(int number) {
    return new RedisConfig(servers, number, prefix, timeout);
  }

  public RedisConfig withPrefix(String newPrefix) {
    return new RedisConfig(servers, db, newPrefix, timeout);
  }

  public RedisConfig withTimeout(Duration newTimeout) {
    return new RedisConfig(servers, db, prefix, newTimeout);
  }
}
