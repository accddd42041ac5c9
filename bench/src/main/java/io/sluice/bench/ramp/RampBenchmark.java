package io.sluice.bench.ramp;

import io.sluice.ramp.InMemoryPoolStore;
import io.sluice.ramp.Permit;
import io.sluice.ramp.RampConfig;
import io.sluice.ramp.RampThrottle;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** One message at a time from a throttle with tokens in plenty, shared by all threads. */
@State(Scope.Benchmark)
public class RampBenchmark {

  private final RampThrottle throttle = RampThrottle.builder(
          RampConfig.builder(RampConfig.MOST).min(RampConfig.MOST).build())
      .group("bench")
      .processor("bench")
      .store(new InMemoryPoolStore())
      .build();

  /** With a permit, of which nothing goes back. */
  @Benchmark
  public Permit acquire() {
    return throttle.tryAcquire(1);
  }

  /** With a permit that is settled, as around every batch. */
  @Benchmark
  public int acquireAndUse() {
    Permit permit = throttle.tryAcquire(1);
    permit.used(1);
    return permit.granted();
  }

  /** Without a permit. */
  @Benchmark
  public int take() {
    return throttle.tryTake(1);
  }

  /** The least that a throttle that has to know the second can cost. */
  @Benchmark
  public long currentTimeMillis() {
    return System.currentTimeMillis();
  }

  @TearDown
  public void checkThatTokensWereInPlenty() {
    if (throttle.tryTake(1) != 1) {
      throw new IllegalStateException("nothing was granted: this measured something else");
    }
    throttle.close();
  }
}
