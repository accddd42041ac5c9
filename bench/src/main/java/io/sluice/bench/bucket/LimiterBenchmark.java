package io.sluice.bench.bucket;

import io.sluice.core.Limiter;
import io.sluice.core.Rate;
import io.sluice.core.TokenBucket;
import java.util.concurrent.atomic.LongAdder;
import org.apache.pulsar.broker.qos.AsyncTokenBucket;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Messages and bytes together, as for a frame. Pulsar's publish limiter keeps two buckets for that;
 * the least that any accounting of both could cost is two {@link LongAdder}s.
 */
@State(Scope.Benchmark)
public class LimiterBenchmark {

  private final Limiter sluice = new Limiter(bucket(), bucket());
  private final AsyncTokenBucket pulsarMessages = BucketBenchmark.pulsarBucket();
  private final AsyncTokenBucket pulsarBytes = BucketBenchmark.pulsarBucket();
  private final LongAdder messages = new LongAdder();
  private final LongAdder bytes = new LongAdder();

  private static TokenBucket bucket() {
    return TokenBucket.builder(Rate.perSecond(BucketBenchmark.RATE))
        .burst(BucketBenchmark.BURST)
        .build();
  }

  @Benchmark
  public boolean sluice() {
    return sluice.consume(1, 1);
  }

  @Benchmark
  public boolean pulsar() {
    boolean messagesRemain = pulsarMessages.consumeTokensAndCheckIfContainsTokens(1);
    boolean bytesRemain = pulsarBytes.consumeTokensAndCheckIfContainsTokens(1);
    return messagesRemain && bytesRemain;
  }

  @Benchmark
  public void longAdder() {
    messages.add(1);
    bytes.add(1);
  }
}
