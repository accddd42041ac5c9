package io.sluice.rampredis;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.ramp.PoolState;
import io.sluice.rampredis.testing.LocalRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Redis goes away and comes back while two replicas use it; their callers do not notice. */
class RedisOutageTest {

  private LocalRedis redis;
  private RedisPoolStore one;
  private RedisPoolStore another;
  private Replicas replicas;

  @BeforeEach
  void agree() throws Exception {
    redis = LocalRedis.start();
    one = RedisPoolStore.of(Replicas.impatient(RedisConfig.single(redis.url())));
    another = RedisPoolStore.of(Replicas.impatient(RedisConfig.single(redis.url())));
    replicas = new Replicas();
    replicas.join(one);
    replicas.join(another);
    replicas.awaitAgreement();
  }

  @AfterEach
  void close() {
    replicas.close();
    one.close();
    another.close();
    redis.close();
  }

  @Test
  void shouldGoOnWhenRedisDiesAndReturnsEmpty() throws Exception {
    try (Callers callers = new Callers(replicas)) {
      redis.kill();
      replicas.awaitFailures();
      redis.restart();

      replicas.awaitAgreement();
      callers.stopAndCheck();
    }
    replicas.join(one);
    replicas.awaitAgreement();
  }

  @Test
  void shouldGoOnWhenRedisIsGoneForLongerThanTheTtl() throws Exception {
    try (Callers callers = new Callers(replicas)) {
      redis.kill();
      replicas.awaitAll(status -> status.state() == PoolState.FALLBACK);
      redis.restart();

      replicas.awaitAgreement();
      callers.stopAndCheck();
    }
  }

  @Test
  void shouldGoOnWhenRedisHangs() throws Exception {
    try (Callers callers = new Callers(replicas)) {
      redis.pause();
      replicas.awaitFailures();
      replicas.awaitFailures();
      redis.resume();

      replicas.awaitAgreement();
      callers.stopAndCheck();
    }
  }

  @Test
  void shouldGoOnWhenRedisComesAndGoes() throws Exception {
    try (Callers callers = new Callers(replicas)) {
      for (int i = 0; i < 5; i++) {
        redis.kill();
        replicas.awaitFailures();
        redis.restart();
      }

      replicas.awaitAgreement();
      callers.stopAndCheck();
    }
  }

  @Test
  void shouldNeverUseMoreThanTheWholeWhenRedisForgets() throws Exception {
    try (Callers callers = new Callers(replicas)) {
      int before = callers.granted();
      for (int i = 0; i < 10; i++) {
        redis.ask("FLUSHALL");
        replicas.awaitAgreement();
        replicas.throttles().forEach(each -> assertThat(each.status().poolSize())
            .isEqualTo(2));
      }

      assertThat(callers.granted()).isGreaterThan(before);
      callers.stopAndCheck();
    }
  }

  @Test
  void shouldGoOnWhenRedisForgetsTheScripts() throws Exception {
    long failures = failures();

    redis.ask("SCRIPT FLUSH");

    replicas.awaitAgreement();
    assertThat(failures()).isEqualTo(failures);
  }

  private long failures() {
    return replicas.throttles().stream()
        .mapToLong(each -> each.status().storeFailures())
        .sum();
  }
}
