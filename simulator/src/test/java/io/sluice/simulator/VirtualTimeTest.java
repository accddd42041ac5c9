package io.sluice.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {

  private final VirtualTime time = new VirtualTime();
  private final List<String> ran = new ArrayList<>();

  @Test
  void shouldRunTasksInOrderAtTheirTimes() {
    run("second", 300_000_000);
    run("first", 100_000_000);
    run("third", 300_000_000);
    run("too late", 1_000_000_001);

    time.nextSecond();

    assertThat(ran).containsExactly("first at 100", "second at 300", "third at 300");
    assertThat(time.millis()).isEqualTo(1000);
    assertThat(time.nanos()).isEqualTo(1_000_000_000);
  }

  @Test
  void shouldRunWhatATaskSchedules() {
    Future<?> first = time.schedule(() -> run("later", 200_000_000), 100_000_000);

    time.nextSecond();

    assertThat(first).isDone();
    assertThat(ran).containsExactly("later at 300");
  }

  @Test
  void shouldNotRunWhatWasCancelled() {
    time.schedule(() -> ran.add("cancelled"), 1).cancel(false);

    time.nextSecond();

    assertThat(ran).isEmpty();
  }

  @Test
  void shouldNotSwallowWhatGoesWrong() {
    Runnable wrong = () -> {
      throw new IllegalArgumentException("wrong");
    };
    Future<?> task = time.schedule(wrong, 1);

    assertThatThrownBy(time::nextSecond).hasRootCauseMessage("wrong");
    assertThat(task).isDone();
  }

  private void run(String name, long delayNanos) {
    assertThat(time.schedule(() -> ran.add(name + " at " + time.millis()), delayNanos))
        .isNotDone();
  }
}
