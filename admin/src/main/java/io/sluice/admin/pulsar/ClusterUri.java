package io.sluice.admin.pulsar;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.ResponseHeaders;
import io.sluice.admin.http.Refusal;
import java.net.URI;
import java.util.Optional;
import java.util.Set;

/**
 * Where a request goes.
 *
 * @param scheme {@code http} or {@code https}
 * @param authority the host, and the port if it is another than the scheme's
 * @param path and query, written exactly as its sender has
 */
record ClusterUri(String scheme, String authority, String path) {

  private static final Set<HttpMethod> READING = Set.of(HttpMethod.GET, HttpMethod.HEAD);

  static ClusterUri of(URI webService) {
    String path = webService.getRawPath() == null ? "" : webService.getRawPath();
    return new ClusterUri(
        webService.getScheme(),
        webService.getRawAuthority(),
        path.endsWith("/") ? path.substring(0, path.length() - 1) : path);
  }

  ClusterUri at(String target) {
    return new ClusterUri(scheme, authority, path + target);
  }

  /** The place without the path, for Armeria; brokers speak no HTTP/2, so it need not be tried. */
  String origin() {
    return (scheme.equals("https") ? "h1" : "h1c") + "://" + authority + "/";
  }

  String shown() {
    return scheme + "://" + authority;
  }

  /**
   * Where an answer redirects a request for this place; empty if the answer is for the client.
   * The caller's credentials are sent there. So the cluster may choose any host, but not go from https to http.
   */
  Optional<ClusterUri> redirect(HttpMethod method, ResponseHeaders answer) {
    boolean sameAgain =
        switch (answer.status().code()) {
          case 307, 308 -> true;
          case 301, 302 -> READING.contains(method);
          default -> false;
        };
    String location = answer.get(HttpHeaderNames.LOCATION);
    if (!sameAgain || location == null) {
      return Optional.empty();
    }
    try {
      URI to = URI.create(shown() + path).resolve(location);
      String target = to.getRawPath() + (to.getRawQuery() == null ? "" : "?" + to.getRawQuery());
      boolean safe = "https".equals(to.getScheme()) || scheme.equals(to.getScheme());
      if (safe && to.getRawAuthority() != null && target.matches("/(admin|lookup)/.*")) {
        return Optional.of(new ClusterUri(to.getScheme(), to.getRawAuthority(), target));
      }
    } catch (IllegalArgumentException e) {
      // said below
    }
    throw new Refusal(
        HttpStatus.BAD_GATEWAY, "The cluster redirects to where no request may go: " + location);
  }
}
