package io.sluice.ramp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.ramp.testing.ManualRampTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PermitTest {

  private final ManualRampTime time = new ManualRampTime();
  private final RampThrottle throttle = Replicas.only(
      RampConfig.builder(20)
          .min(10)
          .rampUpDuration(Duration.ofSeconds(10))
          .mode(new RampMode.OnlyIfUsed(80))
          .build(),
      time);

  @Test
  void shouldGiveBackWhatWasNotRead() {
    throttle.tryAcquire(10).used(3);

    assertThat(throttle.tryTake(100)).isEqualTo(7);
  }

  @Test
  void shouldGiveBackEverythingIfNothingWasSaid() {
    try (Permit permit = throttle.tryAcquire(10)) {
      assertThat(permit.granted()).isEqualTo(10);
    }

    assertThat(throttle.tryTake(100)).isEqualTo(10);
  }

  @Test
  void shouldGiveBackNothingMoreOnClosing() {
    try (Permit permit = throttle.tryAcquire(10)) {
      permit.used(8);
    }

    assertThat(throttle.tryTake(100)).isEqualTo(2);
  }

  @Test
  void shouldGiveBackDropsBeforeAndAfterUse() {
    Permit permit = throttle.tryAcquire(10);

    permit.dropped(2);
    permit.used(5);
    permit.dropped(1);
    permit.close();

    assertThat(throttle.tryTake(100)).isEqualTo(6);
  }

  @Test
  void shouldNotGiveBackTwice() {
    Permit permit = throttle.tryAcquire(10);
    permit.used(3);

    assertThatThrownBy(() -> permit.used(3)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> permit.dropped(4)).isInstanceOf(IllegalArgumentException.class);
    assertThat(throttle.tryTake(100)).isEqualTo(7);
  }

  @Test
  void shouldNotGiveBackAfterClosing() {
    Permit permit = throttle.tryAcquire(10);
    permit.close();
    permit.close();

    assertThatThrownBy(() -> permit.used(0)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> permit.dropped(1)).isInstanceOf(IllegalArgumentException.class);
    assertThat(throttle.tryTake(100)).isEqualTo(10);
  }

  @Test
  void shouldNotGiveBackMoreThanWasGranted() {
    Permit permit = throttle.tryAcquire(4);

    assertThatThrownBy(() -> permit.used(5)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> permit.used(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> permit.dropped(5)).isInstanceOf(IllegalArgumentException.class);
    permit.used(4);
    assertThat(throttle.tryTake(100)).isEqualTo(6);
  }

  @Test
  void shouldCorrectTheUseOfASecondThatIsOverButNotJudgedYet() {
    Permit permit = throttle.tryAcquire(10);

    time.advanceToNextSecond();
    permit.used(5);

    assertThat(throttle.tryTake(100)).as("the level stays, as half was used").isEqualTo(10);
  }

  @Test
  void shouldChangeNothingOnceTheNextSecondIsInUse() {
    Permit permit = throttle.tryAcquire(10);

    time.advanceToNextSecond();
    assertThat(throttle.tryTake(1)).isEqualTo(1);
    permit.used(0);

    assertThat(throttle.tryTake(100)).isEqualTo(10);
    assertThat(throttle.status().givenBackLate()).isEqualTo(10);
    assertThat(throttle.status().givenBack()).isZero();
  }

  @Test
  void shouldGiveBackWhatItTookThoughThePoolHasGrownSince() {
    Replicas replicas = new Replicas(RampConfig.builder(100).min(100).build(), 1);
    RampThrottle first = replicas.throttles.get(0);
    Permit permit = first.tryAcquire(60);
    RampThrottle second = RampThrottle.builder(first.config())
        .group("group")
        .processor("second")
        .store(replicas.store)
        .time(replicas.time)
        .build();
    replicas.time.advance(Duration.ofMillis(300));
    assertThat(first.status().poolSize()).isEqualTo(2);

    permit.close();

    assertThat(first.tryTake(1000)).isEqualTo(50);
    assertThat(second.tryTake(1000)).as("not before the next second").isZero();
  }
}
