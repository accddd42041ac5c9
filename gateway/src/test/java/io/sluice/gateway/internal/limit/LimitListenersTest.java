package io.sluice.gateway.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.testing.ManualClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LimitListenersTest {

  private final ManualClock clock = new ManualClock();
  private final LimitListeners listeners = new LimitListeners(clock);
  private final AtomicInteger told = new AtomicInteger();

  @Test
  void shouldTellOncePerSecondHoweverOftenNothingIsLeft() {
    listeners.add(told::incrementAndGet);

    for (int i = 0; i < 1000; i++) {
      listeners.spent();
    }
    assertThat(told).hasValue(1);

    clock.advance(Duration.ofSeconds(1));
    listeners.spent();
    assertThat(told).hasValue(2);
  }

  @Test
  void shouldTellOnlySoManyAtOnce() {
    for (int i = 0; i < 5000; i++) {
      int number = i;
      listeners.add(() -> told.addAndGet(number >= 0 ? 1 : 0));
    }

    listeners.spent();

    assertThat(told).hasValue(LimitListeners.MOST_TOLD);

    listeners.changed();

    assertThat(told).as("all, when the limit is another").hasValue(LimitListeners.MOST_TOLD + 5000);
  }

  @Test
  void shouldNotTellThoseWhoHaveLeft() {
    Runnable listener = told::incrementAndGet;
    listeners.add(listener);
    listeners.remove(listener);

    listeners.spent();
    listeners.changed();

    assertThat(told).hasValue(0);
  }
}
