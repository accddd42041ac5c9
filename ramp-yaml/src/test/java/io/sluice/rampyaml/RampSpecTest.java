package io.sluice.rampyaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.ramp.Fallback;
import io.sluice.ramp.RampConfig;
import io.sluice.ramp.RampMode;
import io.sluice.rampredis.RedisConfig;
import io.sluice.rampredis.RedisConfig.Auth;
import io.sluice.rampredis.RedisConfig.Servers;
import io.sluice.rampredis.RedisConfig.Tls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RampSpecTest {

  private static final Path VALID = Path.of("src/test/resources/valid");

  @TempDir
  Path folder;

  @Test
  void shouldLeaveWhatIsNotSaidAsItIsByDefault() {
    assertThat(RampSpec.parse("spec.yaml", "rateLimit: {max: 100}"))
        .isEqualTo(new RampSpec(RampConfig.builder(100).build(), new StoreSpec.InMemory()));
  }

  @Test
  void shouldLeaveWhatIsNotSaidOfAModeAsItIsByDefault() {
    assertThat(mode("scheduled: {}")).isEqualTo(RampMode.scheduled());
    assertThat(mode("relaxed: {}")).isEqualTo(RampMode.relaxed());
    assertThat(mode("onlyIfUsed: {}")).isEqualTo(RampMode.onlyIfUsed());
    assertThat(mode("goBackN: {}")).isEqualTo(RampMode.goBackN());
  }

  @Test
  void shouldLeaveWhatIsNotSaidOfRedisAsItIsByDefault() {
    assertThat(store("{redisStore: {url: 'redis://localhost:6379'}}"))
        .isEqualTo(new StoreSpec.Redis(RedisConfig.single("redis://localhost:6379")));
  }

  @Test
  void shouldMeetInMemoryUnlessToldOtherwise() {
    assertThat(store("{}")).isEqualTo(new StoreSpec.InMemory());
    assertThat(store("{inMemoryStore: {}}")).isEqualTo(new StoreSpec.InMemory());
  }

  @Test
  void shouldReadEverySettingAndLeaveOtherTopLevelKeysAlone() throws IOException {
    RampSpec spec = RampSpec.read(VALID.resolve("everything-on-redis.yaml"));

    assertThat(spec.config())
        .isEqualTo(RampConfig.builder(100)
            .min(10)
            .rampUpDuration(Duration.ofSeconds(10))
            .mode(new RampMode.GoBackN(60, Duration.ofSeconds(90), 40))
            .resumedRampUp(true)
            .ttl(Duration.ofSeconds(90))
            .syncInterval(Duration.ofMillis(200))
            .storeTimeout(Duration.ofMillis(1500))
            .fallback(Fallback.CLOSED)
            .startWithoutStore(true)
            .build());
    Tls tls = new Tls(
        VALID.resolve("ca.pem"), VALID.resolve("client.pem"), VALID.resolve("client.key"), true);
    assertThat(spec.store())
        .isEqualTo(new StoreSpec.Redis(new RedisConfig(
            new Servers.Single("rediss://localhost:6380", new Auth("u", "hunter2"), tls),
            3,
            "shop:ramp",
            Duration.ofMillis(300))));
  }

  @Test
  void shouldReadSentinelsAndAPasswordFromAFileBesideTheSpec() throws IOException {
    RampSpec spec = RampSpec.read(VALID.resolve("everything-on-sentinel.yaml"));

    assertThat(spec.store())
        .isEqualTo(new StoreSpec.Redis(RedisConfig.of(new Servers.Sentinel(
            "mymaster",
            List.of("one:26379", "[::1]:26380"),
            new Auth("u", "hunter2"),
            new Tls(null, null, null, true),
            new Auth(null, "hunter3"),
            new Tls(null, null, null, true)))));
  }

  @Test
  void shouldFollowAliases() throws IOException {
    RampSpec spec = RampSpec.read(VALID.resolve("shared-by-alias.yaml"));

    assertThat(spec.config().rampUpDuration()).isEqualTo(Duration.ofSeconds(30));
    Auth auth = new Auth(null, "hunter2");
    assertThat(spec.store())
        .isEqualTo(new StoreSpec.Redis(RedisConfig.of(
            new Servers.Sentinel("mymaster", List.of("one:26379"), auth, null, auth, null))));
  }

  @Test
  void shouldNotShowPasswordsWhenPrinted() throws IOException {
    for (String name : List.of("everything-on-redis.yaml", "everything-on-sentinel.yaml")) {
      assertThat(RampSpec.read(VALID.resolve(name)).toString()).doesNotContain("hunter");
    }
  }

  @Test
  void shouldNameTheFileAsItWasGiven() throws IOException {
    Path file = Files.writeString(folder.resolve("spec.yaml"), "rateLimit:\n  max: lots\n");

    assertThatThrownBy(() -> RampSpec.read(file))
        .isInstanceOfSatisfying(InvalidRampSpecException.class, fault -> {
          assertThat(fault.source()).isEqualTo(file.toString());
          assertThat(fault.line()).isEqualTo(2);
        })
        .hasMessageStartingWith(file + ":2: rateLimit.max must be a whole number");
  }

  @Test
  void shouldSayWhichFileCannotBeRead() {
    assertThatThrownBy(() -> RampSpec.read(folder.resolve("none.yaml")))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("none.yaml");
    assertThatThrownBy(() -> RampSpec.read(folder)).hasMessageContaining(folder.toString());
  }

  @Test
  void shouldRefuseFilesThatAreNoText() throws IOException {
    Path file = Files.write(folder.resolve("spec.yaml"), new byte[] {'a', (byte) 0xff});

    assertThatThrownBy(() -> RampSpec.read(file)).hasMessage(file + ": must be text in UTF-8");
  }

  @Test
  void shouldRefuseFilesLargerThanOneMebibyte() throws IOException {
    String large = "# ".repeat(1 << 19) + "\nrateLimit: {max: 1}\n";
    Path file = Files.writeString(folder.resolve("spec.yaml"), large);

    assertThatThrownBy(() -> RampSpec.read(file)).hasMessage(file + ": is larger than 1024 KiB");
    assertThatThrownBy(() -> RampSpec.parse("spec.yaml", large))
        .hasMessage("spec.yaml: is larger than 1024 KiB");
  }

  @Test
  void shouldReadAFileThatContainsItself() {
    assertThatThrownBy(() -> RampSpec.parse("spec.yaml", "rateLimit: &r\n  max: 1\n  modes: *r\n"))
        .hasMessageStartingWith("spec.yaml:2: rateLimit.modes.max is not a known key");
  }

  private static RampMode mode(String yaml) {
    return RampSpec.parse("spec.yaml", "rateLimit: {max: 100, modes: {" + yaml + "}}")
        .config()
        .mode();
  }

  private static StoreSpec store(String yaml) {
    return RampSpec.parse("spec.yaml", "rateLimit: {max: 100, store: " + yaml + "}")
        .store();
  }
}
