package io.sluice.admin;

import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.sluice.admin.access.Caller;
import io.sluice.admin.http.Refusal;
import io.sluice.core.NanoClock;
import java.util.Set;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs which callers the admin server has refused, and which requests have failed inside; at a bounded rate. */
final class ErrorLog {

  private static final Logger LOG = LoggerFactory.getLogger(AdminServer.class);
  private static final Logger AUDIT = LoggerFactory.getLogger("io.sluice.audit");

  /** Other refusals are about what was asked for, not about the caller. */
  private static final Set<HttpStatus> LOGGED =
      Set.of(HttpStatus.UNAUTHORIZED, HttpStatus.FORBIDDEN, HttpStatus.TOO_MANY_REQUESTS);

  private static final int LONGEST = 200;
  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

  private final RateLimitedLog refusals = new RateLimitedLog(NanoClock.system());
  private final RateLimitedLog faults = new RateLimitedLog(NanoClock.system());

  void refused(ServiceRequestContext ctx, Refusal refusal) {
    if (!LOGGED.contains(refusal.status())) {
      return;
    }
    String who = plain(Caller.ifKnown(ctx)
        .map(Caller::role)
        .orElseGet(() -> ctx.remoteAddress().getAddress().getHostAddress()));
    refusals
        .say(who + " " + refusal.status().code() + " " + refusal.detail())
        .ifPresent(unsaid -> AUDIT
            .atWarn()
            .addKeyValue("who", who)
            .addKeyValue("method", ctx.method())
            .addKeyValue("path", plain(ctx.path()))
            .addKeyValue("status", refusal.status().code())
            .addKeyValue("because", plain(refusal.detail()))
            .addKeyValue("notLogged", unsaid)
            .log("refused"));
  }

  void failed(ServiceRequestContext ctx, Throwable fault) {
    StackTraceElement[] trace = fault.getStackTrace();
    String place = fault.getClass().getName() + (trace.length == 0 ? "" : " " + trace[0]);
    faults.say(place).ifPresent(unsaid -> LOG.atError()
        .addKeyValue("method", ctx.method())
        .addKeyValue("path", plain(ctx.path()))
        .addKeyValue("notLogged", unsaid)
        .setCause(fault)
        .log("A request failed"));
  }

  /** A text without control characters: the caller chooses it, and must not write lines of its own into the log. */
  private static String plain(String text) {
    String bounded = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    return CONTROL.matcher(bounded).replaceAll("?");
  }
}
