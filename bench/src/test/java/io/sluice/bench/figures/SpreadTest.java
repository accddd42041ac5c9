package io.sluice.bench.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {

  @Test
  void shouldTakeTheMiddleOfAnOddNumber() {
    assertThat(Spread.of(List.of(3.0, 1.0, 100.0))).isEqualTo(new Spread(3, 1, 100));
  }

  @Test
  void shouldTakeTheMeanOfTheMiddleTwoOfAnEvenNumber() {
    assertThat(Spread.of(List.of(4.0, 1.0, 2.0, 9.0))).isEqualTo(new Spread(3, 1, 9));
  }

  @Test
  void shouldRefuseToSayAnythingAboutNothing() {
    assertThatIllegalArgumentException().isThrownBy(() -> Spread.of(List.of()));
  }
}
