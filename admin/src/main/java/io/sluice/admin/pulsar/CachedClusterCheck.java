package io.sluice.admin.pulsar;

import static java.util.concurrent.CompletableFuture.completedFuture;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.sluice.admin.http.Refusal;
import io.sluice.core.NanoClock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Asks the cluster's web service. If the configuration does not have its address, every namespace and tenant is
 * taken to exist. One that exists is not asked for again for some seconds, so that many changes do not become as
 * many requests to the cluster.
 */
final class CachedClusterCheck implements ClusterCheck {

  private static final long REMEMBERED_NANOS = Duration.ofSeconds(10).toNanos();
  private static final int MOST_REMEMBERED = 10_000;

  /** Has the caller's credentials, as the cluster may show a namespace to one caller and not to another. */
  private record Question(String path, String authorization) {}

  private final Optional<ClusterWeb> cluster;
  private final Duration timeout;
  private final NanoClock clock;
  private final ConcurrentHashMap<Question, Long> seenNanos = new ConcurrentHashMap<>();

  CachedClusterCheck(Optional<ClusterWeb> cluster, Duration timeout, NanoClock clock) {
    this.cluster = cluster;
    this.timeout = timeout;
    this.clock = clock;
  }

  @Override
  public CompletionStage<Void> requireNamespace(ServiceRequestContext ctx, String namespace) {
    return require(ctx, "Namespace " + namespace, "/admin/v2/namespaces/" + namespace);
  }

  @Override
  public CompletionStage<Void> requireTenant(ServiceRequestContext ctx, String tenant) {
    return require(ctx, "Tenant " + tenant, "/admin/v2/tenants/" + tenant);
  }

  private CompletionStage<Void> require(ServiceRequestContext ctx, String what, String path) {
    RequestHeaders asked = ctx.request().headers();
    Question question = new Question(path, asked.get(HttpHeaderNames.AUTHORIZATION, ""));
    if (cluster.isEmpty() || wasThere(question)) {
      return completedFuture(null);
    }
    RequestHeaders headers = ForwardedHeaders.of(asked).toBuilder()
        .method(HttpMethod.HEAD)
        .removeAndThen(HttpHeaderNames.CONTENT_LENGTH)
        .removeAndThen(HttpHeaderNames.CONTENT_TYPE)
        .removeAndThen(HttpHeaderNames.IF_MATCH) // is about the policy here
        .removeAndThen(HttpHeaderNames.IF_NONE_MATCH)
        .build();
    return cluster
        .get()
        .send(headers, path, HttpData.empty(), timeout)
        .thenCompose(CachedClusterCheck::headersOf)
        .thenAccept(answer -> {
          requireSuccess(what, answer.status());
          remember(question);
        });
  }

  private boolean wasThere(Question question) {
    @Nullable Long seen = seenNanos.get(question);
    return seen != null && clock.nanos() - seen < REMEMBERED_NANOS;
  }

  private void remember(Question question) {
    if (seenNanos.size() >= MOST_REMEMBERED) {
      seenNanos.clear();
    }
    seenNanos.put(question, clock.nanos());
  }

  private static CompletionStage<ResponseHeaders> headersOf(HttpResponse response) {
    return response.aggregate().thenApply(whole -> whole.headers());
  }

  private static void requireSuccess(String what, HttpStatus status) {
    if (status.isSuccess()) {
      return;
    }
    if (status.equals(HttpStatus.NOT_FOUND)) {
      throw new Refusal(status, what + " does not exist");
    }
    if (status.equals(HttpStatus.UNAUTHORIZED) || status.equals(HttpStatus.FORBIDDEN)) {
      throw new Refusal(status, "The cluster does not let you see " + what);
    }
    throw new Refusal(
        HttpStatus.BAD_GATEWAY, "The cluster answers " + status.code() + " when asked for " + what);
  }
}
