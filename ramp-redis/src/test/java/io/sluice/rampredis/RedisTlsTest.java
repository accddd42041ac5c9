package io.sluice.rampredis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.ramp.PoolStore.Member;
import io.sluice.rampredis.Certificates.Signed;
import io.sluice.rampredis.RedisConfig.Servers.Sentinel;
import io.sluice.rampredis.RedisConfig.Servers.Single;
import io.sluice.rampredis.RedisConfig.Tls;
import io.sluice.rampredis.testing.LocalRedis;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers and Sentinels that speak TLS. */
class RedisTlsTest {

  private static final Member MEMBER = new Member("group", "processor", "1");

  @TempDir
  private static Path folder;

  private static Certificates trusted;
  private static Certificates stranger;
  private static Signed server;
  private static Signed client;
  private static LocalRedis open;
  private static LocalRedis strict;
  private static int openPort;
  private static int strictPort;

  @BeforeAll
  static void start() throws Exception {
    trusted = new Certificates(folder, "trusted");
    stranger = new Certificates(folder, "stranger");
    server = trusted.sign("server");
    client = trusted.sign("client");
    openPort = LocalRedis.freePort();
    open = LocalRedis.start(tls(openPort, "tls-auth-clients no"));
    strictPort = LocalRedis.freePort();
    strict = LocalRedis.start(tls(strictPort, "tls-auth-clients yes"));
  }

  @AfterAll
  static void stop() {
    open.close();
    strict.close();
  }

  @Test
  void shouldConnectIfTheAuthorityIsTrusted() throws Exception {
    Tls tls = new Tls(trusted.authority, null, null, false);

    assertThat(register(new Single("rediss://127.0.0.1:" + openPort, null, tls)))
        .isPositive();
    assertThat(register(new Single("redis://127.0.0.1:" + openPort, null, tls))).isPositive();
  }

  @Test
  void shouldSayThatTheCertificateIsNotToBeTrusted() {
    Tls tls = new Tls(stranger.authority, null, null, false);

    assertThatThrownBy(() -> register(new Single("rediss://127.0.0.1:" + openPort, null, tls)))
        .hasMessageContaining("127.0.0.1:" + openPort)
        .hasMessageContaining("certification path");
  }

  @Test
  void shouldTrustWhomTheJvmTrustsUnlessToldOtherwise() {
    assertThatThrownBy(() -> register(new Single("rediss://127.0.0.1:" + openPort, null, null)))
        .hasMessageContaining("certification path");
    assertThatThrownBy(
            () -> register(new Single("redis://127.0.0.1:" + openPort, null, Tls.trustingTheJvm())))
        .hasMessageContaining("certification path");
  }

  @Test
  void shouldSayThatTheCertificateIsForAnotherHost() {
    Tls tls = new Tls(trusted.authority, null, null, false);

    assertThatThrownBy(() -> register(new Single("rediss://localhost:" + openPort, null, tls)))
        .hasMessageContaining("localhost");
  }

  @Test
  void shouldAcceptAnyCertificateIfToldTo() throws Exception {
    Tls tls = new Tls(null, null, null, true);

    assertThat(register(new Single("rediss://127.0.0.1:" + openPort, null, tls)))
        .isPositive();
    assertThat(register(new Single("rediss://localhost:" + openPort, null, tls)))
        .isPositive();
  }

  @Test
  void shouldShowItsOwnCertificate() throws Exception {
    Tls with = new Tls(trusted.authority, client.certificate(), client.key(), false);
    Tls without = new Tls(trusted.authority, null, null, false);

    assertThat(register(new Single("rediss://127.0.0.1:" + strictPort, null, with)))
        .isPositive();
    assertThatThrownBy(
            () -> register(new Single("rediss://127.0.0.1:" + strictPort, null, without)))
        .hasMessageContaining("127.0.0.1:" + strictPort);
  }

  @Test
  void shouldSpeakTlsWithServersAndSentinelsOrWithServersAlone() throws Exception {
    int port = LocalRedis.freePort();
    Tls tls = new Tls(trusted.authority, client.certificate(), client.key(), false);
    try (LocalRedis sentinel =
        LocalRedis.sentinel(SentinelTrio.NAME, strictPort, tls(port, "tls-replication yes"))) {
      List<String> encrypted = List.of("127.0.0.1:" + port);
      List<String> plain = List.of("127.0.0.1:" + sentinel.port());

      assertThat(register(new Sentinel(SentinelTrio.NAME, encrypted, null, tls, null, tls)))
          .isPositive();
      assertThat(register(new Sentinel(SentinelTrio.NAME, plain, null, tls, null, null)))
          .isPositive();
      assertThatThrownBy(
              () -> register(new Sentinel(SentinelTrio.NAME, encrypted, null, tls, null, null)))
          .hasMessageContaining("127.0.0.1:" + port);
    }
  }

  @Test
  void shouldSayWhichFileIsMissing() {
    Tls tls = new Tls(folder.resolve("missing.pem"), null, null, false);

    assertThatThrownBy(() -> register(new Single("rediss://127.0.0.1:" + openPort, null, tls)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("missing.pem");
  }

  private static String[] tls(int port, String more) {
    return new String[] {
      "tls-port " + port,
      "tls-cert-file " + server.certificate(),
      "tls-key-file " + server.key(),
      "tls-ca-cert-file " + trusted.authority,
      more
    };
  }

  private static int register(RedisConfig.Servers servers) throws Exception {
    RedisConfig config = RedisConfig.of(servers).withTimeout(Duration.ofSeconds(10));
    try (RedisPoolStore store = RedisPoolStore.of(config)) {
      return store
          .register(MEMBER, Duration.ofSeconds(10))
          .toCompletableFuture()
          .get(30, TimeUnit.SECONDS)
          .target();
    }
  }
}
