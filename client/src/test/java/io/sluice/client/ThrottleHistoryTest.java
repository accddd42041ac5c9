package io.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThrottleHistoryTest {

  private final ThrottleHistory throttled = new ThrottleHistory();

  @Test
  void shouldBeNothingWithoutThrottles() {
    assertThat(throttled.withinLast(100, 1000)).isZero();
  }

  @Test
  void shouldCountWhatIsOverAndWhatGoesOn() {
    throttled.start(100);
    throttled.end(130);
    throttled.start(150);
    assertThat(throttled.withinLast(1000, 170)).isEqualTo(30 + 20);
  }

  @Test
  void shouldCountOnlyWhatLiesWithin() {
    throttled.start(0);
    throttled.end(40);
    throttled.start(50);
    throttled.end(60);
    throttled.start(70);
    assertThat(throttled.withinLast(100, 120)).isEqualTo(20 + 10 + 50);
    assertThat(throttled.withinLast(65, 120)).isEqualTo(5 + 50);
    assertThat(throttled.withinLast(30, 120)).isEqualTo(30);
  }

  @Test
  void shouldCountAcrossTheOverflowOfTheClock() {
    throttled.start(Long.MAX_VALUE - 10);
    throttled.end(Long.MIN_VALUE + 9);
    assertThat(throttled.withinLast(100, Long.MIN_VALUE + 29)).isEqualTo(20);
    assertThat(throttled.withinLast(30, Long.MIN_VALUE + 29)).isEqualTo(10);
  }

  @Test
  void shouldForgetTheOldestOfVeryMany() {
    for (long i = 0; i < ThrottleHistory.MAX_REMEMBERED + 5L; i++) {
      throttled.start(i * 10);
      throttled.end(i * 10 + 1);
    }
    assertThat(throttled.withinLast(Long.MAX_VALUE, 1_000_000))
        .isEqualTo(ThrottleHistory.MAX_REMEMBERED);
  }
}
