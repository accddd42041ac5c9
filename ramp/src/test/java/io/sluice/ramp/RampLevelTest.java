package io.sluice.ramp;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.testing.Seeds;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RampLevelTest {

  private static RampLevel level(RampMode mode) {
    return new RampLevel(10, 110, Duration.ofSeconds(10), mode);
  }

  /** The levels of the seconds that follow. */
  private static void expect(RampLevel level, double[] used, double... levels) {
    double[] found = new double[used.length];
    for (int i = 0; i < used.length; i++) {
      level.advance(1, used[i]);
      found[i] = level.level();
    }
    assertThat(found).containsExactly(levels);
  }

  @Test
  void shouldRiseWithTimeIfScheduled() {
    RampLevel level = level(RampMode.scheduled());

    assertThat(level.level()).isEqualTo(10);
    expect(level, new double[] {0, 1, 0}, 20, 30, 40);
    level.advance(5, 0);
    assertThat(level.level()).isEqualTo(90);
    expect(level, new double[] {0, 0, 0}, 100, 110, 110);
  }

  @Test
  void shouldRiseInSecondsInWhichSomebodyUsesItIfRelaxed() {
    expect(level(RampMode.relaxed()), new double[] {0, 0.01, 0, 0, 1}, 10, 20, 20, 20, 30);
  }

  @Test
  void shouldRiseAfterSecondsInWhichEnoughWasUsedIfOnlyThen() {
    expect(level(RampMode.onlyIfUsed()), new double[] {0.5, 0.499, 0, 1, 2}, 20, 20, 20, 30, 40);
  }

  @Test
  void shouldFallWhenLittleIsUsedIfItGoesBack() {
    RampLevel level = level(RampMode.goBackN());
    level.resumeAt(50);

    expect(level, new double[] {1, 0.5, 0.49, 0.1, 1}, 60, 70, 60, 50, 60);
  }

  @Test
  void shouldFallFromWhereThePauseBeganOnceItIsLongerThanTheCoolDown() {
    RampLevel level = level(RampMode.goBackN());
    level.resumeAt(90);

    // 5 for every second without use, from the 90 of the last second with some.
    expect(
        level, new double[] {1, 0, 0, 0, 0, 0, 0, 0, 1}, 100, 100, 100, 100, 100, 65, 60, 55, 65);
  }

  @Test
  void shouldGoOnFromAnotherLevelWithinMinAndMax() {
    RampLevel level = level(RampMode.relaxed());

    level.resumeAt(42.5);
    expect(level, new double[] {1}, 52.5);
    level.resumeAt(5);
    assertThat(level.level()).isEqualTo(10);
    level.resumeAt(500);
    assertThat(level.level()).isEqualTo(110);
  }

  @Test
  void shouldTakeAnyNumbersThatAPolicyMayHave() {
    RampLevel level = new RampLevel(1, Long.MAX_VALUE, Duration.ofDays(1), RampMode.scheduled());

    level.advance(43_200, 0);

    assertThat(level.level() / Long.MAX_VALUE).isBetween(0.499, 0.501);
  }

  /** The level at which a throttle of one processor grants, whatever is used of it and when. */
  @Test
  void shouldHaveTheLevelOfARampThrottleInEverySecondInWhichSomebodyAsks() {
    Seeds.forEach(200, random -> {
      RampMode[] modes = {
        RampMode.relaxed(), RampMode.onlyIfUsed(), RampMode.goBackN(),
      };
      RampMode mode = modes[random.nextInt(modes.length)];
      RampLevel level = new RampLevel(100, 1100, Duration.ofSeconds(20), mode);
      Ramp throttle = new Ramp(100, 1100, Duration.ofSeconds(20), mode, 100);
      long gap = 0;
      long pause = 0;
      double lastUsed = 0;
      for (int second = 0; second < 200; second++) {
        gap++;
        pause = pause > 0 ? pause - 1 : random.nextInt(8) == 0 ? random.nextInt(12) : 0;
        double used = pause > 0 ? 0 : (1 + random.nextInt(100)) / 100.0;
        if (used > 0) {
          if (lastUsed > 0) {
            throttle.refill(gap, 100, 100 - Math.round(100 * lastUsed));
          }
          assertThat(level.level()).as("second %d", second).isEqualTo(throttle.level());
          gap = 0;
          lastUsed = used;
        }
        level.advance(1, used);
      }
    });
  }
}
