package io.sluice.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TicksTest {

  @Test
  void shouldBeAtMultiplesOfOneTwoOrFive() {
    assertThat(Ticks.upTo(1, 6).step()).isEqualTo(1);
    assertThat(Ticks.upTo(7, 6).step()).isEqualTo(2);
    assertThat(Ticks.upTo(30, 6).step()).isEqualTo(5);
    assertThat(Ticks.upTo(31, 6).step()).isEqualTo(10);
    assertThat(Ticks.upTo(1L << 50, 6).step()).isEqualTo(200_000_000_000_000L);
  }

  @Test
  void shouldEncloseWhatIsShown() {
    assertThat(new Ticks(20).notBelow(95.5)).isEqualTo(100);
    assertThat(new Ticks(20).notBelow(100)).isEqualTo(100);
    assertThat(new Ticks(20).from0To(50)).containsExactly(0L, 20L, 40L);
  }
}
