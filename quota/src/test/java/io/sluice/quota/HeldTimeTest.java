package io.sluice.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.core.testing.ManualClock;
import org.junit.jupiter.api.Test;

class HeldTimeTest {

  private final ManualClock clock = new ManualClock(Long.MAX_VALUE - 5);
  private final HeldTime held = new HeldTime(clock);

  @Test
  void shouldCountTheTimeInWhichAnybodyWaitsOnce() {
    held.begin();
    clock.advanceNanos(10);
    held.begin();
    clock.advanceNanos(10);
    held.end();
    clock.advanceNanos(10);
    assertThat(held.nanos()).as("while one waits").isEqualTo(30);
    held.end();
    clock.advanceNanos(1000);

    assertThat(held.nanos()).isEqualTo(30);
  }

  @Test
  void shouldNotEndWhatHasNotBegun() {
    assertThatThrownBy(held::end).isInstanceOf(IllegalStateException.class);
  }
}
