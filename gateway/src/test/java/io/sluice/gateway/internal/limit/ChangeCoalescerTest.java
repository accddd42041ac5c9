package io.sluice.gateway.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.testing.ManualClock;
import io.sluice.core.testing.ManualTimer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

class ChangeCoalescerTest {

  private final ManualClock clock = new ManualClock();
  private final ManualTimer timer = new ManualTimer(clock);

  /** What has begun, each to be called when it is done. */
  private final Deque<Runnable> begun = new ArrayDeque<>();

  private final ChangeCoalescer changes = new ChangeCoalescer(timer, clock, begun::add);

  private void advanceMillis(int millis) {
    timer.advance(Duration.ofMillis(millis));
  }

  @Test
  void shouldBeginAtOnceAfterTheFirstChange() {
    changes.changed();
    advanceMillis(0);

    assertThat(begun).hasSize(1);
  }

  @Test
  void shouldTakeChangesInQuickSuccessionAsOne() {
    changes.changed();
    changes.changed();
    advanceMillis(0);
    begun.remove().run();

    advanceMillis(1000);

    assertThat(begun).isEmpty();
  }

  @Test
  void shouldBeginAgainAfterAChangeThatComesBeforeTheWorkIsDoneButNotBeforeThat() {
    changes.changed();
    advanceMillis(0);
    changes.changed();
    changes.changed();
    advanceMillis(1000);
    assertThat(begun).as("one at a time").hasSize(1);

    begun.remove().run();
    advanceMillis(2999);
    assertThat(begun).as("after three times as long as it took").isEmpty();
    advanceMillis(1);

    assertThat(begun).hasSize(1);
  }

  @Test
  void shouldWaitForAMomentAfterWorkThatTookNoTime() {
    changes.changed();
    advanceMillis(0);
    begun.remove().run();

    changes.changed();
    advanceMillis(9);
    assertThat(begun).isEmpty();
    advanceMillis(1);

    assertThat(begun).hasSize(1);
  }
}
