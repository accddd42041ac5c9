package io.sluice.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.core.testing.Seeds;
import org.junit.jupiter.api.Test;

class MaxMinTest {

  @Test
  void shouldDivideWhatIsLeftByThoseWhoWantLittle() {
    assertThat(MaxMin.of(100, 200, 200, 5)).containsExactly(47.5, 47.5, 5);
    assertThat(MaxMin.of(100, 10, 50, 30)).containsExactly(10, 50, 30);
    assertThat(MaxMin.of(100, 80, 20)).containsExactly(80, 20);
    assertThat(MaxMin.of(100, 80, 70)).containsExactly(50, 50);
    assertThat(MaxMin.of(100, 0, 300)).containsExactly(0, 100);
  }

  @Test
  void shouldLeaveNobodyWithLessThanItWantsWhileAnotherHasMore() {
    Seeds.forEach(1000, random -> {
      double[] demands = random.doubles(1 + random.nextInt(10), 0, 100).toArray();
      double quota = 1 + random.nextInt(500);
      double[] fair = MaxMin.of(quota, demands);
      double total = 0;
      double wanted = 0;
      double most = 0;
      for (int i = 0; i < fair.length; i++) {
        total += fair[i];
        wanted += demands[i];
        most = Math.max(most, fair[i]);
      }
      assertThat(total).isCloseTo(Math.min(quota, wanted), within(1e-6));
      for (int i = 0; i < fair.length; i++) {
        assertThat(fair[i]).isCloseTo(Math.min(demands[i], most), within(1e-6));
      }
    });
  }
}
