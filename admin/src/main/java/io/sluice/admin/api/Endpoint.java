package io.sluice.admin.api;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.sluice.admin.http.Precondition;
import io.sluice.policy.json.PolicyJson;
import io.sluice.policy.json.StrictJson;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * One thing that can be asked of Sluice's own API, by a caller that has the right to.
 */
final class Endpoint implements HttpService {

  private static final String ROOT = "/sluice/v1";

  /** Does what is asked; called by a thread that may take its time. */
  @FunctionalInterface
  interface Handler {

    CompletionStage<HttpResponse> handle(ApiRequest request);
  }

  private final Set<String> queryNames;
  private final Handler handler;

  private Endpoint(Handler handler, String... queryNames) {
    this.handler = handler;
    this.queryNames = Set.of(queryNames);
  }

  /** Something to look at, also with HEAD, which only asks whether it is there. */
  static void get(ServerBuilder builder, String path, Handler handler, String... queryNames) {
    add(
        builder,
        EnumSet.of(HttpMethod.GET, HttpMethod.HEAD),
        path,
        new Endpoint(handler, queryNames));
  }

  /** Anything else. */
  static void add(ServerBuilder builder, HttpMethod method, String path, Handler handler) {
    add(builder, EnumSet.of(method), path, new Endpoint(handler));
  }

  private static void add(
      ServerBuilder builder, Set<HttpMethod> methods, String path, Endpoint endpoint) {
    builder.route().methods(methods).path(ROOT + path).build(endpoint);
  }

  @Override
  public HttpResponse serve(ServiceRequestContext ctx, HttpRequest request) {
    requirePlainPath(ctx.rawPath());
    for (String name : ctx.queryParams().names()) {
      if (!queryNames.contains(name)) {
        throw ApiRequest.bad("there is no parameter " + name
            + (queryNames.isEmpty()
                ? " here"
                : "; there are " + String.join(", ", new TreeSet<>(queryNames))));
      }
    }
    return HttpResponse.of(request
        .aggregate()
        .thenComposeAsync(
            all -> handler.handle(new ApiRequest(ctx, all.content().array())),
            ctx.blockingTaskExecutor()));
  }

  /** Refuses paths that the server would normalize: what it leaves out may be part of a name. */
  private static void requirePlainPath(String target) {
    int query = target.indexOf('?');
    String path = query < 0 ? target : target.substring(0, query);
    if (path.indexOf(';') >= 0 || path.contains("//")) {
      throw ApiRequest.bad("every part of the path must be a name; a semicolon in one is %3B");
    }
  }

  /** Answers with a JSON that is known already. */
  static CompletionStage<HttpResponse> answer(Object json) {
    return CompletableFuture.completedFuture(json(json));
  }

  static HttpResponse json(Object json) {
    return HttpResponse.of(HttpStatus.OK, MediaType.JSON_UTF_8, StrictJson.write(json));
  }

  /** A policy and its tag. */
  static HttpResponse policy(Record policy) {
    return tagged(policy, PolicyJson.of(policy));
  }

  /** An answer with the tag of the policy that it is about. */
  static HttpResponse tagged(Record policy, Object json) {
    return HttpResponse.of(
        ResponseHeaders.builder(HttpStatus.OK)
            .contentType(MediaType.JSON_UTF_8)
            .set(HttpHeaderNames.ETAG, Precondition.tag(policy))
            .build(),
        HttpData.wrap(StrictJson.write(json)));
  }

  /** Answers when a change is done. */
  static CompletionStage<HttpResponse> done(CompletionStage<?> change) {
    return change.thenApply(done -> HttpResponse.of(HttpStatus.NO_CONTENT));
  }

  /** Answers with what is set when a change is done. */
  static <P extends Record> CompletionStage<HttpResponse> changed(
      CompletionStage<Optional<P>> change) {
    return change.thenApply(policy -> policy(policy.orElseThrow()));
  }
}
