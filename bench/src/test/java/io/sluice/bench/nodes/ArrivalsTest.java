package io.sluice.bench.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ArrivalsTest {

  @Test
  void shouldFindTheFullestSecondWhereverItBegins() {
    assertThat(Arrivals.mostWithin(1, 5, at(0, 0.6, 0.9, 1.2, 1.5, 3))).isEqualTo(4);
  }

  @Test
  void shouldNotCountBothEndsOfASecond() {
    assertThat(Arrivals.mostWithin(1, 5, at(2, 3, 4))).isEqualTo(1);
  }

  @Test
  void shouldLeaveOutWhatComesLater() {
    assertThat(Arrivals.mostWithin(1, 5, at(1, 2, 7, 7.1, 7.2))).isEqualTo(1);
  }

  @Test
  void shouldFindNothingInNothing() {
    assertThat(Arrivals.mostWithin(1, 5, List.of())).isZero();
  }

  private static List<Long> at(double... seconds) {
    return DoubleStream.of(seconds).mapToObj(s -> Math.round(s * 1000)).toList();
  }
}
