package io.sluice.quota;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuotaDimensionTest {

  @Test
  void shouldBeADirectionInAUnit() {
    for (QuotaDimension dimension : QuotaDimension.ALL) {
      assertThat(QuotaDimension.of(dimension.direction(), dimension.unit())).isSameAs(dimension);
      assertThat(dimension).hasToString(dimension.direction() + "_" + dimension.unit());
    }
  }

  /** Other nodes may be of another version. */
  @Test
  void shouldKeepItsPlaceInReports() {
    assertThat(QuotaDimension.ALL)
        .extracting(dimension -> dimension.index)
        .containsExactly(0, 1, 2, 3);
    assertThat(QuotaDimension.ALL)
        .containsExactly(
            QuotaDimension.PUBLISH_MESSAGES,
            QuotaDimension.PUBLISH_BYTES,
            QuotaDimension.DISPATCH_MESSAGES,
            QuotaDimension.DISPATCH_BYTES);
  }
}
