package io.sluice.rampredis;

import static io.sluice.rampredis.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.ramp.PoolStore.Member;
import io.sluice.rampredis.RedisConfig.Servers.Single;
import io.sluice.rampredis.RedisConfig.Tls;
import io.sluice.rampredis.testing.LocalRedis;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** A store that is closed lets go of everything. */
@Isolated // it counts threads
class RedisCloseTest {

  private static final Member MEMBER = new Member("group", "processor", "1");
  private static final Duration TTL = Duration.ofSeconds(10);

  @Test
  void shouldEndItsThreadsAndItsConnection() throws Exception {
    Set<Thread> before = clientThreads();
    try (LocalRedis redis = LocalRedis.start()) {
      RedisPoolStore store = RedisPoolStore.of(RedisConfig.single(redis.url()));
      await(store.register(MEMBER, TTL));
      assertThat(clientThreads()).hasSizeGreaterThan(before.size());

      store.close();
      store.close();

      eventually("no thread is left", () -> before.containsAll(clientThreads()));
      eventually(
          "no connection is left", () -> redis.ask("INFO clients").contains("connected_clients:1"));
    }
  }

  @Test
  void shouldEndItsThreadsWhileItIsTryingToConnect() throws Exception {
    Set<Thread> before = clientThreads();
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      RedisPoolStore store =
          RedisPoolStore.of(RedisConfig.single("redis://127.0.0.1:" + silent.getLocalPort()));
      CompletionStage<?> underWay = store.register(MEMBER, TTL);

      store.close();

      assertThatThrownBy(() -> await(underWay)).isInstanceOf(ExecutionException.class);
      eventually("no thread is left", () -> before.containsAll(clientThreads()));
    }
  }

  @Test
  void shouldEndItsThreadsWhileItIsTryingToReconnect() throws Exception {
    Set<Thread> before = clientThreads();
    try (LocalRedis redis = LocalRedis.start()) {
      RedisPoolStore store = RedisPoolStore.of(RedisConfig.single(redis.url()));
      await(store.register(MEMBER, TTL));
      redis.kill();
      assertThatThrownBy(() -> await(store.register(MEMBER, TTL)))
          .isInstanceOf(ExecutionException.class);

      store.close();

      eventually("no thread is left", () -> before.containsAll(clientThreads()));
    }
  }

  @Test
  void shouldLeaveNoThreadsIfItCannotBeMade() throws Exception {
    Set<Thread> before = clientThreads();
    Tls tls = new Tls(Path.of("missing.pem"), null, null, false);
    RedisConfig config = RedisConfig.of(new Single("rediss://localhost", null, tls));

    assertThatThrownBy(() -> RedisPoolStore.of(config)).hasMessageContaining("missing.pem");

    assertThat(clientThreads()).isSubsetOf(before);
  }

  @Test
  void shouldSayThatItIsClosed() {
    RedisPoolStore store = RedisPoolStore.of(RedisConfig.single("redis://localhost"));
    store.close();

    assertThatThrownBy(() -> await(store.register(MEMBER, TTL))).hasMessageContaining("closed");
  }

  private static Set<Thread> clientThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("lettuce"))
        .collect(Collectors.toSet());
  }

  private static <T> T await(CompletionStage<T> call) throws Exception {
    return call.toCompletableFuture().get(30, TimeUnit.SECONDS);
  }
}
