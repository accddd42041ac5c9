package io.sluice.core;

import io.sluice.core.testing.ManualClock;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/**
 * Explores interleavings of the bucket's operations. A bucket without leases must be linearizable
 * in all it answers, changes of rate included; one with leases in its account, that is, in
 * everything but the answer of {@code consume}.
 */
class TokenBucketLincheckTest {

  /** Its period is no divisor of a second: it is counted in other grains. */
  private static final Rate OTHER_RATE = new Rate(3, 7_000);

  private static final ModelCheckingOptions MODEL_CHECKING = new ModelCheckingOptions()
      .iterations(20)
      .invocationsPerIteration(500)
      .threads(2)
      .actorsPerThread(3)
      .actorsBefore(1)
      .actorsAfter(2);

  private static final StressOptions STRESS = new StressOptions()
      .iterations(20)
      .invocationsPerIteration(500)
      .threads(2)
      .actorsPerThread(3)
      .actorsBefore(1)
      .actorsAfter(2);

  @Test
  void shouldBeLinearizableWithoutLeases() {
    MODEL_CHECKING.check(WithoutLeases.class);
    STRESS.check(WithoutLeases.class);
  }

  @Test
  void shouldKeepItsAccountLinearizableWithLeases() {
    MODEL_CHECKING.check(WithLeases.class);
    STRESS.check(WithLeases.class);
  }

  @Param(name = "amount", gen = IntGen.class, conf = "1:6")
  public static class WithoutLeases {

    private final TokenBucket bucket = TokenBucket.builder(Rate.perSecond(1))
        .burst(10)
        .initialTokens(8)
        .clock(new ManualClock())
        .build();

    @Operation
    public boolean consume(@Param(name = "amount") int amount) {
      return bucket.consume(amount);
    }

    @Operation
    public boolean tryConsume(@Param(name = "amount") int amount) {
      return bucket.tryConsume(amount);
    }

    @Operation
    public long tryConsumeUpTo(@Param(name = "amount") int amount) {
      return bucket.tryConsumeUpTo(amount);
    }

    @Operation
    public void refund(@Param(name = "amount") int amount) {
      bucket.refund(amount);
    }

    @Operation
    public long tokens() {
      return bucket.tokens();
    }

    @Operation
    public long nanosUntil(@Param(name = "amount") int amount) {
      return bucket.nanosUntil(amount);
    }

    @Operation
    public void setRate(@Param(name = "amount") int amount) {
      bucket.setRate(OTHER_RATE, 10 + amount);
    }
  }

  @Param(name = "amount", gen = IntGen.class, conf = "1:2")
  public static class WithLeases {

    private static final int LEASE = 2;

    private final TokenBucket bucket = TokenBucket.builder(Rate.perSecond(1))
        .burst(LEASE * 128L * Stripes.MOST)
        .clock(new ManualClock())
        .build();

    @Operation
    public void consume(@Param(name = "amount") int amount) {
      bucket.consume(amount);
    }

    @Operation
    public void widen() {
      bucket.widen();
    }

    @Operation
    public void refund(@Param(name = "amount") int amount) {
      bucket.refund(amount);
    }

    @Operation
    public long tokens() {
      return bucket.tokens();
    }

    @Operation
    public void setRate(@Param(name = "amount") int amount) {
      bucket.setRate(OTHER_RATE, 128L * Stripes.MOST * LEASE * amount);
    }
  }
}
