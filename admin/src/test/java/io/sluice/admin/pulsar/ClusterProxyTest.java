package io.sluice.admin.pulsar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpResponseWriter;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.ResponseHeaders;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterProxyTest {

  private static final int PIECE_BYTES = 1 << 20;
  private static final int PIECES = 40;

  /** An upgrade to HTTP/2 would be made with the whole body of the first request. */
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static final FakeCluster CLUSTER = new FakeCluster();
  private static final FakeCluster OTHER_BROKER = new FakeCluster();
  private static final PulsarApi SLUICE =
      new PulsarApi(Optional.of(CLUSTER.uri()), Duration.ofSeconds(2));

  @AfterAll
  static void stop() {
    SLUICE.close();
    OTHER_BROKER.close();
    CLUSTER.close();
  }

  @BeforeEach
  void startAnew() {
    CLUSTER.forget();
    OTHER_BROKER.forget();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/admin/v2/persistent/public/orders/a+b%2Bc%20%C3%A9%2541/stats?x=a+b&y=%2F",
        "/admin/v2/persistent/public/orders/a%2Fb",
        "/admin/v2/persistent/public/orders/in/sub/dispatchRate",
        "/admin/v2/namespaces/public/orders/replicatorDispatchRate",
        "/admin/v3/functions/public/default",
        "/lookup/v2/topic/persistent/public/orders/publishRate",
      })
  void shouldPassPathsOnAsTheyAre(String target) throws Exception {
    assertThat(Http.json(SLUICE.port(), "DELETE", target, "").status()).isEqualTo(200);

    assertThat(CLUSTER.paths()).containsExactly("DELETE " + target);
  }

  @Test
  void shouldPassHeadersOnExceptThoseOfTheConnection() throws Exception {
    CLUSTER.answers((ctx, request) -> CLUSTER.keep(
        request,
        HttpResponse.of(
            ResponseHeaders.of(HttpStatus.CREATED, "x-of-cluster", "yes", "te", "no"),
            HttpData.ofUtf8("made"))));

    Http.Answer answer = Http.json(
        SLUICE.port(),
        "PUT",
        "/admin/v2/tenants/t",
        "{}",
        "Connection: x-mine",
        "X-Mine: 1",
        "X-Yours: 2",
        "TE: trailers",
        "Proxy-Authorization: secret",
        "Authorization: Bearer me");

    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.body()).isEqualTo("made");
    assertThat(answer.head()).contains("x-of-cluster: yes").doesNotContain("te: no");
    assertThat(CLUSTER.asked()).singleElement().satisfies(asked -> {
      assertThat(asked.contentUtf8()).isEqualTo("{}");
      assertThat(asked.headers().get("authorization")).isEqualTo("Bearer me");
      assertThat(asked.headers().get("x-yours")).isEqualTo("2");
      assertThat(asked.headers().authority()).isEqualTo(CLUSTER.uri().getAuthority());
      assertThat(Stream.of("x-mine", "te", "proxy-authorization"))
          .noneMatch(asked.headers()::contains);
    });
  }

  @ParameterizedTest
  @CsvSource({"GET,VIEW,200", "HEAD,VIEW,200", "PUT,VIEW,403", "DELETE,VIEW,403", "DELETE,PASS,200"
  })
  void shouldLetThoseWhoMayOnlyLookOnlyLook(String method, String right, int status)
      throws Exception {
    assertThat(Http.json(SLUICE.port(), method, "/admin/v2/tenants/t", "", "x-test-right: " + right)
            .status())
        .isEqualTo(status);

    assertThat(CLUSTER.paths()).hasSize(status == 200 ? 1 : 0);
  }

  @Test
  void shouldFollowRedirectsWithBodyAndCredentials() throws Exception {
    CLUSTER.answers((ctx, request) ->
        CLUSTER.keep(request, to(OTHER_BROKER.uri() + ctx.rawPath() + "?authoritative=true")));
    OTHER_BROKER.answers((ctx, request) -> OTHER_BROKER.keep(request, HttpResponse.of("there")));

    Http.Answer answer = Http.json(
        SLUICE.port(), "POST", "/admin/v2/persistent/t/n/a%2Bb", "[1]", "Authorization: Bearer me");

    assertThat(answer.body()).isEqualTo("there");
    assertThat(OTHER_BROKER.paths())
        .containsExactly("POST /admin/v2/persistent/t/n/a%2Bb?authoritative=true");
    assertThat(OTHER_BROKER.asked()).singleElement().satisfies(asked -> {
      assertThat(asked.contentUtf8()).isEqualTo("[1]");
      assertThat(asked.headers().get("authorization")).isEqualTo("Bearer me");
    });
  }

  @Test
  void shouldNotFollowRedirectsForEver() throws Exception {
    CLUSTER.answers((ctx, request) -> CLUSTER.keep(request, to(ctx.rawPath())));

    Http.Answer answer = Http.json(SLUICE.port(), "GET", "/admin/v2/tenants", "");

    assertThat(answer.status()).isEqualTo(502);
    assertThat(answer.body()).contains("redirects");
    assertThat(CLUSTER.paths()).hasSize(6);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/metrics", "ftp://here/admin/v2", "http:///admin/v2/x", ":", "//"})
  void shouldNotFollowRedirectsToAnywhereElse(String location) throws Exception {
    CLUSTER.answers((ctx, request) -> CLUSTER.keep(request, to(location)));

    assertThat(Http.json(SLUICE.port(), "GET", "/admin/v2/tenants", "").status())
        .isEqualTo(502);
  }

  private static HttpResponse to(String location) {
    return HttpResponse.of(
        ResponseHeaders.of(HttpStatus.TEMPORARY_REDIRECT, HttpHeaderNames.LOCATION, location));
  }

  @Test
  void shouldPassUploadsOnWhileTheyCome() throws Exception {
    CompletableFuture<Void> begun = new CompletableFuture<>();
    CLUSTER.answers((ctx, request) -> {
      begun.complete(null);
      return HttpResponse.of(request
          .collect()
          .thenApply(all -> HttpResponse.of(
              "%d", all.stream().mapToInt(part -> ((HttpData) part).length()).sum())));
    });
    InputStream upload = new InputStream() {
      private int sent;

      @Override
      public int read() {
        throw new UnsupportedOperationException();
      }

      @Override
      public int read(byte[] to, int from, int count) {
        if (sent > PIECES * PIECE_BYTES / 2) {
          // The cluster has the beginning before the end is sent.
          begun.orTimeout(30, TimeUnit.SECONDS).join();
        }
        int part = Math.min(count, PIECES * PIECE_BYTES - sent);
        sent += part;
        return part == 0 ? -1 : part;
      }
    };

    var answer = CLIENT.send(
        HttpRequest.newBuilder(URI.create(SLUICE.url() + "/admin/v3/packages/x"))
            .POST(BodyPublishers.ofInputStream(() -> upload))
            .build(),
        BodyHandlers.ofString());

    assertThat(answer.body()).isEqualTo(Integer.toString(PIECES * PIECE_BYTES));
  }

  @Test
  void shouldPassDownloadsBackWhileTheyComeAndForAsLongAsTheyTake() throws Exception {
    HttpResponseWriter download = HttpResponse.streaming();
    CLUSTER.answers((ctx, request) -> download);
    download.write(ResponseHeaders.of(200));
    download.write(HttpData.ofUtf8("begin"));

    var answer = CLIENT.send(
        HttpRequest.newBuilder(URI.create(SLUICE.url() + "/admin/v3/packages/x"))
            .build(),
        BodyHandlers.ofInputStream());

    try (InputStream body = answer.body()) {
      assertThat(new String(body.readNBytes(5), UTF_8)).isEqualTo("begin");
      for (int i = 0; i < PIECES; i++) {
        download.write(FakeCluster.bytes(PIECE_BYTES));
      }
      download.close();
      assertThat(body.readAllBytes()).hasSize(PIECES * PIECE_BYTES);
    }
  }

  @Test
  void shouldSayThatTheClusterDoesNotAnswerInTime() throws Exception {
    CLUSTER.answers((ctx, request) -> HttpResponse.of(new CompletableFuture<>()));

    Http.Answer answer = Http.json(SLUICE.port(), "GET", "/admin/v2/tenants", "");

    assertThat(answer.status()).isEqualTo(504);
    assertThat(answer.body()).contains("does not answer in time");
  }

  @Test
  void shouldRefuseWhatIsMoreThanASlowClusterShouldHave() throws Exception {
    int body = 1 << 20;
    int room = ClusterProxy.MOST_KEPT_BYTES / body;
    CompletableFuture<HttpStatus> later = new CompletableFuture<>();
    CLUSTER.answers((ctx, request) ->
        CLUSTER.keep(request, HttpResponse.of(later.thenApply(status -> HttpResponse.of(status)))));
    try (PulsarApi patient = new PulsarApi(Optional.of(CLUSTER.uri()))) {
      List<CompletableFuture<Integer>> waiting = new ArrayList<>();
      for (int i = 0; i < room; i++) {
        waiting.add(post(patient, body));
      }
      awaitAsked(room);
      assertThat(post(patient, body).get(30, TimeUnit.SECONDS)).isEqualTo(503);
      for (int i = room; i < ClusterProxy.MOST_AT_A_TIME; i++) {
        waiting.add(post(patient, 0));
      }
      awaitAsked(ClusterProxy.MOST_AT_A_TIME);
      assertThat(post(patient, 0).get(30, TimeUnit.SECONDS)).isEqualTo(503);
      assertThat(
              Http.json(patient.port(), "GET", "/admin/v2/resourcegroups", "").status())
          .as("what the cluster is not asked for")
          .isEqualTo(200);

      later.complete(HttpStatus.OK);
      for (CompletableFuture<Integer> one : waiting) {
        assertThat(one.get(30, TimeUnit.SECONDS)).isEqualTo(200);
      }
      assertThat(post(patient, body).get(30, TimeUnit.SECONDS)).isEqualTo(200);
    }
  }

  private static CompletableFuture<Integer> post(PulsarApi to, int bytes) {
    HttpRequest request = HttpRequest.newBuilder(URI.create(to.url() + "/admin/v2/tenants"))
        .POST(bytes == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(new byte[bytes]))
        .build();
    return CLIENT
        .sendAsync(request, BodyHandlers.discarding())
        .thenApply(java.net.http.HttpResponse::statusCode);
  }

  private static void awaitAsked(int count) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (CLUSTER.asked().size() < count && System.nanoTime() < deadline) {
      Thread.sleep(10);
    }
    assertThat(CLUSTER.asked()).hasSize(count);
  }

  @Test
  void shouldSayThatTheClusterCannotBeReached() throws Exception {
    int free;
    try (ServerSocket taken = new ServerSocket(0)) {
      free = taken.getLocalPort();
    }
    try (PulsarApi alone = new PulsarApi(Optional.of(URI.create("http://127.0.0.1:" + free)))) {
      Http.Answer answer = Http.json(alone.port(), "GET", "/admin/v2/tenants", "");

      assertThat(answer.status()).isEqualTo(502);
      assertThat(answer.body()).contains("cannot be reached at http://127.0.0.1:" + free);
    }
  }

  @Test
  void shouldSayWhichSettingIsMissing() throws Exception {
    try (PulsarApi alone = new PulsarApi(Optional.empty())) {
      Http.Answer answer = Http.json(alone.port(), "GET", "/admin/v2/tenants", "");

      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.body()).contains("cluster.webService");
      String rate = "/admin/v2/namespaces/any/thing/publishRate";
      assertThat(Http.json(alone.port(), "POST", rate, "{}").status())
          .as("nothing can be checked")
          .isEqualTo(204);
    }
  }

  @Test
  void shouldReachNothingElseOfTheCluster() throws Exception {
    for (String target : new String[] {"/metrics", "/status.html", "/adminx", "/"}) {
      assertThat(Http.json(SLUICE.port(), "GET", target, "").status()).isEqualTo(404);
    }
    assertThat(CLUSTER.paths()).isEmpty();
  }
}
