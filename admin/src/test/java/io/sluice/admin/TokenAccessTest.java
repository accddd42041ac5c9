package io.sluice.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.jsonwebtoken.JwtBuilder;
import io.jsonwebtoken.Jwts;
import io.jsonwebtoken.security.Keys;
import io.sluice.admin.access.AccessSettings;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Set;
import javax.crypto.SecretKey;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenAccessTest {

  private static final SecretKey SECRET = Jwts.SIG.HS256.key().build();
  private static final KeyPair RSA = Jwts.SIG.RS256.keyPair().build();
  private static final KeyPair EC = Jwts.SIG.ES256.keyPair().build();
  private static final Date EARLIER = Date.from(Instant.parse("2020-01-01T00:00:00Z"));
  private static final Date LATER = Date.from(Instant.parse("2999-01-01T00:00:00Z"));

  private static GuardedServer bySecret;
  private static GuardedServer byRsa;
  private static GuardedServer byEc;

  @BeforeAll
  static void start(@TempDir Path folder) throws IOException {
    bySecret = new GuardedServer(settings(secretSource(), "", "RS256", "sub", ""));
    Path der = Files.write(folder.resolve("public.der"), RSA.getPublic().getEncoded());
    byRsa = new GuardedServer(settings("", der.toUri().toString(), "RS256", "roles", "sluice"));
    Path ec = Files.write(folder.resolve("ec.der"), EC.getPublic().getEncoded());
    byEc = new GuardedServer(settings("", ec.toString(), "ES256", "sub", ""));
  }

  @AfterAll
  static void stop() {
    bySecret.close();
    byRsa.close();
    byEc.close();
  }

  private static String secretSource() {
    return "data:;base64," + Base64.getEncoder().encodeToString(SECRET.getEncoded());
  }

  private static AccessSettings settings(
      String secret, String publicKey, String algorithm, String roleClaim, String audience) {
    return new AccessSettings(
        secret,
        publicKey,
        algorithm,
        roleClaim,
        audience.isEmpty() ? "" : "aud",
        audience,
        Set.of("admin"),
        Set.of("viewer"));
  }

  private static String token(String role) {
    return Jwts.builder().subject(role).signWith(SECRET).compact();
  }

  @Test
  void shouldLetASuperUserChangeThings() throws Exception {
    assertThat(bySecret.put(GuardedServer.OWN, token("admin")))
        .returns(200, HttpResponse::statusCode)
        .returns("admin may CHANGE", HttpResponse::body);
  }

  @Test
  void shouldLetAReaderLookAndNotChange() throws Exception {
    assertThat(bySecret.get(GuardedServer.OWN, token("viewer")))
        .returns(200, HttpResponse::statusCode)
        .returns("viewer may VIEW", HttpResponse::body);
    for (String method : List.of("PUT", "POST", "DELETE", "PATCH")) {
      assertThat(bySecret.send(bySecret
              .request(GuardedServer.OWN)
              .header("Authorization", "Bearer " + token("viewer"))
              .method(method, BodyPublishers.ofString("{}"))))
          .returns(403, HttpResponse::statusCode)
          .returns(
              "{\"error\":\"this role may only look: it is not of superUserRoles\"}",
              HttpResponse::body);
    }
  }

  @Test
  void shouldLetOthersAskTheClusterOnly() throws Exception {
    assertThat(bySecret.get(GuardedServer.OWN, token("tenant-1")))
        .returns(403, HttpResponse::statusCode);
    assertThat(bySecret.put(GuardedServer.PULSAR, token("tenant-1")))
        .returns(200, HttpResponse::statusCode)
        .returns("tenant-1 may PASS", HttpResponse::body);
  }

  @Test
  void shouldNeedNoTokenForHealth() throws Exception {
    assertThat(bySecret.send(bySecret.request(GuardedServer.OPEN)))
        .returns(200, HttpResponse::statusCode);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/admin",
        "/admin/",
        "/admin/v2/thing",
        "/lookup/v2/topic/x",
        "/sluice",
        "/sluice/v1/thing",
        "/%61dmin/v2/thing",
        "//admin/v2/thing",
        "/x/../admin/v2/thing",
        "/health/../sluice/v1/thing",
        "/health/live/../../sluice/v1/thing",
        "/%2e%2e/sluice/v1/thing",
        "/sluice;a=b/v1/thing",
        "/admin;/v2/thing",
        "/sluice/v1/nothing?token=x",
        "/health/live%2f..%2f..%2fsluice/v1/thing"
      })
  void shouldNotLetAnybodyInByAnotherSpelling(String path) throws Exception {
    assertThat(bySecret.status("GET " + path + " HTTP/1.1", "Host: localhost"))
        .containsAnyOf(" 401 ", " 404 ", " 400 ");
  }

  @Test
  void shouldAskForATokenInWordsOfBothApis() throws Exception {
    HttpResponse<String> pulsar = bySecret.send(bySecret.request(GuardedServer.PULSAR));

    assertThat(pulsar)
        .returns(401, HttpResponse::statusCode)
        .returns(
            "{\"reason\":\"a token is needed, in a header Authorization: Bearer TOKEN\"}",
            HttpResponse::body);
    assertThat(pulsar.headers().firstValue("www-authenticate")).contains("Bearer");
    assertThat(bySecret.send(bySecret.request(GuardedServer.OWN)).body()).startsWith("{\"error\":");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bearer ", "bearer ", "BEARER ", "Bearer   "})
  void shouldTakeTheSchemeInAnyCase(String scheme) throws Exception {
    assertThat(bySecret.send(
            bySecret.request(GuardedServer.OWN).header("Authorization", scheme + token("admin"))))
        .returns(200, HttpResponse::statusCode);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Basic YWRtaW46YWRtaW4=", "Bearer", "Bearer ", "Token x", ""})
  void shouldRefuseOtherSchemes(String header) throws Exception {
    assertThat(bySecret.send(bySecret.request(GuardedServer.OWN).header("Authorization", header)))
        .returns(401, HttpResponse::statusCode);
  }

  @Test
  void shouldRefuseTwoHeaders() throws Exception {
    assertThat(bySecret.send(bySecret
            .request(GuardedServer.OWN)
            .header("Authorization", "Bearer " + token("admin"))
            .header("Authorization", "Bearer " + token("viewer"))))
        .returns(401, HttpResponse::statusCode);
  }

  private record Worthless(String name, String token, String because) {}

  private static List<Worthless> worthless() {
    SecretKey other = Jwts.SIG.HS256.key().build();
    String signed = token("admin");
    String notOurs = "the token is not signed with the key";
    String otherKind = "the token is signed by an algorithm of another kind, or not";
    return List.of(
        new Worthless("wrong key", admin().signWith(other).compact(), notOurs),
        new Worthless("another algorithm", admin().signWith(RSA.getPrivate()).compact(), otherKind),
        new Worthless("none", admin().compact(), otherKind),
        new Worthless(
            "expired", admin().expiration(EARLIER).signWith(SECRET).compact(), "has expired"),
        new Worthless(
            "premature", admin().notBefore(LATER).signWith(SECRET).compact(), "is not valid yet"),
        new Worthless("no role", Jwts.builder().id("x").signWith(SECRET).compact(), "has no role"),
        new Worthless(
            "blank role", Jwts.builder().subject(" ").signWith(SECRET).compact(), "has no role"),
        new Worthless("no JWT", "certainly-not-a-token", "there is no token where one should be"),
        new Worthless("cut off", signed.substring(0, signed.length() - 4), notOurs),
        new Worthless(
            "no signature", signed.substring(0, signed.lastIndexOf('.') + 1), "the token"),
        new Worthless("garbage", "e30.e30.e30", "the token"),
        new Worthless("too long", "x".repeat(7300), "the token is too long"));
  }

  private static JwtBuilder admin() {
    return Jwts.builder().subject("admin");
  }

  @Test
  void shouldRefuseWhatProvesNothingAndLogWhyWithoutTheToken() throws Exception {
    try (GuardedServer server =
            new GuardedServer(settings(secretSource(), "", "RS256", "sub", ""));
        LogCapture log = new LogCapture()) {
      for (Worthless worthless : worthless()) {
        String token = worthless.token;
        assertThat(server.put(GuardedServer.OWN, token))
            .as(worthless.name)
            .returns(401, HttpResponse::statusCode)
            .returns("{\"error\":\"this token is not accepted\"}", HttpResponse::body);

        assertThat(log.warnings()).as(worthless.name).anySatisfy(line -> assertThat(line)
            .startsWith("WARN io.sluice.audit refused")
            .contains(
                worthless.because,
                "who=\"127.0.0.1\"",
                "method=\"PUT\"",
                "path=\"/sluice/v1/thing\""));
        // The header says nothing; a client that has the other parts has the token.
        String secretPart = token.substring(token.indexOf('.') + 1);
        assertThat(log.warnings())
            .as(worthless.name)
            .noneMatch(
                line -> line.contains(secretPart.substring(0, Math.min(10, secretPart.length()))));
      }
    }
  }

  @Test
  void shouldReadAPublicKeyAndAnotherClaimAndTheAudience() throws Exception {
    String admin = Jwts.builder()
        .claim("roles", List.of("admin", "viewer"))
        .audience()
        .add("other")
        .add("sluice")
        .and()
        .signWith(RSA.getPrivate())
        .compact();

    assertThat(byRsa.put(GuardedServer.OWN, admin))
        .returns(200, HttpResponse::statusCode)
        .returns("admin may CHANGE", HttpResponse::body);
    assertThat(byRsa.put(
            GuardedServer.OWN,
            forAudience("sluice").signWith(RSA.getPrivate(), Jwts.SIG.PS256).compact()))
        .returns(200, HttpResponse::statusCode);
    assertThat(byEc.put(GuardedServer.OWN, admin().signWith(EC.getPrivate()).compact()))
        .returns(200, HttpResponse::statusCode);
  }

  private static JwtBuilder forAudience(String audience) {
    return Jwts.builder().claim("roles", "admin").claim("aud", audience);
  }

  @Test
  void shouldRefuseTokensForAnotherAudience() throws Exception {
    assertThat(byRsa.put(
            GuardedServer.OWN, forAudience("other").signWith(RSA.getPrivate()).compact()))
        .returns(401, HttpResponse::statusCode);
    assertThat(byRsa.put(
            GuardedServer.OWN,
            Jwts.builder().claim("roles", "admin").signWith(RSA.getPrivate()).compact()))
        .returns(401, HttpResponse::statusCode);
  }

  @Test
  void shouldNotTakeThePublicKeyForASecret() throws Exception {
    SecretKey confused = Keys.hmacShaKeyFor(RSA.getPublic().getEncoded());

    assertThat(byRsa.put(
            GuardedServer.OWN, forAudience("sluice").signWith(confused).compact()))
        .returns(401, HttpResponse::statusCode);
    assertThat(byRsa.put(GuardedServer.OWN, forAudience("sluice").compact()))
        .returns(401, HttpResponse::statusCode);
    assertThat(byRsa.put(
            GuardedServer.OWN, forAudience("sluice").signWith(EC.getPrivate()).compact()))
        .returns(401, HttpResponse::statusCode);
  }

  @Test
  void shouldLogRefusalsOnceAndNotWriteLinesIntoTheLog() throws Exception {
    try (GuardedServer server =
            new GuardedServer(settings(secretSource(), "", "RS256", "sub", ""));
        LogCapture log = new LogCapture()) {
      for (int i = 0; i < 20; i++) {
        server.get(GuardedServer.OWN, token("some\nbody"));
      }

      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("who=\"some?body\"", "status=\"403\"");
    }
  }
}
