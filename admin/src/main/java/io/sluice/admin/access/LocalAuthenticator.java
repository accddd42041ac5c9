package io.sluice.admin.access;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.netty.util.NetUtil;
import io.sluice.admin.http.Refusal;
import java.net.InetAddress;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Lets in callers without tokens, for a server that only this machine can reach. It keeps out web pages of other
 * sites that a browser on this machine shows. Such a page can attack in two ways. It can point its own host name at
 * this machine (DNS rebinding), so the host of a request must be {@code localhost} or a loopback address. It can
 * also send requests whose answers it cannot read (CSRF), so a request that changes something is refused if its
 * {@code Origin} is another site.
 */
final class LocalAuthenticator implements Authenticator {

  private static final Pattern AUTHORITY = Pattern.compile("(\\[[^\\]]*\\]|[^:]*)(:[0-9]*)?");

  @Override
  public CompletionStage<Caller> authenticate(ServiceRequestContext ctx, HttpRequest request) {
    RequestHeaders headers = request.headers();
    @Nullable String asked = headers.authority();
    if (asked == null || !isThisMachine(asked)) {
      return refused(
          "without keys in admin.access only localhost can be asked, by that name: the header"
              + " Host has another");
    }
    @Nullable String origin = headers.get(HttpHeaderNames.ORIGIN);
    if (origin != null && AccessRules.isChange(headers.method()) && !isAt(origin, asked)) {
      return refused(
          "a page of another site cannot change anything here: the header Origin is not of this"
              + " server");
    }
    return CompletableFuture.completedFuture(Caller.ANONYMOUS);
  }

  private static CompletionStage<Caller> refused(String message) {
    return CompletableFuture.failedFuture(new Refusal(HttpStatus.FORBIDDEN, message));
  }

  private static boolean isAt(String origin, String authority) {
    String lower = origin.toLowerCase(Locale.ROOT);
    String asked = authority.toLowerCase(Locale.ROOT);
    return lower.equals("http://" + asked) || lower.equals("https://" + asked);
  }

  static boolean isThisMachine(String authority) {
    Matcher parts = AUTHORITY.matcher(authority);
    if (!parts.matches()) {
      return false;
    }
    String host = parts.group(1);
    if (host.equalsIgnoreCase("localhost")) {
      return true;
    }
    @Nullable InetAddress address = NetUtil.createInetAddressFromIpAddressString(host);
    return address != null && address.isLoopbackAddress();
  }
}
