package io.sluice.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.opentelemetry.exporter.prometheus.PrometheusMetricReader;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.sluice.admin.node.AdminConfig;
import io.sluice.admin.node.LimitShareSource;
import io.sluice.admin.node.NodeSources;
import io.sluice.gateway.config.NodeLimits;
import io.sluice.gateway.config.PublishSettings;
import io.sluice.policy.InMemoryPolicyStore;
import io.sluice.policy.Policies;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdminServerTest {

  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final AtomicReference<Optional<String>> NOT_READY_BECAUSE =
      new AtomicReference<>(Optional.empty());
  private static final PrometheusMetricReader READER = PrometheusMetricReader.create();
  private static final SdkMeterProvider METERS =
      SdkMeterProvider.builder().registerMetricReader(READER).build();
  private static AdminServer admin;

  @BeforeAll
  static void start() throws IOException {
    admin = AdminServer.start(AdminConfig.of(ANY_PORT), node(NOT_READY_BECAUSE::get));
  }

  private static NodeSources node(Supplier<Optional<String>> notReadyBecause) {
    return new NodeSources(
        "node-1",
        "1.0",
        notReadyBecause,
        READER,
        new InMemoryPolicyStore(Policies.NONE),
        Optional::empty,
        PublishSettings.DEFAULT,
        NodeLimits.NONE,
        () -> CompletableFuture.completedFuture(List.of()),
        group -> Optional.empty(),
        group -> Optional.empty(),
        List::of,
        Map::of,
        List::of,
        topic -> Optional.empty(),
        LimitShareSource.NONE);
  }

  @BeforeEach
  void beReady() {
    NOT_READY_BECAUSE.set(Optional.empty());
  }

  @AfterAll
  static void stop() {
    admin.close();
    METERS.close();
  }

  @Test
  void shouldBeAliveWhileManyAreConnectedToNoEnd() throws Exception {
    List<Socket> idle = new ArrayList<>();
    try {
      for (int i = 0; i < 300; i++) {
        idle.add(new Socket(InetAddress.getLoopbackAddress(), admin.address().getPort()));
      }
      // A client of its own, as the other one is connected already.
      assertThat(HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create(
                          "http://127.0.0.1:" + admin.address().getPort() + "/health/live"))
                      .build(),
                  BodyHandlers.ofString())
              .statusCode())
          .isEqualTo(200);
    } finally {
      for (Socket socket : idle) {
        socket.close();
      }
    }
  }

  @Test
  void shouldBeAliveWhetherReadyOrNot() throws Exception {
    NOT_READY_BECAUSE.set(Optional.of("it is draining"));

    assertThat(get("/health/live"))
        .returns(200, HttpResponse::statusCode)
        .returns("alive\n", HttpResponse::body);
  }

  @Test
  void shouldSayWhyItIsNotReady() throws Exception {
    assertThat(get("/health/ready"))
        .returns(200, HttpResponse::statusCode)
        .returns("ready\n", HttpResponse::body);

    NOT_READY_BECAUSE.set(Optional.of("no broker answers"));

    assertThat(get("/health/ready"))
        .returns(503, HttpResponse::statusCode)
        .returns("not ready: no broker answers\n", HttpResponse::body);
  }

  @Test
  void shouldSayThatNobodySignsInWithoutKeys() throws Exception {
    assertThat(get("/sluice/v1/me"))
        .returns(200, HttpResponse::statusCode)
        .returns(
            "{\"node\":\"node-1\",\"version\":\"1.0\",\"role\":\"anonymous\",\"right\":\"change\","
                + "\"tokens\":false}",
            HttpResponse::body);
  }

  @Test
  void shouldAnswerHealthChecksThatOnlyWantTheHead() throws Exception {
    HttpRequest head =
        request("/health/live").method("HEAD", BodyPublishers.noBody()).build();

    assertThat(CLIENT.send(head, BodyHandlers.ofString()))
        .returns(200, HttpResponse::statusCode)
        .returns("", HttpResponse::body);
  }

  @Test
  void shouldShowMetricsAsPrometheusReadsThem() throws Exception {
    METERS.get("test").counterBuilder("sluice.test.frames").build().add(3);

    HttpResponse<String> metrics = get("/metrics");

    assertThat(metrics.statusCode()).isEqualTo(200);
    assertThat(metrics.headers().firstValue("content-type").orElseThrow())
        .startsWith("text/plain; version=0.0.4");
    assertThat(metrics.body().lines())
        .anyMatch(line -> line.matches("sluice_test_frames_total.* 3.0"));
  }

  @Test
  void shouldShowMetricsAsOpenMetricsToWhoeverAsks() throws Exception {
    HttpRequest asking = request("/metrics")
        .header("accept", "application/openmetrics-text; version=1.0.0")
        .build();

    HttpResponse<String> metrics = CLIENT.send(asking, BodyHandlers.ofString());

    assertThat(metrics.headers().firstValue("content-type").orElseThrow())
        .startsWith("application/openmetrics-text");
    assertThat(metrics.body()).endsWith("# EOF\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/nothing", "/health", "/metrics/more"})
  void shouldSayInJsonThatNothingElseIsHere(String path) throws Exception {
    assertThat(get(path))
        .returns(404, HttpResponse::statusCode)
        .returns(
            "{\"error\":\"there is nothing here; there are / for the console, /health/ready, /metrics, /admin and /sluice/v1/openapi.yaml\"}",
            HttpResponse::body);
  }

  @Test
  void shouldOnlyBeRead() throws Exception {
    HttpRequest post =
        request("/health/live").POST(BodyPublishers.ofString("x")).build();

    assertThat(CLIENT.send(post, BodyHandlers.ofString()))
        .returns(405, HttpResponse::statusCode)
        .returns("{\"error\":\"Method Not Allowed\"}", HttpResponse::body);
  }

  @Test
  void shouldNotShowWhatGoesWrongInside() throws Exception {
    try (AdminServer failing = AdminServer.start(AdminConfig.of(ANY_PORT), node(() -> {
      throw new IllegalStateException("secret");
    }))) {
      assertThat(get(failing, "/health/ready"))
          .returns(500, HttpResponse::statusCode)
          .returns("{\"error\":\"Internal Server Error\"}", HttpResponse::body);
    }
  }

  @Test
  void shouldSayWhichAddressIsTaken() {
    assertThatThrownBy(
            () -> AdminServer.start(AdminConfig.of(admin.address()), node(Optional::empty)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot listen on 127.0.0.1:" + admin.address().getPort() + ": ")
        .hasMessageContaining("Address already in use");
  }

  @Test
  void shouldSayThatAHostIsNotKnown() {
    InetSocketAddress nowhere = InetSocketAddress.createUnresolved("nowhere.invalid", 8080);

    assertThatThrownBy(() -> AdminServer.start(AdminConfig.of(nowhere), node(Optional::empty)))
        .hasMessage("cannot listen on nowhere.invalid:8080: the host is not known");
  }

  @Test
  void shouldStopListeningWhenClosed() throws Exception {
    AdminServer other = AdminServer.start(AdminConfig.of(ANY_PORT), node(Optional::empty));
    get(other, "/health/live");
    InetSocketAddress address = other.address();

    other.close();

    assertThatThrownBy(() -> CLIENT.send(
            HttpRequest.newBuilder(
                    URI.create("http://127.0.0.1:" + address.getPort() + "/health/live"))
                .timeout(Duration.ofSeconds(10))
                .build(),
            BodyHandlers.ofString()))
        .isInstanceOf(IOException.class);
  }

  private HttpResponse<String> get(String path) throws Exception {
    return get(admin, path);
  }

  private HttpResponse<String> get(AdminServer server, String path) throws Exception {
    return CLIENT.send(request(server, path).build(), BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(String path) {
    return request(admin, path);
  }

  private static HttpRequest.Builder request(AdminServer server, String path) {
    return HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:" + server.address().getPort() + path))
        .timeout(Duration.ofSeconds(20));
  }
}
