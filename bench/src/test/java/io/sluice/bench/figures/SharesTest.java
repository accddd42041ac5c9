package io.sluice.bench.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class SharesTest {

  @Test
  void shouldFindEqualSharesPerfectlyFair() {
    assertThat(new Shares(List.of(7L, 7L, 7L, 7L)).jain()).isEqualTo(1);
  }

  @Test
  void shouldFindItLeastFairThatOneGetsEverything() {
    assertThat(new Shares(List.of(0L, 0L, 12L, 0L)).jain()).isEqualTo(0.25);
  }

  @Test
  void shouldComeToThirtySixOverFortyTwoForOneTwoThree() {
    assertThat(new Shares(List.of(1L, 2L, 3L)).jain()).isCloseTo(36.0 / 42, within(1e-12));
  }

  @Test
  void shouldNotOverflowWithManyMessages() {
    assertThat(new Shares(List.of(5_000_000_000L, 5_000_000_000L)).jain()).isEqualTo(1);
  }

  @Test
  void shouldTakeWhatCameBetweenTwoCounts() {
    Shares shares = Shares.between(List.of(10L, 20L), List.of(15L, 27L));

    assertThat(shares.amounts()).containsExactly(5L, 7L);
    assertThat(shares.total()).isEqualTo(12);
  }
}
