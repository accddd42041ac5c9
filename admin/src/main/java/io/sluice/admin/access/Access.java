package io.sluice.admin.access;

import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.DecoratingHttpServiceFunction;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.sluice.admin.http.Refusal;
import io.sluice.core.Rate;
import io.sluice.core.TokenBucket;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands before every route. Requests to paths that are not {@link Area#OPEN} are let in at a bounded rate, from a
 * caller that is known ({@link Caller#of}) and may do what it asks for ({@link AccessRules}).
 */
public final class Access implements DecoratingHttpServiceFunction {

  private static final Logger LOG = LoggerFactory.getLogger(Access.class);

  private final TokenBucket requests;
  private final Authenticator authenticator;

  private Access(TokenBucket requests, Authenticator authenticator) {
    this.requests = requests;
    this.authenticator = authenticator;
  }

  /**
   * With keys, for callers that have tokens. Without keys, for every caller if it can only be reached from
   * this machine, and otherwise for none.
   *
   * @throws IllegalArgumentException if a key cannot be used
   */
  public static Access to(
      InetSocketAddress listen, AccessSettings settings, int maxRequestsPerSecond) {
    return new Access(
        TokenBucket.of(Rate.perSecond(maxRequestsPerSecond)), authenticator(listen, settings));
  }

  private static Authenticator authenticator(InetSocketAddress listen, AccessSettings settings) {
    if (settings.hasKey()) {
      return new TokenAuthenticator(settings);
    }
    if (listen.getAddress().isLoopbackAddress()) {
      return new LocalAuthenticator();
    }
    LOG.warn(
        "The admin API can be reached from other machines and has no keys: it refuses all calls, and"
            + " shows health and metrics only. Set admin.access, or let admin.listen be 127.0.0.1");
    return (ctx, request) -> CompletableFuture.failedFuture(new Refusal(
        HttpStatus.FORBIDDEN,
        "no caller has access, as this can be reached from other machines and has no keys: set"
            + " admin.access in the node's configuration"));
  }

  @Override
  public HttpResponse serve(HttpService route, ServiceRequestContext ctx, HttpRequest request)
      throws Exception {
    Area area = Area.of(ctx.path());
    if (area == Area.OPEN) {
      return route.serve(ctx, request);
    }
    if (!requests.tryConsume(1)) { // first, as verifying a token costs more than a refusal
      throw new Refusal(
          HttpStatus.TOO_MANY_REQUESTS,
          "more than " + requests.rate().tokens() + " requests in a second, from all callers");
    }
    return HttpResponse.of(authenticator.authenticate(ctx, request).thenApply(caller -> {
      caller.putInto(ctx);
      if (area == Area.SLUICE) { // the routes of Pulsar's API know what is Sluice's of theirs
        AccessRules.require(caller, AccessRules.Subject.LIMITS, ctx.method());
      }
      return served(route, ctx, request);
    }));
  }

  private static HttpResponse served(
      HttpService route, ServiceRequestContext ctx, HttpRequest request) {
    try {
      return route.serve(ctx, request);
    } catch (Exception e) { // as Armeria itself has it of a route that throws
      return HttpResponse.ofFailure(e);
    }
  }
}
