package io.sluice.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.ServerBuilder;
import io.sluice.admin.http.Refusal;
import io.sluice.admin.node.AdminConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class JsonErrorsTest {

  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static AdminServer server;

  @BeforeAll
  static void start() throws IOException {
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    server = AdminServer.start(
        AdminConfig.of(anyPort), JsonErrorsTest::addRoutes, RotatingKeyPair.INTERVAL);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static void addRoutes(ServerBuilder builder) {
    builder.serviceUnder("/", (ctx, request) -> {
      String kind = ctx.path().substring(ctx.path().lastIndexOf('/') + 1);
      return switch (kind) {
        case "refused" -> throw new Refusal(HttpStatus.CONFLICT, "a \"quote\",\na line");
        case "later" ->
          HttpResponse.of(CompletableFuture.supplyAsync(() -> {
            throw new CompletionException(new Refusal(HttpStatus.PRECONDITION_FAILED, "in use"));
          }));
        case "changed" -> throw Refusal.changedMeanwhile("it is another");
        case "long" -> throw new Refusal(HttpStatus.BAD_REQUEST, "x".repeat(100_000));
        case "argument" -> throw new IllegalArgumentException("inside");
        default -> throw new IllegalStateException("inside");
      };
    });
  }

  @Test
  void shouldTellAConflictFromOtherPreconditions() throws Exception {
    assertThat(get("/sluice/changed"))
        .returns(412, java.net.http.HttpResponse::statusCode)
        .returns(
            "{\"error\":\"it is another\",\"code\":\"changed\"}", java.net.http.HttpResponse::body);
    assertThat(get("/sluice/later"))
        .returns(412, java.net.http.HttpResponse::statusCode)
        .returns("{\"error\":\"in use\"}", java.net.http.HttpResponse::body);
  }

  @Test
  void shouldTellARefusalAsPulsarDoesWherePulsarIsAsked() throws Exception {
    String json = "\"a \\\"quote\\\",\\na line\"}";

    assertThat(get("/admin/v2/refused"))
        .returns(409, java.net.http.HttpResponse::statusCode)
        .returns("{\"reason\":" + json, java.net.http.HttpResponse::body);
    assertThat(get("/lookup/v2/refused").body()).isEqualTo("{\"reason\":" + json);
    assertThat(get("/sluice/v1/refused").body()).isEqualTo("{\"error\":" + json);
    assertThat(get("/administration/refused").body()).isEqualTo("{\"error\":" + json);
  }

  @Test
  void shouldTellARefusalThatComesLater() throws Exception {
    assertThat(get("/sluice/v1/later"))
        .returns(412, java.net.http.HttpResponse::statusCode)
        .returns("{\"error\":\"in use\"}", java.net.http.HttpResponse::body);
  }

  @Test
  void shouldKeepMessagesShort() throws Exception {
    assertThat(get("/sluice/v1/long").body()).hasSizeLessThan(1100).endsWith("…\"}");
  }

  @Test
  void shouldTellNothingOfWhatIsInsideAndLogItOnce() throws Exception {
    try (LogCapture log = new LogCapture()) {
      for (int i = 0; i < 5; i++) {
        assertThat(get("/sluice/v1/fault"))
            .returns(500, java.net.http.HttpResponse::statusCode)
            .returns("{\"error\":\"Internal Server Error\"}", java.net.http.HttpResponse::body);
      }
      assertThat(get("/admin/v2/argument"))
          .returns(500, java.net.http.HttpResponse::statusCode)
          .returns("{\"reason\":\"Internal Server Error\"}", java.net.http.HttpResponse::body);

      assertThat(log.warnings()).hasSize(2).allSatisfy(line -> assertThat(line)
          .startsWith("ERROR io.sluice.admin.AdminServer A request failed")
          .contains("inside", "at io.sluice.admin.JsonErrorsTest"));
    }
  }

  private static java.net.http.HttpResponse<String> get(String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + server.address().getPort() + path);
    return CLIENT.send(
        HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(30)).build(),
        BodyHandlers.ofString());
  }
}
