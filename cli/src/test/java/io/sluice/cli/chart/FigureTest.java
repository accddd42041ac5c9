package io.sluice.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class FigureTest {

  @Test
  void shouldHaveNoDecimalsThatSayNothing() {
    assertThat(Figure.of(0.0)).isEqualTo("0");
    assertThat(Figure.of(100.0)).isEqualTo("100");
    assertThat(Figure.of(59.5)).isEqualTo("59.5");
    assertThat(Figure.of(100.0 / 3)).isEqualTo("33.33");
    assertThat(Figure.of((double) (1L << 50))).isEqualTo("1125899906842624");
  }

  @Test
  void shouldShortenThousands() {
    assertThat(Figure.compact(5000)).isEqualTo("5000");
    assertThat(Figure.compact(20_000)).isEqualTo("20k");
    assertThat(Figure.compact(200_000_000_000_000L)).isEqualTo("200T");
  }

  @Test
  void shouldWriteDurationsAsTheConfigurationDoes() {
    assertThat(Figure.of(Duration.ofMinutes(3))).isEqualTo("180s");
    assertThat(Figure.of(Duration.ofMillis(1500))).isEqualTo("1500ms");
    assertThat(Figure.of(Duration.ofNanos(2500))).isEqualTo("2500ns");
  }
}
