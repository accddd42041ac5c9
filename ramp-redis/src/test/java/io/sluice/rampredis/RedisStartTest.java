package io.sluice.rampredis;

import static io.sluice.rampredis.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.ramp.PoolState;
import io.sluice.ramp.RampConfig;
import io.sluice.ramp.RampThrottle;
import io.sluice.rampredis.testing.LocalRedis;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Throttles that are built while Redis is not there. */
class RedisStartTest {

  /** It is the store that gives up, long before the throttle would. */
  private static final RampConfig PATIENT = Replicas.config()
      .startWithoutStore(false)
      .ttl(Duration.ofMinutes(1))
      .storeTimeout(Duration.ofSeconds(30))
      .build();

  private LocalRedis redis;
  private RedisPoolStore store;

  @BeforeEach
  void startAndKill() {
    redis = LocalRedis.start();
    redis.kill();
    store = RedisPoolStore.of(Replicas.impatient(RedisConfig.single(redis.url())));
  }

  @AfterEach
  void close() {
    store.close();
    redis.close();
  }

  @Test
  void shouldFailFastAndSayWhatToDo() {
    assertThatThrownBy(() -> build(PATIENT))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("127.0.0.1:" + redis.port())
        .hasMessageContaining("Connection refused")
        .hasMessageContaining("startWithoutStore");
  }

  @Test
  void shouldFailWithinTheTimeoutIfRedisHangs() {
    redis.restart();
    redis.pause();
    long start = System.nanoTime();

    assertThatThrownBy(() -> build(PATIENT))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("127.0.0.1:" + redis.port())
        .hasMessageMatching("(?s).* (1000 m|1 )s(econd)?.*");

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void shouldBeginWhenRedisComesUpIfToldTo() throws Exception {
    try (RampThrottle throttle = build(Replicas.config().startWithoutStore(true).build())) {
      eventually("it has tried in vain", () -> throttle.status().storeFailures() > 2);
      assertThat(throttle.tryAcquire(1).granted()).isZero();
      assertThat(throttle.status().state()).isEqualTo(PoolState.JOINING);

      redis.restart();

      eventually(
          () -> "it grants: " + throttle.status(), () -> throttle.tryAcquire(1).granted() == 1);
      assertThat(throttle.status().agreed()).isTrue();
    }
  }

  private RampThrottle build(RampConfig config) {
    return RampThrottle.builder(config)
        .group("group")
        .processor("processor")
        .store(store)
        .build();
  }
}
