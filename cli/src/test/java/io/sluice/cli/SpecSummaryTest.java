package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rampyaml.RampSpec;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class SpecSummaryTest {

  @Test
  void shouldShowWhereARedisIsButNoSecrets() {
    assertThat(
            store("url: 'redis://localhost:6379', auth: {username: u, password: hunter2}, db: 2"))
        .isEqualTo("Redis at redis://localhost:6379, user u, db 2, prefix sluice:ramp, timeout 2s");
  }

  @Test
  void shouldShowWhatWinsIfTheUrlSaysMore() {
    assertThat(store("url: 'rediss://u:hunter2@redis.example/5', auth: {password: hunter2}, db: 2"))
        .isEqualTo("Redis at rediss://redis.example, user as in the URL, db 5, prefix sluice:ramp,"
            + " timeout 2s");
  }

  @Test
  void shouldShowSentinels() {
    assertThat(store("mode: sentinel, sentinel: {masterName: m, endpoints: ['a:1', 'b:2'],"
            + " auth: {password: hunter2}, tls: {insecureSkipVerify: true}, sentinelAuth: {username: s, password: hunter2},"
            + " sentinelTls: {insecureSkipVerify: true}}"))
        .isEqualTo(
            "Redis m, user default, TLS without looking at certificates, db 0, known to the Sentinels"
                + " a:1 and b:2, user s, TLS without looking at certificates, prefix sluice:ramp,"
                + " timeout 2s");
  }

  private static String store(String redisStore) {
    String yaml = "rateLimit: {max: 10, store: {redisStore: {" + redisStore + "}}}";
    StringWriter out = new StringWriter();
    new SpecSummary(RampSpec.parse("spec.yaml", yaml)).print(new PrintWriter(out, true));
    assertThat(out.toString()).doesNotContain("hunter2");
    String last = out.toString().lines().reduce("", (first, second) -> second);
    return last.substring("store".length()).strip();
  }
}
