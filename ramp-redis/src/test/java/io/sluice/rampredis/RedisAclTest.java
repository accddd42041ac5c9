package io.sluice.rampredis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.sluice.ramp.PoolStore.Answer.Agree;
import io.sluice.ramp.PoolStore.Member;
import io.sluice.ramp.PoolStore.Report;
import io.sluice.ramp.RampConfig;
import io.sluice.ramp.RampThrottle;
import io.sluice.rampredis.RedisConfig.Auth;
import io.sluice.rampredis.RedisConfig.Servers.Single;
import io.sluice.rampredis.testing.LocalRedis;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** A user that may do just what {@link RedisPoolStore} says it needs. */
class RedisAclTest {

  private static final String SECRET = "correct-horse";
  private static final Duration TTL = Duration.ofSeconds(10);
  private static final List<String> NEEDED = List.of(
      "eval",
      "evalsha",
      "time",
      "get",
      "set",
      "del",
      "pexpire",
      "pttl",
      "zadd",
      "zrem",
      "zcard",
      "zrange",
      "zrangebyscore",
      "hget",
      "hmget",
      "hset",
      "hsetnx",
      "hincrby",
      "hdel");

  private static LocalRedis redis;

  @BeforeAll
  static void start() {
    redis = LocalRedis.start("requirepass " + SECRET);
  }

  @AfterAll
  static void stop() {
    redis.close();
  }

  @Test
  void shouldDoWithTheCommandsItSaysItNeeds() throws Exception {
    allow("app", "~sluice:*", "+" + String.join(" +", NEEDED));

    useEverything(as("app", SECRET));
  }

  @Test
  void shouldNeedEachOfThem() {
    for (String command : NEEDED) {
      allow("less", "~sluice:*", "+" + String.join(" +", NEEDED) + " -" + command);

      assertThatThrownBy(() -> useEverything(as("less", SECRET))).as(command).isNotNull();
    }
  }

  @Test
  void shouldNeedToSelectAnyDatabaseButTheFirst() throws Exception {
    allow("elsewhere", "~sluice:*", "+select +" + String.join(" +", NEEDED));

    useEverything(as("elsewhere", SECRET).withDb(3));
  }

  @Test
  void shouldSayThatTheUserMayNotTouchTheKeys() {
    allow("stranger", "~other:*", "+@all");

    assertThatThrownBy(() -> useEverything(as("stranger", SECRET))).hasMessageContaining("NOPERM");
  }

  @RepeatedTest(20) // the server hangs up so soon that the client sometimes loses the reason
  void shouldFailFastAndKeepAWrongPasswordToItself() {
    String wrong = "battery-staple";
    allow("app", "~sluice:*", "+" + String.join(" +", NEEDED));

    Throwable ofUser = catchThrowable(() -> build(as("app", wrong)));
    Throwable inUrl = catchThrowable(
        () -> build(RedisConfig.single("redis://app:" + wrong + "@127.0.0.1:" + redis.port())));
    Throwable ofNobody = catchThrowable(() -> build(as(null, wrong)));

    for (Throwable failure : List.of(ofUser, inUrl, ofNobody)) {
      assertThat(failure)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("WRONGPASS")
          .hasMessageContaining("127.0.0.1:" + redis.port());
      assertThat(everythingIn(failure)).doesNotContain(wrong);
    }
  }

  @Test
  void shouldSayThatAPasswordIsNeeded() {
    assertThatThrownBy(() -> build(RedisConfig.single(redis.url())))
        .hasMessageContaining("a password is wanted");
  }

  @Test
  void shouldTakeAPasswordFromTheUrl() throws Exception {
    useEverything(RedisConfig.single("redis://:" + SECRET + "@127.0.0.1:" + redis.port()));
  }

  private static void allow(String user, String keys, String commands) {
    String answers = redis.ask("AUTH " + SECRET + "\nACL SETUSER " + user + " reset on >" + SECRET
        + " " + keys + " " + commands);
    assertThat(answers).startsWith("+OK\r\n+OK");
  }

  private static RedisConfig as(@Nullable String user, String password) {
    return RedisConfig.of(new Single(redis.url(), new Auth(user, password), null))
        .withTimeout(Duration.ofSeconds(5));
  }

  /** All commands, and all branches of the scripts that have commands of their own. */
  private static void useEverything(RedisConfig config) throws Exception {
    Member first = new Member("group " + UUID.randomUUID(), "first", "1");
    Member second = new Member(first.group(), "second", "1");
    redis.ask("AUTH " + SECRET + "\nSCRIPT FLUSH");
    try (RedisPoolStore store = RedisPoolStore.of(config)) {
      await(store.register(first, TTL));
      await(store.sync(first, new Report(1, true, 1, TTL)));
      await(store.sync(second, new Report(2, false, 1, TTL)));
      await(store.deregister(second, OptionalDouble.of(5), TTL));
      assertThat(await(store.register(second, TTL)).resumedLevel()).hasValue(5);
      await(store.sync(first, new Report(2, true, 2, TTL)));
      assertThat(await(store.sync(second, new Report(2, true, 2, TTL)))).isInstanceOf(Agree.class);
    }
  }

  private static void build(RedisConfig config) {
    try (RedisPoolStore store = RedisPoolStore.of(config)) {
      RampThrottle.builder(
              RampConfig.builder(1).storeTimeout(Duration.ofSeconds(10)).build())
          .group("group")
          .processor("processor")
          .store(store)
          .build()
          .close();
    }
  }

  private static String everythingIn(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text, true));
    return text.toString();
  }

  private static <T> T await(CompletionStage<T> answer) throws Exception {
    return answer.toCompletableFuture().get(30, TimeUnit.SECONDS);
  }
}
