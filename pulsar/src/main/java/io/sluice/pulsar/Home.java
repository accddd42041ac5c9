package io.sluice.pulsar;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Where clients reach a node by an address of its own, so that lookups can be redirected to it. Clients send their credentials
 * there.
 *
 * @param serviceUrl without TLS; null if it serves no clients without
 * @param serviceUrlTls with TLS; null if it serves none with it
 * @param arrivals how many clients have come that another node had redirected, since its start
 */
public record Home(@Nullable String serviceUrl, @Nullable String serviceUrlTls, long arrivals) {

  private static final int LONGEST = 300;

  /** Checks that a client can make a connection of each: any client of the topic may have sent it. */
  public Home {
    if (serviceUrl == null && serviceUrlTls == null) {
      throw new IllegalArgumentException("a home needs an address");
    }
    require("pulsar", serviceUrl);
    require("pulsar+ssl", serviceUrlTls);
  }

  private static void require(String scheme, @Nullable String url) {
    if (url != null && !isAddress(scheme, url)) {
      throw new IllegalArgumentException("not of the form " + scheme + "://HOST:PORT");
    }
  }

  /** Whether it is a host and a port, and nothing else. Clients read it in the same way, and fail if there is no host. */
  private static boolean isAddress(String scheme, String url) {
    if (url.length() > LONGEST) {
      return false;
    }
    try {
      URI uri = URI.create(url);
      return scheme.equals(uri.getScheme())
          && uri.getHost() != null
          && uri.getPort() > 0
          && uri.getPort() <= 65535
          && url.length() == (scheme + "://" + uri.getHost() + ":" + uri.getPort()).length();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
