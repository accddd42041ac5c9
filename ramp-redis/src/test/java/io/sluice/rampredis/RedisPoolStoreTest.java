package io.sluice.rampredis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.sluice.ramp.PoolStore;
import io.sluice.ramp.testing.PoolStoreContract;
import io.sluice.rampredis.testing.LocalRedis;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract on a real server. */
class RedisPoolStoreTest extends PoolStoreContract {

  private static LocalRedis redis;
  private static RedisPoolStore store;
  private static RedisClient client;
  private static StatefulRedisConnection<String, String> connection;

  @BeforeAll
  static void start() {
    redis = LocalRedis.start();
    store = RedisPoolStore.of(RedisConfig.single(redis.url()));
    client = RedisClient.create(redis.url());
    connection = client.connect();
  }

  @AfterAll
  static void stop() {
    store.close();
    client.shutdown();
    redis.close();
  }

  @Override
  protected PoolStore store() {
    return store;
  }

  @Override
  protected void letPass(Duration duration) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(duration.toNanos()); // the server's clock cannot be moved
  }

  @Override
  protected void loseMemory() {
    connection.sync().flushall();
  }
}
