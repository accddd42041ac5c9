package io.sluice.rampredis;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.ramp.PoolState;
import io.sluice.ramp.RampThrottle;
import io.sluice.rampredis.testing.LocalRedis;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Replicas that have nothing in common but a server. */
class RedisGroupTest {

  private final List<RedisPoolStore> stores = new ArrayList<>();
  private LocalRedis redis;
  private Replicas replicas;

  @BeforeEach
  void start() {
    redis = LocalRedis.start();
    replicas = new Replicas();
  }

  @AfterEach
  void close() {
    replicas.close();
    stores.forEach(RedisPoolStore::close);
    redis.close();
  }

  @Test
  void shouldSeeEachOtherComeAndGo() throws Exception {
    replicas.join(open());
    replicas.awaitAgreement();

    RampThrottle second = replicas.join(open());
    replicas.awaitAgreement();

    replicas.leave(second);
    replicas.awaitAgreement();
  }

  @Test
  void shouldDropWhoeverCrashes() throws Exception {
    replicas.join(open());
    RedisPoolStore ofTheSecond = open();
    RampThrottle second = replicas.join(ofTheSecond);
    replicas.awaitAgreement();

    ofTheSecond.close();
    replicas.leave(second);

    replicas.awaitAgreement();
  }

  @Test
  void shouldAgreeOnFifty() throws Exception {
    for (int i = 0; i < 5; i++) {
      RedisPoolStore store = open();
      for (int j = 0; j < 10; j++) {
        replicas.join(store);
      }
    }

    replicas.awaitAgreement();
  }

  @Test
  void shouldEndTheOlderOfTwoWithTheSameName() throws Exception {
    RampThrottle older = replicas.join(open(), "name");
    replicas.awaitAgreement();
    RampThrottle newer = replicas.join(open(), "name");

    Eventually.eventually(
        () -> "the older has ended: " + older.status(),
        () -> older.status().state() == PoolState.SUPERSEDED);

    assertThat(older.tryAcquire(1).granted()).isZero();
    replicas.leave(older);
    replicas.awaitAgreement();
    assertThat(newer.status().poolSize()).isEqualTo(1);
  }

  private RedisPoolStore open() {
    RedisPoolStore store = RedisPoolStore.of(Replicas.impatient(RedisConfig.single(redis.url())));
    stores.add(store);
    return store;
  }
}
