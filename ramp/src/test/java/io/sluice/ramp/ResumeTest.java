package io.sluice.ramp;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.ramp.testing.ManualRampTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a processor that is shut down and comes back starts from. */
class ResumeTest {

  private static final Duration TTL = Duration.ofSeconds(10);

  private final ManualRampTime time = new ManualRampTime();
  private final InMemoryPoolStore store = new InMemoryPoolStore(time);

  @Test
  void shouldResumeWithinTheTtl() {
    rampUpAndLeave(config(true), "a", 4);
    time.advance(TTL.minusSeconds(1));

    assertThat(start(config(true), "a").tryTake(1000)).isEqualTo(50);
  }

  @Test
  void shouldGoOnFromTheResumedLevel() {
    rampUpAndLeave(config(true), "a", 4);
    RampThrottle back = start(config(true), "a");
    back.tryTake(1000);

    time.advanceToNextSecond();

    assertThat(back.tryTake(1000)).isEqualTo(60);
  }

  @Test
  void shouldStartFromMinAfterTheTtl() {
    rampUpAndLeave(config(true), "a", 4);
    time.advance(TTL.plusMillis(1));

    assertThat(start(config(true), "a").tryTake(1000)).isEqualTo(10);
  }

  @Test
  void shouldStartFromMinIfResumingIsOff() {
    rampUpAndLeave(config(false), "a", 4);

    assertThat(start(config(false), "a").tryTake(1000)).isEqualTo(10);
  }

  @Test
  void shouldStartFromMinIfResumingWasTurnedOffMeanwhile() {
    rampUpAndLeave(config(true), "a", 4);

    assertThat(start(config(false), "a").tryTake(1000)).isEqualTo(10);
  }

  @Test
  void shouldStartFromMinAsAnotherProcessor() {
    rampUpAndLeave(config(true), "a", 4);

    assertThat(start(config(true), "b").tryTake(1000)).isEqualTo(10);
  }

  @Test
  void shouldResumeTheOneOfTwoThatReturns() {
    RampThrottle a = start(config(true), "a");
    RampThrottle b = start(config(true), "b");
    agree();
    for (int second = 0; second < 4; second++) {
      a.tryTake(1000);
      b.tryTake(1000);
      time.advanceToNextSecond();
    }
    a.tryTake(1000);
    a.close();
    b.close();
    time.advanceToNextSecond();

    RampThrottle back = start(config(true), "a");

    assertThat(back.tryTake(1000)).as("now alone, with the level of the group").isEqualTo(50);
  }

  @Test
  void shouldDivideTheResumedLevelByTheNewPoolSize() {
    rampUpAndLeave(config(true), "a", 4);
    RampThrottle other = start(config(true), "b");
    RampThrottle back = start(config(true), "a");
    agree();

    assertThat(back.tryTake(1000)).isEqualTo(25);
    assertThat(other.tryTake(1000)).as("new, so from min").isEqualTo(5);
  }

  @Test
  void shouldCutTheResumedLevelToANewMax() {
    rampUpAndLeave(config(true), "a", 4);
    RampConfig smaller =
        RampConfig.builder(30).min(10).ttl(TTL).resumedRampUp(true).build();

    assertThat(start(smaller, "a").tryTake(1000)).isEqualTo(30);
  }

  @Test
  void shouldNotResumeAfterACrash() {
    RampThrottle crashed = start(config(true), "a");
    for (int second = 0; second < 4; second++) {
      crashed.tryTake(1000);
      time.advanceToNextSecond();
    }

    RampThrottle back = start(config(true), "a");
    time.advance(Duration.ofMillis(300));
    time.advanceToNextSecond();

    assertThat(back.tryTake(1000)).isEqualTo(10);
  }

  /** The level that a resumed processor starts from is served once before the mode moves it. */
  @Test
  void shouldNotLoseTheResumedLevelOnTheFirstCall() {
    RampConfig goBackN = RampConfig.builder(110)
        .min(10)
        .rampUpDuration(Duration.ofSeconds(10))
        .mode(new RampMode.GoBackN(100, Duration.ofSeconds(1), 100))
        .ttl(TTL)
        .resumedRampUp(true)
        .build();
    rampUpAndLeave(goBackN, "a", 4);
    RampThrottle back = start(goBackN, "a");
    time.advance(Duration.ofSeconds(5));

    assertThat(back.tryTake(1000)).isEqualTo(50);
  }

  private void rampUpAndLeave(RampConfig config, String name, int seconds) {
    RampThrottle throttle = start(config, name);
    for (int second = 0; second < seconds; second++) {
      throttle.tryTake(1000);
      time.advanceToNextSecond();
    }
    throttle.tryTake(1000);
    throttle.close();
    time.advanceToNextSecond(); // as the tokens of this one are used
  }

  private static RampConfig config(boolean resumed) {
    return RampConfig.builder(110)
        .min(10)
        .rampUpDuration(Duration.ofSeconds(10))
        .ttl(TTL)
        .resumedRampUp(resumed)
        .build();
  }

  private RampThrottle start(RampConfig config, String name) {
    return RampThrottle.builder(config)
        .group("group")
        .processor(name)
        .store(store)
        .time(time)
        .build();
  }

  private void agree() {
    time.advance(Duration.ofMillis(500));
    time.advanceToNextSecond();
  }
}
