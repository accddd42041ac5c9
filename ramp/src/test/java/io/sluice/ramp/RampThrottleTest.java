package io.sluice.ramp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.ramp.testing.ManualRampTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RampThrottleTest {

  private static final RampConfig TEN_TO_TWENTY =
      RampConfig.builder(20).min(10).rampUpDuration(Duration.ofSeconds(10)).build();

  private final ManualRampTime time = new ManualRampTime();
  private final RampThrottle throttle = Replicas.only(TEN_TO_TWENTY, time);

  @Test
  void shouldServeTheStartingLevelFirstHoweverLateTheFirstCallIs() {
    time.advance(Duration.ofHours(1));

    assertThat(throttle.tryTake(100)).isEqualTo(10);
    assertThat(throttle.status().level()).isEqualTo(10);
  }

  @Test
  void shouldGrantNoMoreThanIsLeftOfTheSecond() {
    assertThat(throttle.tryTake(7)).isEqualTo(7);
    assertThat(throttle.tryTake(7)).isEqualTo(3);
    assertThat(throttle.tryTake(7)).isZero();
  }

  @Test
  void shouldNotCarryOverWhatWasLeft() {
    throttle.tryTake(1);

    time.advanceToNextSecond();

    assertThat(throttle.tryTake(100)).isEqualTo(11);
  }

  @Test
  void shouldRefillNothingWhileTheClockIsBehind() {
    time.advance(Duration.ofSeconds(5));
    throttle.tryTake(10);

    time.step(Duration.ofSeconds(-3));
    assertThat(throttle.tryTake(1)).isZero();
    time.advance(Duration.ofSeconds(3));
    assertThat(throttle.tryTake(1)).isZero();

    time.advance(Duration.ofSeconds(1));
    assertThat(throttle.tryTake(100)).isEqualTo(11);
  }

  @Test
  void shouldServeWhatWasLeftWhileTheClockIsBehind() {
    throttle.tryTake(4);

    time.step(Duration.ofSeconds(-3));

    assertThat(throttle.tryTake(100)).isEqualTo(6);
  }

  @Test
  void shouldGoOnAfterTheClockWasSetForward() {
    throttle.tryTake(10);

    time.step(Duration.ofDays(30));
    // It cannot tell this from having slept for longer than the ttl, so it asks the others first.
    assertThat(throttle.tryTake(1)).isZero();
    time.advance(Duration.ofMillis(200));
    assertThat(throttle.status().share()).isZero();
    time.advanceToNextSecond();

    assertThat(throttle.tryTake(100)).isEqualTo(11);
    assertThat(throttle.status().state()).isEqualTo(PoolState.AGREED);
  }

  @Test
  void shouldNoticeThatItSleptThoughTheClockWasSetBackMeanwhile() {
    throttle.tryTake(10);
    Duration asleep = TEN_TO_TWENTY.ttl().plusSeconds(1);
    time.sleep(asleep);
    time.step(asleep.negated());

    time.advance(Duration.ofMillis(200));

    assertThat(throttle.status().share()).as("it asks the others first").isZero();
    time.advanceToNextSecond();
    assertThat(throttle.tryTake(100)).isEqualTo(11);
  }

  @Test
  void shouldWorkBeforeTheYear1970() {
    ManualRampTime early = new ManualRampTime(-5_500);
    RampThrottle old = Replicas.only(TEN_TO_TWENTY, early);

    assertThat(old.tryTake(100)).isEqualTo(10);
    early.advance(Duration.ofMillis(499));
    assertThat(old.tryTake(100)).isZero();
    early.advance(Duration.ofMillis(1));
    assertThat(old.tryTake(100)).isEqualTo(11);
  }

  @Test
  void shouldNotGrantASecondTwiceThoughItIsRestarted() {
    InMemoryPoolStore store = new InMemoryPoolStore(time);
    RampThrottle before = start(store, "a");
    assertThat(before.tryTake(100)).isEqualTo(10);
    before.close();

    RampThrottle after = start(store, "a");
    RampThrottle newer = start(store, "a");
    assertThat(after.tryTake(100)).isZero();
    assertThat(newer.tryTake(100)).isZero();
    time.advanceToNextSecond();
    assertThat(newer.tryTake(100)).isEqualTo(10);
  }

  private RampThrottle start(PoolStore store, String name) {
    return RampThrottle.builder(TEN_TO_TWENTY)
        .group("group")
        .processor(name)
        .store(store)
        .time(time)
        .build();
  }

  @Test
  void shouldRefuseToBeAskedForNothing() {
    assertThatThrownBy(() -> throttle.tryTake(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> throttle.tryAcquire(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> throttle.acquire(0, Duration.ofSeconds(1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> throttle.acquireAsync(0, Duration.ofSeconds(1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldRefuseToBeUsedAfterItWasClosed() {
    throttle.tryTake(1);
    throttle.close();
    throttle.close();

    assertThatThrownBy(() -> throttle.tryTake(1)).isInstanceOf(IllegalStateException.class);
    assertThat(throttle.status().state()).isEqualTo(PoolState.CLOSED);
    assertThat(time.pending()).as("timers that would keep it alive").isZero();
  }

  @Test
  void shouldTakePermitsBackEvenAfterItWasClosed() {
    Permit permit = throttle.tryAcquire(5);

    throttle.close();
    permit.close();

    assertThat(throttle.status().givenBack()).isEqualTo(5);
  }

  @Test
  void shouldSayWhatItNeeds() {
    assertThatThrownBy(() -> RampThrottle.builder(TEN_TO_TWENTY).build())
        .hasMessage("a throttle needs a group");
    assertThatThrownBy(() -> RampThrottle.builder(TEN_TO_TWENTY).group(" "))
        .hasMessageContaining("1 to 256 characters");
  }

  @Test
  void shouldDivideByAKnownNumberWithoutAStore() {
    RampThrottle fixed = RampThrottle.builder(TEN_TO_TWENTY)
        .group("group")
        .processor("pod")
        .store(PoolStore.ofFixedSize(3))
        .time(time)
        .build();

    assertThat(fixed.tryTake(100)).isEqualTo(3);
    assertThat(fixed.status().poolSize()).isEqualTo(3);
  }

  @Test
  void shouldCountWhatItGrantedAndGotBack() {
    throttle.tryAcquire(6).used(4);
    throttle.tryTake(100);

    assertThat(throttle.status().granted()).isEqualTo(12);
    assertThat(throttle.status().givenBack()).isEqualTo(2);
  }

  @Test
  void shouldWorkWithTheLargestRates() {
    RampThrottle fast =
        Replicas.only(RampConfig.builder(RampConfig.MOST).min(RampConfig.MOST).build(), time);

    assertThat(fast.tryTake(Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE);
    assertThat(fast.status().level()).isEqualTo((double) RampConfig.MOST);
  }
}
