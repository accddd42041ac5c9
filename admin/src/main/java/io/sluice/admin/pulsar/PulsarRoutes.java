package io.sluice.admin.pulsar;

import com.linecorp.armeria.common.AggregatedHttpRequest;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServerListener;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.sluice.admin.access.AccessRules;
import io.sluice.admin.access.AccessRules.Subject;
import io.sluice.admin.access.Caller;
import io.sluice.admin.access.Right;
import io.sluice.admin.http.Refusal;
import io.sluice.admin.node.AdminConfig;
import io.sluice.admin.node.Changes;
import io.sluice.core.NanoClock;
import io.sluice.policy.PublishLimit;
import java.time.Duration;
import java.util.Optional;

/**
 * Pulsar's own admin API, {@code /admin} and {@code /lookup}: what is Sluice's is answered here, the
 * rest by the cluster. Which of the two is decided here alone.
 */
public final class PulsarRoutes {

  /** What a client would upload to a cluster, and how long that may take, answer included. */
  private static final long LARGEST_PASSED_BYTES = 1L << 30;

  private static final Duration LONGEST_PASSED = Duration.ofMinutes(10);

  private static final int LARGEST_BODY_BYTES = 64 << 10;
  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(10);

  /** How long the cluster has until it begins to answer: as long as Pulsar's own client waits. */
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);

  private static final Duration CHECK_TIMEOUT = Duration.ofSeconds(5);

  private final ClusterCheck check;
  private final Endpoints endpoints;
  private final BrokerConfigAnswers brokerConfig;
  private final ClusterProxy proxy;
  private final Optional<ClusterWeb> cluster;

  /**
   * Routes that change what {@code changes} can, and pass the rest on as the configuration says.
   *
   * @param brokerLimit what each broker may be sent by the configuration
   */
  public PulsarRoutes(Changes changes, AdminConfig config, PublishLimit brokerLimit) {
    this(changes, config, brokerLimit, ANSWER_TIMEOUT, CHECK_TIMEOUT, NanoClock.system());
  }

  PulsarRoutes(
      Changes changes,
      AdminConfig config,
      PublishLimit brokerLimit,
      Duration timeout,
      Duration checkTimeout,
      NanoClock clock) {
    this.cluster = config.webService().map(url -> new ClusterWeb(url, config.webServiceTrust()));
    this.check = new CachedClusterCheck(cluster, checkTimeout, clock);
    this.endpoints = new Endpoints(changes, check, brokerLimit);
    this.brokerConfig = new BrokerConfigAnswers(changes);
    this.proxy = new ClusterProxy(cluster, timeout);
  }

  /** Asks the cluster, for the other routes that set policies. */
  public ClusterCheck clusterCheck() {
    return check;
  }

  /** Serves all of it. */
  public void addTo(ServerBuilder builder) {
    for (String root : new String[] {"/admin", "/lookup"}) {
      builder
          .route()
          .pathPrefix(root)
          .maxRequestLength(LARGEST_PASSED_BYTES)
          .requestTimeout(LONGEST_PASSED)
          .build(this::serve);
    }
    cluster.ifPresent(web -> builder.serverListener(
        ServerListener.builder().whenStopped(server -> web.close()).build()));
  }

  private HttpResponse serve(ServiceRequestContext ctx, HttpRequest request) {
    Caller caller = Caller.of(ctx);
    PulsarPath path = PulsarPath.parse(ctx.rawPath());
    Optional<Endpoint> endpoint = endpoints.at(path);
    AccessRules.require(
        caller, endpoint.isPresent() ? Subject.LIMITS : Subject.CLUSTER, ctx.method());
    if (endpoint.isPresent()) {
      return answer(endpoint.get(), ctx, caller, request);
    }
    // A role that may not see limits gets what the cluster says.
    return brokerConfig.areAt(ctx.method(), path) && caller.right() != Right.PASS
        ? brokerConfig.with(path, proxy.pass(ctx, BrokerConfigAnswers.readable(request)))
        : proxy.pass(ctx, request);
  }

  private static HttpResponse answer(
      Endpoint endpoint, ServiceRequestContext ctx, Caller caller, HttpRequest request) {
    ctx.setMaxRequestLength(LARGEST_BODY_BYTES);
    ctx.setRequestTimeout(LONGEST_ANSWER);
    HttpMethod method = ctx.method() == HttpMethod.HEAD ? HttpMethod.GET : ctx.method();
    return HttpResponse.of(request.aggregate().thenCompose(whole -> {
      requireJson(whole);
      return endpoint.answer(new Call(ctx, caller, method, whole.content()));
    }));
  }

  /** As Pulsar does; it also keeps away what a web page can make a browser send unasked. */
  private static void requireJson(AggregatedHttpRequest request) {
    MediaType type = request.contentType();
    if (type == null ? !request.content().isEmpty() : !type.is(MediaType.JSON)) {
      throw new Refusal(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "The body must be application/json");
    }
  }
}
