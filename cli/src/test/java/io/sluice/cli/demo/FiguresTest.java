package io.sluice.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FiguresTest {

  @Test
  void shouldFindPercentilesWhateverTheOrder() {
    Figures seen = new Figures(
        1,
        0,
        0,
        LongStream.rangeClosed(1, 100).mapToObj(i -> (101 - i) * 1_000_000).toList());

    assertThat(seen.quietMillis(50)).hasValue(50);
    assertThat(seen.quietMillis(99)).hasValue(99);
    assertThat(seen.quietMillis(100)).hasValue(100);
  }

  @Test
  void shouldTakeTheOnlyOneForAnyPercentile() {
    Figures seen = new Figures(1, 0, 0, List.of(7_000_000L));

    assertThat(seen.quietMillis(50)).hasValue(7);
    assertThat(seen.quietMillis(99)).hasValue(7);
  }

  @Test
  void shouldHaveNoPercentileOfNothing() {
    assertThat(new Figures(1, 0, 0, List.of()).quietMillis(50)).isEmpty();
  }

  @Test
  void shouldTellRatesPerSecond() {
    Figures seen = new Figures(0.5, 5000, 500, List.of(1L, 2L));

    assertThat(seen.askedPerSecond()).isEqualTo(10_000);
    assertThat(seen.publishedPerSecond()).isEqualTo(1000);
    assertThat(seen.quietPerSecond()).isEqualTo(4);
  }

  @Test
  void shouldAddUp() {
    Figures both = Figures.together(
        List.of(new Figures(1, 10, 5, List.of(3L)), new Figures(2, 20, 6, List.of(1L, 2L))));

    assertThat(both).isEqualTo(new Figures(3, 30, 11, List.of(1L, 2L, 3L)));
  }
}
