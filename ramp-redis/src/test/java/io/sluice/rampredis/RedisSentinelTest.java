package io.sluice.rampredis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.ramp.PoolStore.Member;
import io.sluice.rampredis.RedisConfig.Auth;
import io.sluice.rampredis.RedisConfig.Servers.Sentinel;
import io.sluice.rampredis.testing.LocalRedis;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The master moves, and the group moves with it. */
class RedisSentinelTest {

  private static final Member MEMBER = new Member("group", "processor", "1");

  @Test
  void shouldFollowWhenTheMasterDies() throws Exception {
    try (SentinelTrio redis = SentinelTrio.start();
        RedisPoolStore store = RedisPoolStore.of(Replicas.impatient(redis.config(null, null)));
        Replicas replicas = new Replicas()) {
      replicas.join(store);
      replicas.join(store);
      replicas.awaitAgreement();

      try (Callers callers = new Callers(replicas)) {
        redis.master.kill();
        redis.awaitPromotion();

        replicas.awaitAgreement();
        callers.stopAndCheck();
      }
      replicas.join(store);
      replicas.awaitAgreement();
      assertThat(redis.replica.ask("KEYS *")).contains("deadlines");
    }
  }

  @Test
  void shouldFollowWhenTheMasterIsDemotedThoughItLives() throws Exception {
    try (SentinelTrio redis = SentinelTrio.start();
        RedisPoolStore store = RedisPoolStore.of(Replicas.impatient(redis.config(null, null)));
        Replicas replicas = new Replicas()) {
      replicas.join(store);
      replicas.join(store);
      replicas.awaitAgreement();

      redis.askSentinel("failover");
      redis.awaitPromotion();
      // A Sentinel does this too, seconds later. It would also hang up, which is noticed anyway.
      redis.master.ask("REPLICAOF 127.0.0.1 " + redis.replica.port());

      replicas.awaitAgreement();
      replicas.join(store);
      replicas.awaitAgreement();
    }
  }

  @Test
  void shouldFollowWhenTheMasterHangs() throws Exception {
    try (SentinelTrio redis = SentinelTrio.start();
        RedisPoolStore store = RedisPoolStore.of(Replicas.impatient(redis.config(null, null)));
        Replicas replicas = new Replicas()) {
      replicas.join(store);
      replicas.join(store);
      replicas.awaitAgreement();

      redis.master.pause();
      redis.awaitPromotion();

      replicas.awaitAgreement();
      replicas.join(store);
      replicas.awaitAgreement();
    }
  }

  @Test
  void shouldGiveServersAndSentinelsTheirOwnPasswords() throws Exception {
    try (SentinelTrio redis = SentinelTrio.withPasswords("of-servers", "of-sentinels")) {
      Auth right = new Auth(null, "of-servers");
      Auth sentinelRight = new Auth(null, "of-sentinels");

      assertThat(register(redis.config(right, sentinelRight))).isEqualTo(1);

      assertThatThrownBy(() -> register(redis.config(right, null)))
          .hasMessageContaining(SentinelTrio.NAME)
          .hasMessageContaining("a password is wanted");
      assertThatThrownBy(() -> register(redis.config(right, right)))
          .hasMessageContaining("WRONGPASS");
      assertThatThrownBy(() -> register(redis.config(sentinelRight, sentinelRight)))
          .hasMessageContaining("WRONGPASS");
    }
  }

  @Test
  void shouldNeedOneCommandOfASentinelsUser() throws Exception {
    try (SentinelTrio redis = SentinelTrio.withPasswords("of-servers", "of-sentinels")) {
      redis.sentinel.ask("""
          AUTH of-sentinels
          ACL SETUSER app on >of-app +sentinel|get-master-addr-by-name
          ACL SETUSER other on >of-app""");
      Auth auth = new Auth(null, "of-servers");

      assertThat(register(redis.config(auth, new Auth("app", "of-app")))).isEqualTo(1);

      assertThatThrownBy(() -> register(redis.config(auth, new Auth("other", "of-app"))))
          .hasMessageContaining("NOPERM");
    }
  }

  @Test
  void shouldAskTheNextSentinelIfOneIsGoneAndOneIsSilent() throws Exception {
    try (LocalRedis master = LocalRedis.start();
        LocalRedis sentinel = LocalRedis.sentinel(SentinelTrio.NAME, master.port());
        ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        RedisPoolStore store = RedisPoolStore.of(Replicas.impatient(RedisConfig.of(new Sentinel(
            SentinelTrio.NAME,
            List.of(
                "127.0.0.1:" + LocalRedis.freePort(),
                "127.0.0.1:" + silent.getLocalPort(),
                "127.0.0.1:" + sentinel.port()),
            null,
            null,
            null,
            null))));
        Replicas replicas = new Replicas()) {
      replicas.join(store);
      replicas.join(store);

      replicas.awaitAgreement();
    }
  }

  @Test
  void shouldSayThatNoSentinelKnowsTheMaster() throws Exception {
    try (LocalRedis master = LocalRedis.start();
        LocalRedis sentinel = LocalRedis.sentinel("another-master", master.port())) {
      Sentinel servers = new Sentinel(
          SentinelTrio.NAME, List.of("127.0.0.1:" + sentinel.port()), null, null, null, null);

      assertThatThrownBy(() -> register(RedisConfig.of(servers)))
          .hasMessageContaining("master " + SentinelTrio.NAME)
          .hasMessageContaining("127.0.0.1:" + sentinel.port());
    }
  }

  private static int register(RedisConfig config) throws Exception {
    try (RedisPoolStore store = RedisPoolStore.of(config.withTimeout(Duration.ofSeconds(5)))) {
      return store
          .register(MEMBER, Duration.ofSeconds(10))
          .toCompletableFuture()
          .get(30, TimeUnit.SECONDS)
          .target();
    }
  }
}
