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
 * Lets in callers on this machine, but no page of elsewhere that a browser on it shows. Such a page can
 * have its own name lead to this machine, so the name that was asked for must be the machine's; and it can
 * send things here without being shown the answer, so what changes something must not come from it.
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
