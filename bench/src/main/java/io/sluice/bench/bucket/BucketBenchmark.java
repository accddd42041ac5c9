package io.sluice.bench.bucket;

import com.google.common.util.concurrent.RateLimiter;
import io.github.bucket4j.Bucket;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.sluice.core.Rate;
import io.sluice.core.TokenBucket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.apache.pulsar.broker.qos.AsyncTokenBucket;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * One token at a time from one bucket shared by all threads, with tokens in plenty.
 *
 * <p>All buckets have the same rate: a token per nanosecond, the most that bucket4j takes and more
 * than any thread here can consume. The burst is a million, as for a topic of a million messages
 * per second, and not a second's worth of that absurd rate: so Sluice's leases have a size of real
 * life.
 */
@State(Scope.Benchmark)
public class BucketBenchmark {

  static final long RATE = 1_000_000_000;
  static final long BURST = 1_000_000;

  private final TokenBucket sluice =
      TokenBucket.builder(Rate.perSecond(RATE)).burst(BURST).build();
  private final AsyncTokenBucket pulsar = pulsarBucket();
  private final Bucket bucket4j = Bucket.builder()
      .addLimit(limit -> limit.capacity(BURST).refillGreedy(RATE, Duration.ofSeconds(1)))
      .build();

  @SuppressWarnings("UnstableApiUsage") // Guava's limiter has been "beta" for a decade
  private final RateLimiter guava = RateLimiter.create(RATE);

  private final io.github.resilience4j.ratelimiter.RateLimiter resilience4j =
      io.github.resilience4j.ratelimiter.RateLimiter.of(
          "bench",
          RateLimiterConfig.custom()
              .limitForPeriod((int) BURST)
              .limitRefreshPeriod(Duration.ofMillis(1))
              .timeoutDuration(Duration.ZERO)
              .build());

  private final LongAdder longAdder = new LongAdder();
  private final AtomicLong atomicLong = new AtomicLong();

  static AsyncTokenBucket pulsarBucket() {
    return AsyncTokenBucket.builder()
        .rate(RATE)
        .capacity(BURST)
        .initialTokens(BURST)
        .build();
  }

  @Benchmark
  public boolean sluice() {
    return sluice.consume(1);
  }

  @Benchmark
  public boolean pulsar() {
    return pulsar.consumeTokensAndCheckIfContainsTokens(1);
  }

  @Benchmark
  public boolean bucket4j() {
    return bucket4j.tryConsume(1);
  }

  @Benchmark
  public boolean guava() {
    return guava.tryAcquire();
  }

  @Benchmark
  public boolean resilience4j() {
    return resilience4j.acquirePermission();
  }

  @Benchmark
  public void longAdder() {
    longAdder.add(1);
  }

  @Benchmark
  public long atomicLong() {
    return atomicLong.incrementAndGet();
  }

  @Benchmark
  public long nanoTime() {
    return System.nanoTime();
  }

  @TearDown
  public void checkThatTokensWereInPlenty() {
    if (sluice.tokens() <= 0) {
      throw new IllegalStateException("the bucket ran empty: this measured something else");
    }
  }
}
