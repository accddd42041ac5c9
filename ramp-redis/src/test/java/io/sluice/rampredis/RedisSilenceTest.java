package io.sluice.rampredis;

import static io.sluice.rampredis.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.ramp.PoolStore.Member;
import io.sluice.ramp.PoolStore.Report;
import io.sluice.rampredis.RedisConfig.Servers;
import io.sluice.rampredis.RedisConfig.Servers.Sentinel;
import io.sluice.rampredis.RedisConfig.Servers.Single;
import io.sluice.rampredis.testing.LocalRedis;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Servers that take connections and never say a word: every call still ends. */
class RedisSilenceTest {

  private static final Duration TIMEOUT = Duration.ofMillis(300);

  /** Many timeouts, as the machine may be busy. */
  private static final Duration LONGEST = TIMEOUT.multipliedBy(10);

  private static final Duration TTL = Duration.ofSeconds(10);
  private static final Member MEMBER = new Member("group", "processor", "1");

  private static ServerSocket silent;

  @BeforeAll
  static void listen() throws IOException {
    silent = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
  }

  @AfterAll
  static void hangUp() throws IOException {
    silent.close();
  }

  @Test
  void shouldNotWaitForAServerForEver() throws Exception {
    everyCallShouldFail(new Single("redis://" + endpoint(), null, null));
  }

  @Test
  void shouldNotWaitForAHandshakeForEver() throws Exception {
    everyCallShouldFail(new Single("rediss://" + endpoint(), null, null));
  }

  @Test
  void shouldNotWaitForOneSentinelAfterTheOther() throws Exception {
    List<String> endpoints = Collections.nCopies(20, endpoint());

    everyCallShouldFail(new Sentinel("master", endpoints, null, null, null, null));
  }

  @Test
  void shouldNotWaitForAServerThatHangsAndUseItOnceItIsBack() throws Exception {
    try (LocalRedis redis = LocalRedis.start();
        RedisPoolStore store = open(new Single(redis.url(), null, null))) {
      eventually("it answers", () -> answers(store));

      redis.pause();
      everyCallShouldFail(store);
      redis.resume();

      eventually("it answers again", () -> answers(store));
    }
  }

  private static void everyCallShouldFail(Servers servers) {
    try (RedisPoolStore store = open(servers)) {
      everyCallShouldFail(store);
    }
  }

  private static void everyCallShouldFail(RedisPoolStore store) {
    for (int i = 1; i <= 2; i++) {
      shouldFail(store.register(MEMBER, TTL));
      shouldFail(store.sync(MEMBER, new Report(1, true, i, TTL)));
      shouldFail(store.deregister(MEMBER, OptionalDouble.empty(), TTL));
    }
  }

  /** Any failure of the call's own; none at all would be a timeout of this test. */
  private static void shouldFail(CompletionStage<?> call) {
    assertThatThrownBy(() -> await(call)).isInstanceOf(ExecutionException.class);
  }

  private static boolean answers(RedisPoolStore store) throws Exception {
    try {
      return await(store.register(MEMBER, TTL)).target() == 1;
    } catch (ExecutionException e) {
      return false;
    }
  }

  private static <T> T await(CompletionStage<T> call) throws Exception {
    return call.toCompletableFuture().get(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static RedisPoolStore open(Servers servers) {
    return RedisPoolStore.of(RedisConfig.of(servers).withTimeout(TIMEOUT));
  }

  private static String endpoint() {
    return "127.0.0.1:" + silent.getLocalPort();
  }
}
