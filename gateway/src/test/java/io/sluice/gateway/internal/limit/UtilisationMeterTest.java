package io.sluice.gateway.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.core.Waiter;
import io.sluice.core.testing.ManualClock;
import io.sluice.core.testing.ManualTimer;
import io.sluice.policy.PublishLimit;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class UtilisationMeterTest {

  private final ManualClock clock = new ManualClock();
  private final SharedLimiter limit =
      new SharedLimiter(LimitRates.of(PublishLimit.of(100, 1000)), clock, new ManualTimer(clock));
  private final UtilisationMeter used = new UtilisationMeter(clock.nanos());

  private double takeAfter(int seconds) {
    clock.advance(Duration.ofSeconds(seconds));
    return used.take(limit, clock.nanos());
  }

  @Test
  void shouldBeThatOfMessagesOrOfBytesWhicheverIsMore() {
    limit.consume(30, 100);
    assertThat(takeAfter(1)).isCloseTo(0.3, within(1e-9));

    limit.consume(30, 600);
    assertThat(takeAfter(1)).isCloseTo(0.6, within(1e-9));
    assertThat(takeAfter(1)).isZero();
  }

  @Test
  void shouldBeThatOfTheTimeSinceTheLastLook() {
    limit.consume(60, 1);

    assertThat(takeAfter(3)).isCloseTo(0.2, within(1e-9));
  }

  @Test
  void shouldBeOneAtMost() {
    limit.consume(500, 1);

    assertThat(takeAfter(1)).isEqualTo(1);
  }

  @Test
  void shouldBeOneWhileSomebodyWaits() {
    limit.consume(500, 1);
    Waiter waiter = limit.newWaiter(() -> {});
    waiter.join(1, 1);
    takeAfter(1);

    assertThat(takeAfter(1)).isEqualTo(1);
  }

  @Test
  void shouldBeNothingOfWhatIsNotLimited() {
    limit.setRates(LimitRates.NONE);
    limit.consume(500, 500);

    assertThat(takeAfter(1)).isZero();
  }
}
