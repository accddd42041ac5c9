package io.sluice.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.core.testing.ManualClock;
import org.junit.jupiter.api.Test;

class ThrottledTimeTest {

  private final ManualClock clock = new ManualClock(Long.MAX_VALUE - 5);
  private final ThrottledTime throttled = new ThrottledTime(clock);

  @Test
  void shouldCountTheTimeInWhichAnybodyWaitsOnce() {
    throttled.begin();
    clock.advanceNanos(10);
    throttled.begin();
    clock.advanceNanos(10);
    throttled.end();
    clock.advanceNanos(10);
    assertThat(throttled.nanos()).as("while one waits").isEqualTo(30);
    throttled.end();
    clock.advanceNanos(1000);

    assertThat(throttled.nanos()).isEqualTo(30);
  }

  @Test
  void shouldNotEndWhatHasNotBegun() {
    assertThatThrownBy(throttled::end).isInstanceOf(IllegalStateException.class);
  }
}
