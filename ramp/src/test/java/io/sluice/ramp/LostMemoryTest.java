package io.sluice.ramp;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.ramp.SimulatedProcess.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A store that is back without what it knew, as a Redis that was restarted. */
class LostMemoryTest {

  private static final Duration TTL = Duration.ofSeconds(30);
  private static final RampConfig CONFIG =
      RampConfig.builder(90).min(90).ttl(TTL).fallback(Fallback.CLOSED).build();

  private final World world = new World(new Random(1));

  @Test
  void shouldGoOnAsBefore() {
    SimulatedProcess a = start("a");
    SimulatedProcess b = start("b");
    agree();

    world.store.clear();
    for (int second = 0; second < 5; second++) {
      world.time.advanceToNextSecond();
      assertShares(45, a, b);
    }
    assertThat(a.throttle().status().agreed()).isTrue();
  }

  @Test
  void shouldNotBelieveItBeforeOthersHaveHadTimeToReport() {
    SimulatedProcess a = start("a");
    agree();
    world.store.clear();
    a.cutOff(true); // its connection is not back yet

    SimulatedProcess b = start("b");
    world.time.advance(Duration.ofMillis(1900));
    world.time.advanceToNextSecond();
    assertThat(a.throttle().tryTake(1000) + b.throttle().tryTake(1000)).isEqualTo(90);

    a.cutOff(false);
    agree();
    assertShares(45, a, b);
  }

  @Test
  void shouldNotLetANewcomerStandInForSomebodyWhoIsNotBack() {
    SimulatedProcess a = start("a");
    SimulatedProcess b = start("b");
    agree();
    b.cutOff(true);
    world.store.clear();
    SimulatedProcess c = start("c");
    world.time.advance(Duration.ofMillis(50));
    world.store.clear();

    world.time.advance(Duration.ofSeconds(5));
    world.time.advanceToNextSecond();

    assertThat(a.throttle().tryTake(1000)
            + b.throttle().tryTake(1000)
            + c.throttle().tryTake(1000))
        .isLessThanOrEqualTo(90);
  }

  @Test
  void shouldShareOutWhatALeaverHad() {
    SimulatedProcess a = start("a");
    SimulatedProcess b = start("b");
    agree();
    world.store.clear();
    agree();

    b.leave();
    agree();

    assertShares(90, a);
  }

  @Test
  void shouldLetEverybodyBeRestartedOneByOne() {
    List<SimulatedProcess> processes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      processes.add(start("pod-" + i));
    }
    agree();
    world.store.clear();
    agree();

    for (int i = 0; i < 3; i++) {
      processes.get(i).leave();
      world.time.advance(Duration.ofMillis(100));
      processes.set(i, start("pod-" + i));
      agree();
    }

    assertShares(30, processes.toArray(SimulatedProcess[]::new));
  }

  private SimulatedProcess start(String name) {
    return new SimulatedProcess(world, CONFIG, name);
  }

  private void agree() {
    world.time.advance(Duration.ofSeconds(3));
    world.time.advanceToNextSecond();
  }

  private static void assertShares(int share, SimulatedProcess... processes) {
    for (SimulatedProcess process : processes) {
      assertThat(process.throttle().tryTake(1000)).isEqualTo(share);
    }
  }
}
