package io.sluice.bench.ramp;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.sluice.ramp.Permit;
import io.sluice.ramp.RampConfig;
import io.sluice.ramp.RampThrottle;
import io.sluice.rampredis.RedisConfig;
import io.sluice.rampredis.RedisPoolStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.IntSupplier;
import org.redisson.Redisson;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RateType;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** The same message loop through limiters on one Redis: ours, Redisson's and bucket4j's. */
final class RedisPeers {

  /** Far more than any limiter gets through, so that no message has to wait. */
  private static final long RATE = 1_000_000_000;

  private final String url;
  private final Duration warmUp;
  private final Duration measured;

  RedisPeers(String url, Duration warmUp, Duration measured) {
    this.url = url;
    this.warmUp = warmUp;
    this.measured = measured;
  }

  MessageLoop.Result sluice() throws InterruptedException {
    RampConfig config = RampConfig.builder(RATE).min(RATE).build();
    try (RedisPoolStore store = RedisPoolStore.of(RedisConfig.single(url));
        RampThrottle throttle = RampThrottle.builder(config)
            .group("bench")
            .processor("bench")
            .store(store)
            .build()) {
      throttle.acquire(1, Duration.ofSeconds(10)).used(1);
      return measure("Sluice", () -> {
        Permit permit = throttle.tryAcquire(1);
        permit.used(permit.granted());
        return permit.granted();
      });
    }
  }

  MessageLoop.Result redisson() {
    Config config = new Config();
    config.useSingleServer().setAddress(url);
    RedissonClient client = Redisson.create(config);
    try {
      RRateLimiter limiter = client.getRateLimiter("bench-redisson");
      limiter.trySetRate(RateType.OVERALL, RATE, Duration.ofSeconds(1));
      return measure("Redisson", () -> limiter.tryAcquire(1) ? 1 : 0);
    } finally {
      client.shutdown();
    }
  }

  MessageLoop.Result bucket4j() {
    RedisClient client = RedisClient.create(url);
    try {
      BucketConfiguration configuration = BucketConfiguration.builder()
          .addLimit(limit -> limit.capacity(RATE).refillGreedy(RATE, Duration.ofSeconds(1)))
          .build();
      Bucket bucket = Bucket4jLettuce.casBasedBuilder(client)
          .build()
          .builder()
          .build("bench-bucket4j".getBytes(StandardCharsets.UTF_8), () -> configuration);
      return measure("bucket4j", () -> bucket.tryConsume(1) ? 1 : 0);
    } finally {
      client.shutdown();
    }
  }

  private MessageLoop.Result measure(String name, IntSupplier oneMessage) {
    RedisClient observer = RedisClient.create(url);
    try (StatefulRedisConnection<String, String> connection = observer.connect()) {
      MessageLoop loop = new MessageLoop(oneMessage, new ScriptCount(connection.sync()));
      loop.run(warmUp);
      MessageLoop.Result result = loop.run(measured);
      System.err.printf(
          "  %-10s %,15.0f messages/s, %10.1f scripts in Redis/s, %.7f per message%n",
          name,
          result.messagesPerSecond(),
          result.storeCallsPerSecond(),
          result.storeCallsPerSecond() / result.messagesPerSecond());
      return result;
    } finally {
      observer.shutdown();
    }
  }
}
