package io.sluice.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.testing.Seeds;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class CompactRatesTest {

  @Test
  void shouldBeExactWhereRatesAreSmall() {
    for (int sixtyFourths = 0; sixtyFourths <= 1024; sixtyFourths++) {
      double rate = sixtyFourths / 64.0;
      assertThat(CompactRates.get(
              CompactRates.with(0, QuotaDimension.PUBLISH_BYTES, rate),
              QuotaDimension.PUBLISH_BYTES))
          .isEqualTo(rate);
    }
  }

  @Test
  void shouldBeExactToAThousandthElsewhereAndKeepTheOthers() {
    Seeds.forEach(10_000, random -> {
      long rates = 0;
      double[] exact = new double[QuotaDimension.ALL.length];
      for (int i = 0; i < 8; i++) {
        QuotaDimension use = QuotaDimension.ALL[random.nextInt(QuotaDimension.ALL.length)];
        exact[use.index] = Math.pow(10, 1 + 13 * random.nextDouble());
        rates = CompactRates.with(rates, use, exact[use.index]);
      }
      for (QuotaDimension use : QuotaDimension.ALL) {
        assertThat(CompactRates.get(rates, use))
            .isCloseTo(exact[use.index], Percentage.withPercentage(0.1));
      }
    });
  }

  @Test
  void shouldCutOffWhatNobodyHas() {
    assertThat(get(Double.POSITIVE_INFINITY)).isFinite().isGreaterThan(1e16);
    assertThat(get(1e300)).isEqualTo(get(Double.POSITIVE_INFINITY));
    assertThat(get(-1)).isZero();
    assertThat(get(Double.NaN)).isZero();
  }

  private static double get(double rate) {
    return CompactRates.get(
        CompactRates.with(-1, QuotaDimension.DISPATCH_BYTES, rate), QuotaDimension.DISPATCH_BYTES);
  }
}
