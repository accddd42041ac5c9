package io.sluice.rampredis;

import static io.sluice.rampredis.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import io.sluice.ramp.PoolStore.Member;
import io.sluice.ramp.PoolStore.Report;
import io.sluice.rampredis.testing.LocalRedis;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is left in Redis, and where. */
class RedisKeysTest {

  private static final Duration TTL = Duration.ofMinutes(1);

  private static LocalRedis redis;
  private static RedisClient client;
  private static StatefulRedisConnection<String, String> connection;

  @BeforeAll
  static void start() {
    redis = LocalRedis.start();
    client = RedisClient.create(redis.url());
    connection = client.connect();
  }

  @AfterAll
  static void stop() {
    client.shutdown();
    redis.close();
  }

  @BeforeEach
  void forgetEverything() {
    commands().flushall();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"orders", " ", "{", "}", "{}", "a{b}c", "}{", "group:*", "Größe \n\u0000", "名前"})
  void shouldKeepAGroupUnderThePrefixInOneSlotOfACluster(String group) throws Exception {
    try (RedisPoolStore store = RedisPoolStore.of(config())) {
      joinAndLeave(store, group, TTL);
    }

    List<String> keys = commands().keys("*");
    assertThat(keys).hasSize(5).allMatch(key -> key.startsWith("sluice:ramp:{"));
    assertThat(keys.stream().map(SlotHash::getSlot).distinct()).hasSize(1);
  }

  @Test
  void shouldSpreadGroupsOverTheSlotsOfACluster() throws Exception {
    try (RedisPoolStore store = RedisPoolStore.of(config())) {
      joinAndLeave(store, "one", TTL);
      joinAndLeave(store, "another", TTL);
    }

    assertThat(commands().keys("*").stream().map(SlotHash::getSlot).distinct()).hasSize(2);
  }

  @Test
  void shouldTakeThePrefixItIsGiven() throws Exception {
    try (RedisPoolStore store = RedisPoolStore.of(config().withPrefix("of:mine"))) {
      joinAndLeave(store, "group", TTL);
    }

    assertThat(commands().keys("*")).hasSize(5).allMatch(key -> key.startsWith("of:mine:{group}:"));
  }

  @Test
  void shouldLeaveNothingBehind() throws Exception {
    try (RedisPoolStore store = RedisPoolStore.of(config())) {
      joinAndLeave(store, "group", TTL);
      assertThat(commands().keys("*")).hasSize(5).allMatch(key -> commands().pttl(key) > 0);
      assertThat(commands().keys("*")).allMatch(key -> commands().pttl(key) <= 2 * TTL.toMillis());

      commands().flushall(); // a shorter ttl does not shorten what a longer one keeps
      joinAndLeave(store, "group", Duration.ofMillis(100));

      eventually("all keys have expired", () -> commands().dbsize() == 0);
    }
  }

  @Test
  void shouldNotForgetEarlierBecauseOfAnotherProcessorsShorterTtl() throws Exception {
    Member brief = new Member("group", "brief", "1");
    try (RedisPoolStore store = RedisPoolStore.of(config())) {
      joinAndLeave(store, "group", TTL);
      await(store.register(brief, Duration.ofMillis(100)));

      assertThat(commands().keys("*:pool"))
          .hasSize(1)
          .allMatch(key -> commands().pttl(key) > TTL.toMillis());
    }
  }

  @Test
  void shouldLeaveNoKeyBehindWhenLeavingAForgottenGroup() throws Exception {
    try (RedisPoolStore store = RedisPoolStore.of(config())) {
      await(store.deregister(new Member("group", "a", "1"), OptionalDouble.empty(), TTL));
    }

    assertThat(commands().dbsize()).isZero();
  }

  @Test
  void shouldUseTheDatabaseItIsGiven() throws Exception {
    try (RedisPoolStore inConfig = RedisPoolStore.of(config().withDb(3));
        RedisPoolStore inUrl =
            RedisPoolStore.of(RedisConfig.single(redis.url() + "/5").withDb(3))) {
      joinAndLeave(inConfig, "group", TTL);
      joinAndLeave(inUrl, "group", TTL);
    }

    String keyspace = commands().info("keyspace");
    assertThat(keyspace).contains("db3:keys=5,expires=5").contains("db5:keys=5,expires=5");
    assertThat(commands().dbsize()).isZero();
  }

  /** Two join, then one leaves and one does not: all kinds of keys, and two kept levels. */
  private static void joinAndLeave(RedisPoolStore store, String group, Duration ttl)
      throws Exception {
    Member stays = new Member(group, "stays", "1");
    Member leaves = new Member(group, "{leaves}", "1");
    Member leavesToo = new Member(group, "leaves:too", "1");
    for (Member member : List.of(stays, leaves, leavesToo)) {
      await(store.register(member, ttl));
      await(store.sync(member, new Report(3, true, 1, ttl)));
    }
    await(store.deregister(leaves, OptionalDouble.of(1), ttl));
    await(store.deregister(leavesToo, OptionalDouble.of(1), ttl));
  }

  private static RedisConfig config() {
    return RedisConfig.single(redis.url()).withTimeout(Duration.ofSeconds(5));
  }

  private static RedisCommands<String, String> commands() {
    return connection.sync();
  }

  private static <T> T await(CompletionStage<T> answer) throws Exception {
    return answer.toCompletableFuture().get(30, TimeUnit.SECONDS);
  }
}
