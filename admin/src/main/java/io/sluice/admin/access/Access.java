package io.sluice.admin.access;

import com.linecorp.armeria.common.HttpMethod;
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
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands before every route. Whatever is not {@link Area#OPEN} comes in at a bounded rate, from somebody
 * who is known ({@link Caller#of}). Of what is Sluice's own, it also decides who may do it; of Pulsar's
 * paths the routes do, or the cluster.
 */
public final class Access implements DecoratingHttpServiceFunction {

  private static final Logger LOG = LoggerFactory.getLogger(Access.class);

  private static final Set<HttpMethod> VIEWS =
      EnumSet.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

  private final TokenBucket requests;
  private final Gatekeeper gatekeeper;

  private Access(TokenBucket requests, Gatekeeper gatekeeper) {
    this.requests = requests;
    this.gatekeeper = gatekeeper;
  }

  /**
   * With keys, for those who have tokens. Without keys, for everybody if it can only be reached from this
   * machine, and otherwise for nobody.
   *
   * @throws IllegalArgumentException if a key cannot be used
   */
  public static Access to(
      InetSocketAddress listen, AccessSettings settings, int maxRequestsPerSecond) {
    return new Access(
        TokenBucket.of(Rate.perSecond(maxRequestsPerSecond)), gatekeeper(listen, settings));
  }

  private static Gatekeeper gatekeeper(InetSocketAddress listen, AccessSettings settings) {
    if (settings.hasKey()) {
      return new TokenHolders(settings);
    }
    if (listen.getAddress().isLoopbackAddress()) {
      return new ThisMachine();
    }
    LOG.warn(
        "The admin API can be reached from other machines and has no keys: it refuses everybody, and"
            + " shows health and metrics only. Set admin.access, or let admin.listen be 127.0.0.1");
    return (ctx, request) -> CompletableFuture.failedFuture(new Refusal(
        HttpStatus.FORBIDDEN,
        "nobody has access, as this can be reached from other machines and has no keys: set"
            + " admin.access in the node's configuration"));
  }

  /** Whether a request of this method may change something. */
  public static boolean isChange(HttpMethod method) {
    return !VIEWS.contains(method);
  }

  @Override
  public HttpResponse serve(HttpService route, ServiceRequestContext ctx, HttpRequest request)
      throws Exception {
    Area area = Area.of(ctx.path());
    if (area == Area.OPEN) {
      return route.serve(ctx, request);
    }
    if (!requests.tryConsume(1)) { // first, as looking at a token takes more than refusing it
      throw new Refusal(
          HttpStatus.TOO_MANY_REQUESTS,
          "more than " + requests.rate().tokens() + " requests in a second, of everybody together");
    }
    return HttpResponse.of(gatekeeper.whoAsks(ctx, request).thenApply(caller -> {
      caller.putInto(ctx);
      require(caller, area, ctx.method());
      return served(route, ctx, request);
    }));
  }

  private static void require(Caller caller, Area area, HttpMethod method) {
    if (area != Area.SLUICE) {
      return;
    }
    if (caller.right() == Right.PASS) {
      throw new Refusal(
          HttpStatus.FORBIDDEN,
          "this role may not see limits: it is neither of superUserRoles nor of readOnlyRoles");
    }
    if (caller.right() == Right.VIEW && isChange(method)) {
      throw new Refusal(
          HttpStatus.FORBIDDEN, "this role may only look: it is not of superUserRoles");
    }
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
