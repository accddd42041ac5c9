package io.sluice.bench.bucket;

import io.sluice.core.Rate;
import io.sluice.core.TokenBucket;
import org.apache.pulsar.broker.qos.AsyncTokenBucket;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The other case: a bucket deep in debt, which cannot answer without reading the clock. */
@State(Scope.Benchmark)
public class ExhaustedBucketBenchmark {

  private final TokenBucket sluice =
      TokenBucket.builder(Rate.perSecond(1_000)).initialTokens(0).build();
  private final AsyncTokenBucket pulsar =
      AsyncTokenBucket.builder().rate(1_000).capacity(1_000).initialTokens(0).build();

  @Benchmark
  public boolean sluice() {
    return sluice.consume(1);
  }

  @Benchmark
  public boolean pulsar() {
    return pulsar.consumeTokensAndCheckIfContainsTokens(1);
  }
}
