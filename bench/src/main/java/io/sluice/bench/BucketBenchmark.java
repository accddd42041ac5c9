package io.sluice.bench;

import io.sluice.core.Rate;
import io.sluice.core.TokenBucket;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.apache.pulsar.broker.qos.AsyncTokenBucket;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** One token at a time from a shared bucket with tokens in plenty. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class BucketBenchmark {

  static final long RATE = 2_000_000_000L;

  private final TokenBucket sluice =
      TokenBucket.builder(Rate.perSecond(RATE)).burst(1_000_000).build();

  private final AsyncTokenBucket pulsar =
      AsyncTokenBucket.builder().rate(RATE).capacity(RATE).initialTokens(RATE).build();

  private final LongAdder longAdder = new LongAdder();
  private final AtomicLong atomicLong = new AtomicLong();

  @Benchmark
  public boolean sluice() {
    return sluice.consume(1);
  }

  @Benchmark
  public boolean pulsar() {
    return pulsar.consumeTokensAndCheckIfContainsTokens(1);
  }

  @Benchmark
  public void longAdder() {
    longAdder.add(1);
  }

  @Benchmark
  public long atomicLong() {
    return atomicLong.addAndGet(1);
  }

  @Benchmark
  public long nanoTime() {
    return System.nanoTime();
  }
}
