package io.sluice.gateway.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.testing.ManualClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LimitListenersTest {

  private final ManualClock clock = new ManualClock();
  private final LimitListeners audience = new LimitListeners(clock);
  private final AtomicInteger told = new AtomicInteger();

  @Test
  void shouldTellOncePerSecondHoweverOftenNothingIsLeft() {
    audience.add(told::incrementAndGet);

    for (int i = 0; i < 1000; i++) {
      audience.spent();
    }
    assertThat(told).hasValue(1);

    clock.advance(Duration.ofSeconds(1));
    audience.spent();
    assertThat(told).hasValue(2);
  }

  @Test
  void shouldTellOnlySoManyAtOnce() {
    for (int i = 0; i < 5000; i++) {
      int number = i;
      audience.add(() -> told.addAndGet(number >= 0 ? 1 : 0));
    }

    audience.spent();

    assertThat(told).hasValue(LimitListeners.MOST_TOLD);

    audience.changed();

    assertThat(told).as("all, when the limit is another").hasValue(LimitListeners.MOST_TOLD + 5000);
  }

  @Test
  void shouldNotTellThoseWhoHaveLeft() {
    Runnable listener = told::incrementAndGet;
    audience.add(listener);
    audience.remove(listener);

    audience.spent();
    audience.changed();

    assertThat(told).hasValue(0);
  }
}
