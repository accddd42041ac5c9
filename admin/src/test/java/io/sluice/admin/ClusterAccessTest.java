package io.sluice.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.jsonwebtoken.Jwts;
import io.opentelemetry.exporter.prometheus.PrometheusMetricReader;
import io.sluice.admin.access.AccessSettings;
import io.sluice.admin.node.AdminConfig;
import io.sluice.admin.node.LimitShareSource;
import io.sluice.admin.node.NodeSources;
import io.sluice.admin.node.NodeView;
import io.sluice.gateway.config.NodeLimits;
import io.sluice.gateway.config.PublishSettings;
import io.sluice.policy.InMemoryPolicyStore;
import io.sluice.policy.Policies;
import io.sluice.quota.NodeSummary;
import io.sluice.quota.NodeSummary.Producer;
import io.sluice.quota.NodeSummary.ThrottledProducer;
import io.sluice.quota.NodeSummary.Topic;
import io.sluice.quota.NodeSummary.Totals;
import io.sluice.quota.NodeSummary.Traffic;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import javax.crypto.SecretKey;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What other nodes have told is for those who may see what this node does, and for no other caller. */
class ClusterAccessTest {

  private static final SecretKey SECRET = Jwts.SIG.HS256.key().build();
  private static final String SECRET_TOPIC = "persistent://acme/orders/secret";

  private static AdminServer server;

  @BeforeAll
  static void start() throws IOException {
    String key = "data:;base64," + Base64.getEncoder().encodeToString(SECRET.getEncoded());
    server = AdminServer.start(
        new AdminConfig(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            Optional.empty(),
            new AccessSettings(key, "", "RS256", "sub", "", "", Set.of("admin"), Set.of("viewer")),
            Optional.empty(),
            Optional.empty(),
            AdminConfig.DEFAULT_MAX_REQUESTS_PER_SECOND),
        new NodeSources(
            "node-1",
            "1.0",
            Optional::empty,
            PrometheusMetricReader.create(),
            new InMemoryPolicyStore(Policies.NONE),
            Optional::empty,
            PublishSettings.DEFAULT,
            NodeLimits.NONE,
            () -> CompletableFuture.completedFuture(List.of()),
            group -> Optional.empty(),
            group -> Optional.empty(),
            List::of,
            Map::of,
            () -> List.of(other()),
            topic -> Optional.empty(),
            LimitShareSource.NONE));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static NodeView other() {
    Traffic traffic = new Traffic(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, List.of());
    NodeSummary summary = new NodeSummary(
        0,
        5,
        new Totals(1, 1, 1, 0, 0),
        List.of(new Topic(SECRET_TOPIC, traffic)),
        List.of(new Producer(SECRET_TOPIC, "p", "c", traffic)),
        List.of(new ThrottledProducer(SECRET_TOPIC, "p", "c", 1, "default", 1, 1, 1, 1, true)),
        List.of(),
        List.of());
    return new NodeView(
        "id-2",
        "node-2",
        "pulsar://node-2:6650",
        "http://node-2:8080",
        "1.0",
        Instant.EPOCH,
        Instant.now(),
        false,
        true,
        "ready",
        Optional.empty(),
        Optional.of(new NodeView.Told(summary, Instant.now())));
  }

  private static HttpResponse<String> get(String path, String role) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.address().getPort() + path));
    if (!role.isEmpty()) {
      String token = Jwts.builder().subject(role).signWith(SECRET).compact();
      request.header("Authorization", "Bearer " + token);
    }
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/throttled", "/top/topics", "/top/producers"})
  void shouldShowItToThoseWhoMaySeeThisNodeOnly(String path) throws Exception {
    String asked = "/sluice/v1" + path + "?scope=cluster";

    for (String role : List.of("admin", "viewer")) {
      assertThat(get(asked, role))
          .returns(200, HttpResponse::statusCode)
          .satisfies(answer -> assertThat(answer.body()).contains(SECRET_TOPIC));
    }
    assertThat(get(asked, "tenant-1"))
        .returns(403, HttpResponse::statusCode)
        .satisfies(answer -> assertThat(answer.body()).doesNotContain("secret"));
    assertThat(get(asked, ""))
        .returns(401, HttpResponse::statusCode)
        .satisfies(answer -> assertThat(answer.body()).doesNotContain("secret"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/metrics", "/health/ready", "/"})
  void shouldNotShowItWhereNoTokenIsNeeded(String path) throws Exception {
    assertThat(get(path, ""))
        .returns(200, HttpResponse::statusCode)
        .satisfies(answer -> assertThat(answer.body()).doesNotContain("secret"));
  }
}
