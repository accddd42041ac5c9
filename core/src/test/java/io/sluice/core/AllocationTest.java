package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

/** What is called for every message allocates nothing, whether the answer is yes or no. */
class AllocationTest {

  private static final int CALLS = 200_000;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Test
  void shouldAllocateNothingPerCall() {
    TokenBucket plenty = TokenBucket.of(Rate.perSecond(1_000_000_000));
    TokenBucket small = TokenBucket.of(Rate.perSecond(500));
    TokenBucket unlimited = TokenBucket.of(Rate.UNLIMITED);
    Limiter limiter = Limiter.of(Rate.perSecond(1_000_000), Rate.perSecond(500));

    assertThat(bytesPerCall(i -> plenty.consume(1))).isZero();
    assertThat(bytesPerCall(i -> small.consume(1))).isZero();
    assertThat(bytesPerCall(i -> unlimited.consume(1))).isZero();
    assertThat(bytesPerCall(i -> small.tryConsume(1))).isZero();
    assertThat(bytesPerCall(i -> small.tryConsumeUpTo(3))).isZero();
    assertThat(bytesPerCall(i -> small.refund(1))).isZero();
    assertThat(bytesPerCall(i -> small.tokens())).isZero();
    assertThat(bytesPerCall(i -> small.nanosUntil(1))).isZero();
    assertThat(bytesPerCall(i -> limiter.consume(1, 100))).isZero();
  }

  /** In whole bytes: what a few calls allocate once in a while rounds to nothing. */
  private static long bytesPerCall(IntConsumer call) {
    repeat(call);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    repeat(call);
    return (THREADS.getCurrentThreadAllocatedBytes() - before) / CALLS;
  }

  private static void repeat(IntConsumer call) {
    for (int i = 0; i < CALLS; i++) {
      call.accept(i);
    }
  }
}
