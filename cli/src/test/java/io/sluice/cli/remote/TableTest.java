package io.sluice.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class TableTest {

  @Test
  void shouldPutNumbersToTheRight() {
    Table table = new Table(Set.of("N"), "NAME", "N");
    table.add("a", "100");
    table.add("long name", "5");

    assertThat(table.lines()).containsExactly("NAME         N", "a          100", "long name    5");
  }

  @Test
  void shouldCutTheFirstColumnWhereNamesDifferLeast() {
    Table table = new Table(Set.of("N"), "TOPIC", "N");
    table.add("persistent://public/default/orders", "100");

    assertThat(table.lines(35))
        .containsExactly(
            "TOPIC                             N", "..tent://public/default/orders  100");
    assertThat(table.lines(1)).last().isEqualTo("../public/default/orders  100");
  }

  @Test
  void shouldShowNothingThatMovesTheCursor() {
    assertThat(Table.printable("a\033[2J\r\nb\u009bc\u202ed")).isEqualTo("a?[2J??b?c?d");
  }
}
