package io.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.jsonwebtoken.Jwts;
import io.jsonwebtoken.security.Keys;
import io.sluice.embeddedpulsar.EmbeddedPulsar;
import io.sluice.embeddedpulsar.EmbeddedPulsarOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.Map;
import javax.crypto.SecretKey;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster that asks everybody who they are, and a node that has its key and a token of its own. */
class SecuredClusterTest {

  private static final byte[] SECRET = "a secret of at least thirty-two bytes".getBytes(UTF_8);
  private static final SecretKey KEY = Keys.hmacShaKeyFor(SECRET);

  @TempDir
  static Path folder;

  private static EmbeddedPulsar pulsar;
  private static SluiceProcess node;
  private static String admin;

  private RemoteCommands sluice;

  private static String token(String role) {
    return Jwts.builder().subject(role).signWith(KEY).compact();
  }

  @BeforeAll
  static void start() throws Exception {
    String key = "data:;base64," + Base64.getEncoder().encodeToString(SECRET);
    pulsar = EmbeddedPulsar.start(EmbeddedPulsarOptions.defaults()
        .withBrokerSettings(Map.of(
            "authenticationEnabled", "true",
            "authorizationEnabled", "true",
            "authenticationProviders",
                "org.apache.pulsar.broker.authentication.AuthenticationProviderToken",
            "tokenSecretKey", key,
            "superUserRoles", "platform,node",
            "transactionCoordinatorEnabled", "false",
            "brokerClientAuthenticationPlugin",
                "org.apache.pulsar.client.impl.auth.AuthenticationToken",
            "brokerClientAuthenticationParameters", "token:" + token("platform"))));
    Files.writeString(folder.resolve("node.token"), token("node"));
    Path config = Files.writeString(
        folder.resolve("node.yaml"), """
        gateway: {listen: "127.0.0.1:0"}
        cluster: {brokers: "%s", webService: "%s", tokenFile: node.token}
        admin:
          listen: "127.0.0.1:0"
          access: {tokenSecretKey: "%s", superUserRoles: [platform], readOnlyRoles: [viewer]}
        """.formatted(pulsar.serviceUrl(), pulsar.webUrl(), key));
    node = new SluiceProcess(folder, "server", "--config", config.toString());
    admin = "http://" + node.await("admin=\"([^\"]+)\"");
  }

  @AfterAll
  static void stop() {
    node.close();
    pulsar.close();
  }

  @BeforeEach
  void atTheNode(@TempDir Path home) {
    sluice = new RemoteCommands(home).with("SLUICE_URL", admin);
  }

  private int set(String token, int messages) {
    return sluice
        .with("SLUICE_TOKEN", token)
        .run("limits", "set", "public/default", "--messages", messages);
  }

  @Test
  void shouldLetSuperUsersChangeViewersLookAndNobodyElse() throws Exception {
    assertThat(set(token("platform"), 7)).as(sluice.errors().toString()).isZero();

    sluice.with("SLUICE_TOKEN", token("viewer"));
    assertThat(sluice.run("limits", "get", "public/default")).isZero();
    assertThat(sluice.shown().toString()).contains("7 messages/s");
    assertThat(set(token("viewer"), 8)).isEqualTo(1);
    assertThat(set(token("admin-of-another-tenant"), 8)).isEqualTo(1);
    assertThat(set("not.a.token", 8)).isEqualTo(1);
    String forged = Jwts.builder()
        .subject("platform")
        .signWith(Keys.hmacShaKeyFor("another secret of thirty-two bytes or so".getBytes(UTF_8)))
        .compact();
    assertThat(set(forged, 8)).isEqualTo(1);
    String expired = Jwts.builder()
        .subject("platform")
        .expiration(Date.from(Instant.EPOCH.plusSeconds(1)))
        .signWith(KEY)
        .compact();
    assertThat(set(expired, 8)).isEqualTo(1);

    sluice.with("SLUICE_TOKEN", token("viewer"));
    assertThat(sluice.run("limits", "get", "public/default")).isZero();
    assertThat(sluice.shown().toString()).contains("7 messages/s");
    assertThat(node.output())
        .contains("who=\"platform\" what=\"publish of namespace public/default\" from=\"nothing\"")
        .contains("admin-of-another-tenant")
        .doesNotContain(forged, expired, token("platform"), token("node"));
  }

  @Test
  void shouldPassOnWithTheCallersOwnToken() throws Exception {
    String tenants = admin + "/admin/v2/tenants";

    assertThat(Http.get(tenants)).contains("reason");
    assertThat(Http.get(tenants, token("platform"))).contains("public");
    assertThat(Http.get(tenants, token("somebody"))).doesNotContain("public");
    assertThat(Http.get(admin + "/health/ready")).isEqualTo("ready\n");
  }
}
