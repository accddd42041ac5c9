package io.sluice.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.admin.access.AccessSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Without keys: open to this machine, but not to what its browsers show; closed if others can reach it. */
class LoopbackAccessTest {

  private static GuardedServer server;

  @BeforeAll
  static void start() throws IOException {
    server = new GuardedServer(AccessSettings.NONE);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void shouldLetEverybodyOnThisMachineChangeThings() throws Exception {
    assertThat(server.send(server.request(GuardedServer.OWN).PUT(BodyPublishers.ofString("{}"))))
        .returns(200, HttpResponse::statusCode)
        .returns("anonymous may CHANGE", HttpResponse::body);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"localhost", "LocalHost:8080", "127.0.0.1", "127.1.2.3:80", "[::1]", "[::1]:8080"})
  void shouldKnowItsOwnNames(String host) throws IOException {
    assertThat(server.status("GET " + GuardedServer.OWN + " HTTP/1.1", "Host: " + host))
        .contains(" 200 ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:8080",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "10.0.0.1",
        "0.0.0.0",
        "[::]",
        "[2001:db8::1]:80",
        "localhost:80:80",
        "2130706433"
      })
  void shouldNotAnswerToOtherNames(String host) throws IOException {
    assertThat(server.status("GET " + GuardedServer.PULSAR + " HTTP/1.1", "Host: " + host))
        .containsAnyOf(" 403 ", " 400 ");
    assertThat(server.status("GET " + GuardedServer.OPEN + " HTTP/1.1", "Host: " + host))
        .containsAnyOf(" 200 ", " 400 ");
  }

  @Test
  void shouldTakeChangesFromPagesOfItsOwnOnly() throws IOException {
    String put = "PUT " + GuardedServer.OWN + " HTTP/1.1";

    assertThat(server.status(
            put, "Host: localhost:8080", "Origin: http://localhost:8080", "Content-Length: 0"))
        .contains(" 200 ");
    for (String origin : new String[] {
      "http://evil.example", "null", "http://localhost:9999", "http://localhost:8080.evil.example"
    }) {
      assertThat(
              server.status(put, "Host: localhost:8080", "Origin: " + origin, "Content-Length: 0"))
          .as(origin)
          .contains(" 403 ");
    }
    assertThat(server.status(
            "GET " + GuardedServer.OWN + " HTTP/1.1",
            "Host: localhost",
            "Origin: http://evil.example"))
        .contains(" 200 ");
  }

  @Test
  void shouldBeClosedAndSayHowToOpenItIfOthersCanReachIt() throws Exception {
    try (LogCapture log = new LogCapture();
        GuardedServer everywhere =
            new GuardedServer(AccessSettings.NONE, InetAddress.getByName("0.0.0.0"), 5000)) {
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("it refuses all calls", "Set admin.access");

      assertThat(everywhere.send(everywhere.request(GuardedServer.OPEN)))
          .returns(200, HttpResponse::statusCode);
      for (String path : new String[] {GuardedServer.PULSAR, GuardedServer.OWN}) {
        HttpResponse<String> refused = everywhere.send(everywhere.request(path));
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("set admin.access");
      }
    }
  }

  @Test
  void shouldTakeSoManyRequestsInASecondOnly() throws Exception {
    try (GuardedServer slow =
        new GuardedServer(AccessSettings.NONE, InetAddress.getLoopbackAddress(), 1)) {
      HttpResponse<String> last = slow.send(slow.request(GuardedServer.OWN));
      assertThat(last.statusCode()).isEqualTo(200);
      long deadline = System.nanoTime() + 30_000_000_000L;
      while (last.statusCode() == 200 && System.nanoTime() < deadline) {
        last = slow.send(slow.request(GuardedServer.OWN));
      }

      assertThat(last.statusCode()).isEqualTo(429);
      assertThat(last.headers().firstValue("retry-after")).contains("1");
      assertThat(last.body()).contains("more than 1 requests in a second");
      assertThat(slow.send(slow.request(GuardedServer.OPEN)))
          .returns(200, HttpResponse::statusCode);
    }
  }

  @Test
  void shouldTakeBodiesOfABoundedSizeOnly() throws Exception {
    assertThat(server.send(
            server.request(GuardedServer.OWN).PUT(BodyPublishers.ofString("x".repeat(64 << 10)))))
        .returns(200, HttpResponse::statusCode);
    assertThat(server.send(server
            .request(GuardedServer.OWN)
            .PUT(BodyPublishers.ofString("x".repeat((64 << 10) + 1)))))
        .returns(413, HttpResponse::statusCode)
        .returns("{\"error\":\"Request Entity Too Large\"}", HttpResponse::body);
  }
}
