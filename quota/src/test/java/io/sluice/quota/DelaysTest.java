package io.sluice.quota;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DelaysTest {

  private final Delays delays = new Delays();

  @Test
  void shouldBeMeasuredFromTheQuickestWhateverTheClocksSay() {
    assertThat(delays.add(1_000_050)).isZero();
    assertThat(delays.add(1_000_040)).isZero();
    assertThat(delays.add(1_000_140)).isEqualTo(100);
  }

  @Test
  void shouldForgiveClocksThatDriftApart() {
    long longest = 0;
    for (int i = 0; i < 100_000; i++) {
      longest = Math.max(longest, delays.add(i));
    }

    assertThat(longest).as("what two periods of drift make").isLessThan(128);
  }
}
