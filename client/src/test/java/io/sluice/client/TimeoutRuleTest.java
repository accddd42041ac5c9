package io.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TimeoutRuleTest {

  private static final long TIMEOUT = TimeUnit.SECONDS.toNanos(30);

  @Test
  void shouldGiveUpOnlyWhatTimesOutBeforeThePauseIsOver() {
    assertThat(TimeoutRule.isHopeless(TIMEOUT, TIMEOUT + 1)).isTrue();
    assertThat(TimeoutRule.isHopeless(TIMEOUT, TIMEOUT)).isFalse();
    assertThat(TimeoutRule.isHopeless(TIMEOUT, TIMEOUT - 1)).isFalse();
    assertThat(TimeoutRule.isHopeless(TIMEOUT, -1)).isFalse();
  }

  @Test
  void shouldNeverGiveUpWhatHasNoTimeout() {
    assertThat(TimeoutRule.isHopeless(0, Long.MAX_VALUE)).isFalse();
  }

  @Test
  void shouldBlameThrottlingForMoreThanFourFifths() {
    assertThat(TimeoutRule.isThrottlingsFault(TIMEOUT, TIMEOUT / 100 * 79)).isFalse();
    assertThat(TimeoutRule.isThrottlingsFault(TIMEOUT, TIMEOUT / 100 * 80)).isFalse();
    assertThat(TimeoutRule.isThrottlingsFault(TIMEOUT, TIMEOUT / 100 * 80 + 1)).isTrue();
    assertThat(TimeoutRule.isThrottlingsFault(TIMEOUT, TIMEOUT / 100 * 81)).isTrue();
    assertThat(TimeoutRule.isThrottlingsFault(TIMEOUT, TIMEOUT)).isTrue();
    assertThat(TimeoutRule.isThrottlingsFault(TIMEOUT, 0)).isFalse();
  }

  @Test
  void shouldNotRoundTheLimitOfTimesThatFiveDoesNotDivide() {
    // 80 % of 7 are 5.6.
    assertThat(TimeoutRule.isThrottlingsFault(7, 5)).isFalse();
    assertThat(TimeoutRule.isThrottlingsFault(7, 6)).isTrue();
  }

  @Test
  void shouldKnowOfTheLongestTimeout() {
    assertThat(TimeoutRule.isThrottlingsFault(Long.MAX_VALUE, Long.MAX_VALUE / 2))
        .isFalse();
    assertThat(TimeoutRule.isThrottlingsFault(Long.MAX_VALUE, Long.MAX_VALUE)).isTrue();
  }
}
