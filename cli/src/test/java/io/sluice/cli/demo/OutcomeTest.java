package io.sluice.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomeTest {

  private static final int QUOTA = 1000;
  private static final Figures BURST = new Figures(1, 10_000, 2000, List.of(1L));
  private static final Figures AFTER = new Figures(5, 0, 900, List.of(9L));

  @Test
  void shouldNotCountTheBurstAgainstTheQuota() {
    assertThat(outcome(1000, 1000).hasHeld(QUOTA)).isTrue();
    assertThat(outcome(1100, 950).hasHeld(QUOTA)).isTrue();
  }

  @Test
  void shouldTellThatAQuotaWasMissed() {
    assertThat(outcome(1200, 1200).hasHeld(QUOTA)).isFalse();
    assertThat(outcome(800, 800).hasHeld(QUOTA)).isFalse();
  }

  @Test
  void shouldCountWhatWasAnsweredLate() {
    Figures beside = outcome(1000, 1000).beside();

    assertThat(beside).isEqualTo(new Figures(3, 30_000, 4000, List.of(1L, 2L, 2L, 9L)));
  }

  private static Outcome outcome(long second, long third) {
    return Outcome.of(
        List.of(new Figures(1, 0, 0, List.of(1L))),
        List.of(BURST, noisy(second), noisy(third)),
        AFTER);
  }

  private static Figures noisy(long published) {
    return new Figures(1, 10_000, published, List.of(2L));
  }
}
