package io.sluice.admin.access;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.sluice.admin.http.Refusal;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Lets in callers that have a valid token. What is wrong with a token is only logged, not answered. */
final class TokenAuthenticator implements Authenticator {

  private static final String SCHEME = "Bearer ";

  private final Tokens tokens;
  private final Set<String> superUsers;
  private final Set<String> readers;

  TokenAuthenticator(AccessSettings settings) {
    this.tokens = new Tokens(settings);
    this.superUsers = settings.superUserRoles();
    this.readers = settings.readOnlyRoles();
  }

  /** Verifies tokens off the event loop: a client that sends wrong tokens must not delay health checks. */
  @Override
  public CompletionStage<Caller> authenticate(ServiceRequestContext ctx, HttpRequest request) {
    List<String> shown = request.headers().getAll(HttpHeaderNames.AUTHORIZATION);
    return CompletableFuture.supplyAsync(() -> caller(shown), ctx.blockingTaskExecutor())
        .thenApplyAsync(caller -> caller, ctx.eventLoop());
  }

  private Caller caller(List<String> shown) {
    try {
      String role = tokens.roleOf(token(shown));
      return new Caller(role, right(role));
    } catch (InvalidTokenException e) {
      throw new Refusal(
          HttpStatus.UNAUTHORIZED, "this token is not accepted", String.valueOf(e.getMessage()));
    }
  }

  private static String token(List<String> shown) throws InvalidTokenException {
    if (shown.isEmpty()) {
      throw new Refusal(
          HttpStatus.UNAUTHORIZED, "a token is needed, in a header Authorization: Bearer TOKEN");
    }
    if (shown.size() > 1) {
      throw new InvalidTokenException("there are several headers Authorization");
    }
    String header = shown.get(0);
    if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw new InvalidTokenException("the header Authorization does not begin with Bearer");
    }
    return header.substring(SCHEME.length()).strip();
  }

  private Right right(String role) {
    if (superUsers.contains(role)) {
      return Right.CHANGE;
    }
    return readers.contains(role) ? Right.VIEW : Right.PASS;
  }
}
