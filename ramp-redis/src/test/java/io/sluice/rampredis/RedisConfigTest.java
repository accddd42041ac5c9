package io.sluice.rampredis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.rampredis.RedisConfig.Auth;
import io.sluice.rampredis.RedisConfig.Servers.Sentinel;
import io.sluice.rampredis.RedisConfig.Servers.Single;
import io.sluice.rampredis.RedisConfig.Tls;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What may be configured, and what is said of what may not. */
class RedisConfigTest {

  private static final RedisConfig VALID = RedisConfig.single("redis://localhost");
  private static final String SECRET = "hunter2";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://localhost",
        "redis://localhost/",
        "rediss://localhost:6380/3",
        "redis://127.0.0.1:1",
        "redis://[::1]:65535/15",
        "redis://user:p%40ss@example.com:6379/0"
      })
  void shouldTakeUrls(String url) {
    assertThat(RedisConfig.single(url).servers()).isEqualTo(new Single(url, null, null));
  }

  @ParameterizedTest
  @CsvSource({
    "localhost:6379, redis://",
    "http://localhost, redis://",
    "redis:///0, host",
    "redis://localhost:0, port",
    "redis://localhost:65536, port",
    "redis://localhost/first, database",
    "redis://localhost/1/2, database",
    "redis://:hunter2@, host",
    "redis://:hunter2 @localhost, percent-encoded",
    "redis://:hunter2%zz@localhost, percent-encoded",
    "http://:hunter2@localhost, redis://",
    "redis://:hunter2@localhost:99999, port",
  })
  void shouldSayWhatIsWrongWithAUrlButNotThePassword(String url, String fault) {
    shouldSay(() -> RedisConfig.single(url), "url", fault);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"localhost", "localhost:0", "localhost:65536", ":26379", "a b:1", "a:1/2", ""})
  void shouldSayWhatASentinelsEndpointIs(String endpoint) {
    shouldSay(() -> sentinel("master", List.of("localhost:26379", endpoint)), "endpoints", "");
  }

  @Test
  void shouldNotTakeAPasswordForASentinelsEndpoint() {
    List<String> endpoints = List.of("user:" + SECRET + "@localhost:26379");

    shouldSay(() -> sentinel("master", endpoints), "endpoints", "sentinelAuth");
  }

  @Test
  void shouldNeedAMasterAndASentinel() {
    shouldSay(() -> sentinel(" ", List.of("localhost:26379")), "masterName", "blank");
    shouldSay(() -> sentinel("master", List.of()), "endpoints", "at least one");
  }

  @Test
  void shouldHaveOneSetOfCertificates() {
    Tls tls = Tls.trustingTheJvm();
    Tls other = new Tls(Path.of("ca.pem"), null, null, false);
    List<String> endpoints = List.of("localhost:26379");

    assertThat(new Sentinel("master", endpoints, null, tls, null, tls).tls()).isEqualTo(tls);
    shouldSay(
        () -> new Sentinel("master", endpoints, null, tls, null, other), "tls", "sentinelTls");
  }

  @Test
  void shouldNeedAKeyForACertificate() {
    Path file = Path.of("file.pem");

    shouldSay(() -> new Tls(null, file, null, false), "certificate", "key");
    shouldSay(() -> new Tls(null, null, file, false), "certificate", "key");
  }

  @Test
  void shouldSayWhatElseIsWrong() {
    shouldSay(() -> VALID.withDb(-1), "db", "-1");
    shouldSay(() -> VALID.withPrefix(""), "prefix", "empty");
    shouldSay(() -> VALID.withPrefix("a{b"), "prefix", "a{b");
    shouldSay(() -> VALID.withPrefix("a}b"), "prefix", "a}b");
    shouldSay(() -> VALID.withTimeout(Duration.ZERO), "timeout", "positive");
    shouldSay(() -> VALID.withTimeout(Duration.ofMillis(-1)), "timeout", "positive");
  }

  @Test
  void shouldShowWhereButNoPassword() {
    Auth auth = new Auth("app", SECRET);
    RedisConfig single =
        RedisConfig.of(new Single("redis://me:" + SECRET + "@example.com:7000", auth, null));
    RedisConfig sentinel = RedisConfig.of(
        new Sentinel("master", List.of("example.com:26379"), auth, null, auth, null));

    assertThat(single.toString()).contains("example.com:7000").doesNotContain(SECRET);
    assertThat(sentinel.toString())
        .contains("master", "example.com:26379", "app")
        .doesNotContain(SECRET);
  }

  private static Sentinel sentinel(String masterName, List<String> endpoints) {
    return new Sentinel(masterName, endpoints, null, null, null, null);
  }

  private static void shouldSay(ThrowingCallable making, String key, String fault) {
    assertThatThrownBy(making)
        .isInstanceOf(IllegalArgumentException.class)
        .hasNoCause()
        .hasMessageStartingWith(key)
        .hasMessageContaining(fault)
        .hasMessageNotContaining(SECRET);
  }
}
