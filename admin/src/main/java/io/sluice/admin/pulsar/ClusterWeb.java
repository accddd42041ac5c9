package io.sluice.admin.pulsar;

import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.ClientRequestContext;
import com.linecorp.armeria.client.HttpClient;
import com.linecorp.armeria.client.RequestOptions;
import com.linecorp.armeria.client.ResponseTimeoutException;
import com.linecorp.armeria.client.UnprocessedRequestException;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.ContentTooLargeException;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.SplitHttpResponse;
import com.linecorp.armeria.common.logging.RequestLogProperty;
import com.linecorp.armeria.common.util.Exceptions;
import io.netty.util.AttributeKey;
import io.sluice.admin.http.Refusal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Sends requests to the cluster's web service, and after them to the broker that it names. Bodies of
 * answers are passed on as they come.
 *
 * <p>Armeria's client would follow redirects too, but keeps all of a body for that, however large.
 */
final class ClusterWeb {

  private static final int MOST_REDIRECTS = 5;
  private static final Duration LONGEST_WRITE = Duration.ofSeconds(30);

  private static final AttributeKey<String> PATH = AttributeKey.valueOf(ClusterWeb.class, "path");

  private final ClusterUri start;
  private final ClientFactory connections;
  private final WebClient client;

  /** @param trust authorities that may have signed its certificate; those of the JDK without it */
  ClusterWeb(URI webService, Optional<Path> trust) {
    this.start = ClusterUri.of(webService);
    this.connections = trust
        .map(file -> ClientFactory.builder()
            .tlsCustomizer(tls -> tls.trustManager(file.toFile()))
            .build())
        .orElseGet(ClientFactory::ofDefault);
    this.client = WebClient.builder()
        .factory(connections)
        .maxResponseLength(0)
        .writeTimeout(LONGEST_WRITE)
        .decorator(ClusterWeb::asItIs)
        .build();
  }

  /** Ends its connections, unless they are Armeria's default ones, which are shared. */
  void close() {
    var unused = connections.closeAsync();
  }

  /** Armeria would write a path in its own way, where a plus becomes another character to Pulsar. */
  private static HttpResponse asItIs(
      HttpClient delegate, ClientRequestContext ctx, HttpRequest request) throws Exception {
    // The cluster has to begin its answer in time, and may then take what a large one needs.
    var unused = ctx.log()
        .whenAvailable(RequestLogProperty.RESPONSE_HEADERS)
        .thenRun(ctx::clearResponseTimeout);
    String path = Objects.requireNonNull(ctx.attr(PATH), "every request has one");
    HttpRequest asSent = request.withHeaders(request.headers().toBuilder().path(path));
    ctx.updateRequest(asSent);
    return delegate.execute(ctx, asSent);
  }

  /** Sends a request whose body can be sent again, to wherever the cluster redirects it. */
  CompletableFuture<HttpResponse> send(
      RequestHeaders headers, String target, HttpData body, Duration timeout) {
    return follow(headers, start.at(target), body, timeout, MOST_REDIRECTS);
  }

  /** Sends a request as its body comes. If the cluster redirects it, that is the answer. */
  CompletableFuture<HttpResponse> sendOnce(HttpRequest request, String target, Duration timeout) {
    ClusterUri place = start.at(target);
    SplitHttpResponse answer = exchange(request, place, timeout).split();
    return failuresAsRefusals(
        place, answer.headers().thenApply(headers -> HttpResponse.of(headers, answer.body())));
  }

  private CompletableFuture<HttpResponse> follow(
      RequestHeaders headers,
      ClusterUri place,
      HttpData body,
      Duration timeout,
      int redirectsLeft) {
    SplitHttpResponse answer =
        exchange(HttpRequest.of(headers, body), place, timeout).split();
    return failuresAsRefusals(place, answer.headers().thenCompose(got -> {
      Optional<ClusterUri> next = place.redirect(headers.method(), got);
      if (next.isEmpty()) {
        return CompletableFuture.completedFuture(HttpResponse.of(got, answer.body()));
      }
      var unused =
          answer.body().subscribe(); // to its end, so that the connection can be used again
      if (redirectsLeft == 0) {
        throw new Refusal(
            HttpStatus.BAD_GATEWAY, "The cluster redirects more often than can be right");
      }
      return follow(headers, next.get(), body, timeout, redirectsLeft - 1);
    }));
  }

  private HttpResponse exchange(HttpRequest request, ClusterUri place, Duration timeout) {
    return client.execute(
        request.withHeaders(request.headers().toBuilder().path(place.origin())),
        RequestOptions.builder()
            .responseTimeout(timeout)
            .attr(PATH, place.path())
            .build());
  }

  private static CompletableFuture<HttpResponse> failuresAsRefusals(
      ClusterUri place, CompletableFuture<HttpResponse> answer) {
    return answer.exceptionally(fault -> {
      throw new CompletionException(refusal(place, Exceptions.peel(fault)));
    });
  }

  private static Throwable refusal(ClusterUri place, Throwable fault) {
    if (fault instanceof Refusal || fault instanceof ContentTooLargeException) {
      return fault;
    }
    if (fault instanceof ResponseTimeoutException) {
      return new Refusal(
          HttpStatus.GATEWAY_TIMEOUT, "The cluster does not answer in time at " + place.shown());
    }
    Throwable cause = fault instanceof UnprocessedRequestException && fault.getCause() != null
        ? fault.getCause()
        : fault;
    return new Refusal(
        HttpStatus.BAD_GATEWAY,
        "The cluster cannot be reached at " + place.shown() + ": "
            + cause.getClass().getSimpleName());
  }
}
