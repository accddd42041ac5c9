package io.sluice.admin.access;

import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.server.DecoratingHttpServiceFunction;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import java.util.Locale;

/** Lets requests in as {@link Access} does, with the right that the header {@code right} says; all if it is missing. */
public final class AsCaller implements DecoratingHttpServiceFunction {

  @Override
  public HttpResponse serve(HttpService next, ServiceRequestContext ctx, HttpRequest request)
      throws Exception {
    String right = request.headers().get("right");
    Caller caller = right == null
        ? Caller.ANONYMOUS
        : new Caller("somebody", Right.valueOf(right.toUpperCase(Locale.ROOT)));
    caller.putInto(ctx);
    AccessRules.require(caller, AccessRules.Subject.LIMITS, ctx.method());
    return next.serve(ctx, request);
  }
}
