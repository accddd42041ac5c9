package io.sluice.ramp;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** Taking without a permit allocates nothing, whether there are tokens or not. */
class AllocationTest {

  private static final int CALLS = 200_000;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Test
  void shouldAllocateNothingWithoutAPermit() {
    RampThrottle plenty = throttle(1_000_000_000);
    RampThrottle scarce = throttle(10);

    assertThat(bytesPerCall(plenty)).isZero();
    assertThat(bytesPerCall(scarce)).isZero();
    plenty.close();
    scarce.close();
  }

  private static RampThrottle throttle(long rate) {
    return RampThrottle.builder(RampConfig.builder(rate).min(rate).build())
        .group("group")
        .processor("pod")
        .store(new InMemoryPoolStore())
        .build();
  }

  /** In whole bytes: what one call in a second allocates rounds to nothing. */
  private static long bytesPerCall(RampThrottle throttle) {
    repeat(throttle);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    repeat(throttle);
    return (THREADS.getCurrentThreadAllocatedBytes() - before) / CALLS;
  }

  private static void repeat(RampThrottle throttle) {
    for (int i = 0; i < CALLS; i++) {
      throttle.tryTake(1);
    }
  }
}
