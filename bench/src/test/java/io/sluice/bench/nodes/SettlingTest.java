package io.sluice.bench.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.bench.nodes.Samples.Sample;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class SettlingTest {

  private static final long CHANGE = 5_000_000_000L;
  private static final double SAMPLE_SECONDS = 0.1;

  private static final Offset<Double> A_SAMPLE = within(SAMPLE_SECONDS);

  private final List<Sample> samples = new ArrayList<>();
  private double seconds;
  private double first;
  private double second;

  private final Settling halves = new Settling(1000, List.of(500.0, 500.0));

  @Test
  void shouldTakeNoTimeIfAllIsRightAtOnce() {
    pass(5, 500, 500);

    assertThat(halves.outcome(CHANGE, samples).seconds()).hasValueCloseTo(0.0, A_SAMPLE);
  }

  @Test
  void shouldSettleWhenRatesBecomeRight() {
    pass(1.5, 1000, 0);
    pass(4, 500, 500);

    assertThat(halves.outcome(CHANGE, samples).seconds()).hasValueCloseTo(1.5, within(0.2));
    assertThat(halves.outcome(CHANGE, samples).lastOff().get(0)).isGreaterThan(500);
  }

  @Test
  void shouldNotTakeAPassingMomentForTheEnd() {
    pass(2.5, 500, 500);
    pass(1, 800, 500);
    pass(3, 500, 500);

    assertThat(halves.outcome(CHANGE, samples).seconds()).hasValueCloseTo(3.5, A_SAMPLE);
  }

  @Test
  void shouldNotSettleWhileOneHasMoreThanItsPart() {
    pass(5, 530, 470);

    assertThat(halves.outcome(CHANGE, samples).seconds()).isEmpty();
    assertThat(new Settling(1000, List.of()).outcome(CHANGE, samples).seconds())
        .hasValueCloseTo(0.0, A_SAMPLE);
  }

  @Test
  void shouldNotSettleWhileAllTogetherHaveTooMuch() {
    pass(5, 515, 515);

    assertThat(halves.outcome(CHANGE, samples).seconds()).isEmpty();
  }

  @Test
  void shouldExpectNothingOfOneThatIsGone() {
    pass(5, 1000, 0);

    assertThat(new Settling(1000, List.of(1000.0, 0.0)).outcome(CHANGE, samples).seconds())
        .hasValueCloseTo(0.0, A_SAMPLE);
  }

  @Test
  void shouldNotJudgeLessThanAWindow() {
    pass(Settling.WINDOW_SECONDS - 2 * SAMPLE_SECONDS, 500, 500);

    assertThat(halves.outcome(CHANGE, samples).seconds()).isEmpty();
  }

  private void pass(double duration, double firstRate, double secondRate) {
    for (int i = 0; i < Math.round(duration / SAMPLE_SECONDS); i++) {
      samples.add(new Sample(
          CHANGE + Math.round(seconds * 1e9), List.of(Math.round(first), Math.round(second))));
      seconds += SAMPLE_SECONDS;
      first += firstRate * SAMPLE_SECONDS;
      second += secondRate * SAMPLE_SECONDS;
    }
  }
}
