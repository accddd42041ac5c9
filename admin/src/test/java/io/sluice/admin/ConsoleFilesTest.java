package io.sluice.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.admin.access.AccessSettings;
import io.sluice.admin.node.AdminConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With access control: no request here has a token. */
class ConsoleFilesTest {

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  /** What a page or a module names, in quotes. */
  private static final Pattern REFERENCE =
      Pattern.compile("(?:src|href|from|import)\\s*[=(]?\\s*[\"']([./][^\"'#]*)[\"']");

  private static AdminServer admin;

  @BeforeAll
  static void start() throws IOException {
    String key = "data:;base64," + Base64.getEncoder().encodeToString(new byte[32]);
    admin = AdminServer.start(
        new AdminConfig(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            Optional.empty(),
            new AccessSettings(key, "", "RS256", "sub", "", "", Set.of("admin"), Set.of()),
            Optional.empty(),
            Optional.empty(),
            AdminConfig.DEFAULT_MAX_REQUESTS_PER_SECOND),
        ConsoleFiles::addTo,
        RotatingKeyPair.INTERVAL);
  }

  @AfterAll
  static void stop() {
    admin.close();
  }

  @Test
  void shouldServeEveryFileThatThePageNeedsWithoutAToken() throws Exception {
    Deque<String> found = new ArrayDeque<>(Set.of("/"));
    Set<String> seen = new HashSet<>();
    while (!found.isEmpty()) {
      String path = found.pop();
      if (seen.add(path)) {
        HttpResponse<String> file = get(path);
        assertThat(file.statusCode()).as(path).isEqualTo(200);
        if (!path.equals("/console/chart.js")) { // which names nothing, and is no module
          Matcher named = REFERENCE.matcher(file.body());
          while (named.find()) {
            found.add(URI.create(path).resolve(named.group(1)).getPath());
          }
        }
      }
    }
    assertThat(seen)
        .contains("/console/main.js", "/console/console.css", "/console/icon.svg")
        .anyMatch(path -> path.startsWith("/console/pages/"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/console/main.js", "/console/chart.js", "/console/console.css"})
  void shouldLetBrowsersRunNothingButWhatComesFromHere(String path) throws Exception {
    HttpResponse<String> file = get(path);

    assertThat(file.headers().firstValue("content-security-policy").orElseThrow())
        .startsWith("default-src 'none'; script-src 'self'; style-src 'self'")
        .contains("frame-ancestors 'none'", "require-trusted-types-for 'script'")
        .doesNotContain("unsafe", "http:", "https:", "*");
    assertThat(file.headers().firstValue("x-content-type-options")).contains("nosniff");
    assertThat(file.headers().firstValue("cache-control")).contains("no-cache");
  }

  @Test
  void shouldHaveNoScriptOrStyleWithinThePage() throws Exception {
    assertThat(get("/").body())
        .doesNotContainPattern("<script(?![^>]*\\ssrc=)")
        .doesNotContainPattern("<style|\\sstyle=|\\son[a-z]+=");
  }

  @Test
  void shouldSayThatABrowserHasTheLatest() throws Exception {
    String tag = get("/console/main.js").headers().firstValue("etag").orElseThrow();

    assertThat(CLIENT
            .send(
                request("/console/main.js").header("If-None-Match", tag).build(),
                BodyHandlers.ofString())
            .statusCode())
        .isEqualTo(304);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/console/pages/",
        "/console/nothing.js",
        "/console/..%2faccess%2fAccess.class",
        "/console/%2e%2e/AdminServer.class",
        "/console/%2fetc%2fpasswd",
        "/index.html"
      })
  void shouldServeNothingElse(String path) throws Exception {
    assertThat(get(path).statusCode()).isBetween(400, 404);
  }

  @Test
  void shouldNotBeChanged() throws Exception {
    assertThat(CLIENT
            .send(request("/").PUT(BodyPublishers.ofString("x")).build(), BodyHandlers.ofString())
            .statusCode())
        .isEqualTo(405);
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(
        URI.create("http://127.0.0.1:" + admin.address().getPort() + path));
  }

  private static HttpResponse<String> get(String path) throws Exception {
    return CLIENT.send(request(path).build(), BodyHandlers.ofString());
  }
}
