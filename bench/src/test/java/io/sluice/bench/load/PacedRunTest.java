package io.sluice.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PacedRunTest {

  @Test
  void shouldSendAtItsRateAndMeasureFromWhenAMessageWasDue() {
    PacedRun run = new PacedRun(1000, 0, 0.01);
    List<Long> due = new ArrayList<>();

    run.send(due::add);

    assertThat(run.messages()).isEqualTo(10);
    assertThat(due).hasSize(10).doesNotHaveDuplicates().isSorted();
    assertThat(due.get(9) - due.get(0)).isEqualTo(9_000_000);
    run.published(due.get(0));
    assertThat(run.publishNanos().getMaxValue()).isGreaterThanOrEqualTo(9_000_000);
  }

  @Test
  void shouldBeOverWhenAllIsAcknowledgedAndReceived() {
    PacedRun run = new PacedRun(1000, 0, 0.001);

    run.send(run::published);
    assertThat(run.isPublished()).isTrue();
    assertThat(run.isOver()).isFalse();
    run.send(run::received);

    assertThat(run.isOver()).isTrue();
  }

  @Test
  void shouldNotMeasureTheRunIn() {
    PacedRun run = new PacedRun(1000, 0.005, 0.001);

    run.send(run::published);

    assertThat(run.messages()).isEqualTo(6);
    assertThat(run.publishNanos().getTotalCount()).isEqualTo(1);
  }
}
