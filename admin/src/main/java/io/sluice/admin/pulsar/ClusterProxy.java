package io.sluice.admin.pulsar;

import com.linecorp.armeria.common.AggregatedHttpRequest;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.sluice.admin.http.Refusal;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;

/**
 * Passes requests on to the cluster, and its answers back, as they come.
 *
 * <p>A small body is kept until the answer begins, so that it can go to another broker if the cluster
 * redirects it. A larger one, or one of unknown size, is not; if such a request is redirected, which no
 * upload of a stock cluster is, the redirect is passed back.
 *
 * <p>A cluster that is slow must not fill this node, whose memory and connections are for publishing too:
 * only so many requests, and so much of their bodies, wait for it at a time. Requests beyond that are refused.
 */
final class ClusterProxy {

  static final int MOST_AT_A_TIME = 256;
  static final int MOST_KEPT_BYTES = 32 << 20;

  private static final int LARGEST_KEPT_BYTES = 1 << 20;
  private static final Duration LONGEST_KEPT = Duration.ofSeconds(30);

  private final Optional<ClusterWeb> cluster;
  private final Duration timeout;
  private final Semaphore places = new Semaphore(MOST_AT_A_TIME);
  private final Semaphore keptBytes = new Semaphore(MOST_KEPT_BYTES);

  ClusterProxy(Optional<ClusterWeb> cluster, Duration timeout) {
    this.cluster = cluster;
    this.timeout = timeout;
  }

  HttpResponse pass(ServiceRequestContext ctx, HttpRequest request) {
    ClusterWeb client = cluster.orElseThrow(() -> new Refusal(
        HttpStatus.SERVICE_UNAVAILABLE,
        "This is for the cluster's own web service, but this node has no address for it: set"
            + " cluster.webService in the configuration of this node"));
    RequestHeaders headers = ForwardedHeaders.of(request.headers());
    long length = headers.contentLength();
    boolean kept = request.isEmpty() || (length >= 0 && length <= LARGEST_KEPT_BYTES);
    int bytes = kept ? (int) Math.max(length, 0) : 0;
    take(ctx, places, 1);
    take(ctx, keptBytes, bytes);
    Duration longest = Duration.ofMillis(ctx.requestTimeoutMillis());
    if (kept) {
      ctx.setRequestTimeout(LONGEST_KEPT); // its place is not for a client that sends nothing
    }
    CompletableFuture<HttpResponse> answer = kept
        ? request
            .aggregate()
            .thenApply(AggregatedHttpRequest::content)
            .whenComplete((body, fault) -> ctx.setRequestTimeout(longest))
            .thenCompose(body -> client.send(headers, ctx.rawPath(), body, timeout))
        : client.sendOnce(request.withHeaders(headers), ctx.rawPath(), timeout);
    return HttpResponse.of(answer.thenApply(passed -> passed.mapHeaders(ForwardedHeaders::of)));
  }

  /** Until the request is over, however it ends. */
  private static void take(ServiceRequestContext ctx, Semaphore from, int count) {
    if (!from.tryAcquire(count)) {
      throw new Refusal(
          HttpStatus.SERVICE_UNAVAILABLE,
          "The cluster has too many requests to answer already: try again later");
    }
    var unused = ctx.log().whenComplete().thenRun(() -> from.release(count));
  }
}
