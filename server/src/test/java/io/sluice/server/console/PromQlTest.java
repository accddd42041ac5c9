package io.sluice.server.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.server.console.PromQl.Selector;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PromQlTest {

  @Test
  void shouldFindMetricsAndLabels() {
    PromQl query = PromQl.parse(
        "topk(10, sum by (a, b) (rate(x_total{c=~\".*\", d!=\"e\\\"\"}[5m])) > 0.5) or vector(0) - y");

    assertThat(query.selectors())
        .containsExactly(new Selector("x_total", Set.of("c", "d")), new Selector("y", Set.of()));
    assertThat(query.groupedBy()).containsExactlyInAnyOrder("a", "b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "sum(",
        "sum(x",
        "sum x",
        "x)",
        "x{",
        "x{a}",
        "x{a=b}",
        "x{a=\"b\"",
        "rate(x[5])",
        "rate(x[5m)",
        "rat(x[5m])",
        "sum by a (x)",
        "x y",
        "x +",
        "x # y",
        "x{a=\"b}"
      })
  void shouldRefuseWhatIsNotWellFormed(String text) {
    assertThatThrownBy(() -> PromQl.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("there should be ");
  }
}
