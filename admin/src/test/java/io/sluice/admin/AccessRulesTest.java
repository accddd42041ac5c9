package io.sluice.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.jsonwebtoken.Jwts;
import io.jsonwebtoken.security.Keys;
import io.sluice.admin.access.AccessSettings;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.crypto.SecretKey;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Who may do what: every method, on every kind of path, in every role. */
class AccessRulesTest {

  private static final SecretKey SECRET =
      Keys.hmacShaKeyFor("a secret of thirty-two bytes, or more".getBytes(UTF_8));

  private static final List<String> LOOKS = List.of("GET", "HEAD", "OPTIONS");
  private static final List<String> CHANGES = List.of("PUT", "POST", "DELETE", "PATCH", "TRACE");

  private static final String OWN = GuardedServer.OWN;
  private static final String LIMIT = "/admin/v2/namespaces/public/default/publishRate";
  private static final String BROKERS = "/admin/v2/brokers/configuration";
  private static final String RATE = BROKERS + "/brokerPublisherThrottlingMaxMessageRate";
  private static final String CLUSTER = "/admin/v2/tenants/public";
  private static final String LOOKUP = "/lookup/v2/topic/persistent/public/default/orders";
  private static final String OPEN = GuardedServer.OPEN;

  private static GuardedServer server;

  @BeforeAll
  static void start() throws Exception {
    server = GuardedServer.withPulsarRoutes(new AccessSettings(
        "data:;base64," + Base64.getEncoder().encodeToString(SECRET.getEncoded()),
        "",
        "",
        "",
        "",
        "",
        Set.of("admin"),
        Set.of("viewer")));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** In the order admin, viewer, a role that Sluice does not know, and without a token. */
  private static Stream<Arguments> table() {
    return Stream.of(
            row(LOOKS, OWN, "in", "in", "403", "401"),
            row(CHANGES, OWN, "in", "403", "403", "401"),
            row(LOOKS, LIMIT, "in", "in", "403", "401"),
            row(CHANGES, LIMIT, "in", "403", "403", "401"),
            row(LOOKS, RATE, "in", "in", "403", "401"),
            row(CHANGES, RATE, "in", "403", "403", "401"),
            row(CHANGES, RATE + "/1", "in", "403", "403", "401"),
            row(LOOKS, BROKERS + "/values", "in", "in", "in", "401"),
            row(CHANGES, BROKERS + "/dispatchThrottlingRateInMsg/1", "in", "403", "in", "401"),
            row(LOOKS, CLUSTER, "in", "in", "in", "401"),
            row(CHANGES, CLUSTER, "in", "403", "in", "401"),
            row(LOOKS, LOOKUP, "in", "in", "in", "401"),
            row(CHANGES, LOOKUP, "in", "403", "in", "401"),
            row(LOOKS, OPEN, "in", "in", "in", "in"),
            row(CHANGES, OPEN, "in", "in", "in", "in"))
        .flatMap(rows -> rows);
  }

  private static Stream<Arguments> row(List<String> methods, String path, String... outcomes) {
    List<String> roles = List.of("admin", "viewer", "tenant-1", "");
    return methods.stream().flatMap(method -> roles.stream()
        .map(role -> Arguments.of(method, path, role, outcomes[roles.indexOf(role)])));
  }

  @ParameterizedTest(name = "{0} {1} as {2}: {3}")
  @MethodSource("table")
  void shouldLetIn(String method, String path, String role, String outcome) throws Exception {
    String token = role.isEmpty()
        ? "X-Nothing: 1"
        : "Authorization: Bearer "
            + Jwts.builder().subject(role).signWith(SECRET).compact();

    String status = server.status(
        method + " " + path + " HTTP/1.1", "Host: localhost", "Content-Length: 0", token);

    assertThat(status)
        .matches(
            outcome.equals("in") ? "HTTP/1.1 (?!401|403)[0-9]{3}.*" : "HTTP/1.1 " + outcome + ".*");
  }
}
