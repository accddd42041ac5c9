package io.sluice.ramp;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.testing.Seeds;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RampTest {

  private static Ramp ramp(long min, long max, int seconds, RampMode mode) {
    return new Ramp(
        RampConfig.builder(max)
            .min(min)
            .rampUpDuration(Duration.ofSeconds(seconds))
            .mode(mode)
            .build(),
        (double) min);
  }

  @Test
  void shouldNotDriftHoweverOftenAFractionIsAdded() {
    Seeds.forEach(200, random -> {
      long min = 1 + random.nextLong(1000);
      long max = min + 1 + random.nextInt(1_000_000);
      int seconds = 1 + random.nextInt(100_000);
      Ramp ramp = ramp(min, max, seconds, RampMode.relaxed());
      int steps = random.nextInt(Math.min(seconds, 5000) + 1);
      for (int i = 0; i < steps; i++) {
        ramp.refill(1, 0, 0);
      }
      BigDecimal exact = BigDecimal.valueOf(max - min)
          .multiply(BigDecimal.valueOf(steps))
          .divide(BigDecimal.valueOf(seconds), MathContext.DECIMAL128)
          .add(BigDecimal.valueOf(min));
      // Rounded where 34 digits end, so that 34 nines count as the whole number they stand for.
      long whole = exact.setScale(20, RoundingMode.HALF_UP).longValue();
      assertThat(ramp.tokens()).isEqualTo(whole);
    });
  }

  @Test
  void shouldStayWithinMinAndMaxWhateverHappens() {
    Seeds.forEach(500, random -> {
      long min = 1 + random.nextLong(100);
      long max = min + random.nextInt(1000);
      RampMode[] modes = {
        RampMode.scheduled(),
        RampMode.relaxed(),
        new RampMode.OnlyIfUsed(random.nextInt(101)),
        new RampMode.GoBackN(
            random.nextInt(101), Duration.ofSeconds(1 + random.nextInt(5)), random.nextInt(101))
      };
      Ramp ramp = ramp(min, max, 1 + random.nextInt(100), modes[random.nextInt(modes.length)]);
      for (int i = 0; i < 200; i++) {
        long share = random.nextInt(100);
        long gap = random.nextInt(10) == 0 ? random.nextLong(Long.MAX_VALUE) + 1 : 1;
        ramp.refill(gap, share, share == 0 ? 0 : random.nextLong(share + 1));
        assertThat(ramp.level()).isBetween((double) min, (double) max);
      }
    });
  }

  @Test
  void shouldReachMaxAtOnceIfTheRampIsShorterThanASecond() {
    Ramp ramp = new Ramp(
        RampConfig.builder(100).min(10).rampUpDuration(Duration.ofMillis(1)).build(), 10);

    ramp.refill(1, 0, 0);

    assertThat(ramp.level()).isEqualTo(100);
  }

  @Test
  void shouldCountAShareOfNothingAsUsed() {
    Ramp ramp = ramp(10, 110, 10, new RampMode.OnlyIfUsed(100));

    ramp.refill(1, 0, 0);

    assertThat(ramp.level()).isEqualTo(20);
  }

  @Test
  void shouldRiseExactlyAtTheThreshold() {
    Ramp ramp = ramp(10, 110, 10, new RampMode.OnlyIfUsed(30));

    ramp.refill(1, 10, 7);
    assertThat(ramp.level()).isEqualTo(20);

    ramp.refill(1, 10, 8);
    assertThat(ramp.level()).isEqualTo(20);
  }

  @Test
  void shouldTakeTheCoolDownForAFreePause() {
    RampMode mode = new RampMode.GoBackN(0, Duration.ofMillis(2500), 50);
    Ramp ramp = new Ramp(
        RampConfig.builder(110)
            .min(10)
            .rampUpDuration(Duration.ofSeconds(10))
            .mode(mode)
            .build(),
        60);

    ramp.refill(2, 10, 10);
    assertThat(ramp.level()).isEqualTo(70);

    ramp.refill(3, 10, 0);
    assertThat(ramp.level()).isEqualTo(60);
  }

  @Test
  void shouldCutAResumedLevelToWhatIsAllowedNow() {
    RampConfig config = RampConfig.builder(100).min(10).build();

    assertThat(new Ramp(config, 5).level()).isEqualTo(10);
    assertThat(new Ramp(config, 500).level()).isEqualTo(100);
    assertThat(new Ramp(config, 42.5).level()).isEqualTo(42.5);
  }
}
