package io.sluice.rampredis;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;

/** Takes addresses apart, and says what is wrong with one without showing the password in it. */
final class RedisUrl {

  private static final int DEFAULT_PORT = 6379;
  private static final int LARGEST_PORT = 65_535;
  private static final Pattern DATABASE = Pattern.compile("/?|/[0-9]{1,9}");

  private RedisUrl() {}

  /** Accepts {@code redis[s]://[user:password@]host[:port][/db]}. */
  static void check(String url) {
    URI uri = parse("url", url);
    if (!"redis".equals(uri.getScheme()) && !"rediss".equals(uri.getScheme())) {
      throw new IllegalArgumentException("url must begin with redis:// or rediss://");
    }
    if (uri.getHost() == null) {
      throw new IllegalArgumentException("url must name a host, as in redis://localhost:6379");
    }
    if (uri.getPort() == 0 || uri.getPort() > LARGEST_PORT) {
      throw new IllegalArgumentException(
          "url must have a port between 1 and 65535, not " + uri.getPort());
    }
    if (!DATABASE.matcher(uri.getPath()).matches()) {
      throw new IllegalArgumentException(
          "url must end with the number of a database, as in redis://localhost:6379/0, not with '"
              + uri.getPath() + "'");
    }
  }

  /** Accepts {@code host:port}. */
  static void checkEndpoint(String endpoint) {
    if (endpoint.indexOf('@') >= 0) {
      throw new IllegalArgumentException(
          "endpoints must be host:port; user and password go into sentinelAuth");
    }
    URI uri = parse("endpoints", "sentinel://" + endpoint);
    if (uri.getHost() == null
        || uri.getPort() < 1
        || uri.getPort() > LARGEST_PORT
        || !uri.getPath().isEmpty()) {
      throw new IllegalArgumentException("endpoints must be host:port, not '" + endpoint + "'");
    }
  }

  static String hostAndPort(String url) {
    URI uri = URI.create(url);
    return uri.getHost() + ":" + (uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort());
  }

  /** What {@link URI} itself would throw shows all of its input. */
  private static URI parse(String key, String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(key + " cannot be read: " + e.getReason()
          + ". Characters with a meaning in a URL, such as those of a password, have to be"
          + " percent-encoded");
    }
  }
}
