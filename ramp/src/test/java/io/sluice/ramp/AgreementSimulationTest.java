package io.sluice.ramp;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.testing.Seeds;
import io.sluice.ramp.SimulatedProcess.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Random lives of groups, on virtual time: processes come and go, crash, stop and continue, and the
 * store is slow, down, or loses its memory. All of them grant as much as they can.
 *
 * <p>Checked at every step: the shares of those who run add up to max at most, and so does what all
 * of them granted within one second. Checked in the end: after the stated time the shares add up to
 * {@code max - N + 1} or more.
 */
class AgreementSimulationTest {

  /** Kept, as an unreferenced logger forgets its level; outages by the thousand are no news. */
  private static final Logger LOG = Logger.getLogger("io.sluice.ramp");

  private static final Duration SYNC_INTERVAL = Duration.ofMillis(100);
  private static final Duration STEP = Duration.ofMillis(15);
  private static final int STEPS = 800;
  private static final int MOST_PROCESSES = 8;

  /** Agreement takes four intervals, and what was agreed on counts from the next second. */
  private static final Duration STATED_TIME = SYNC_INTERVAL.multipliedBy(4).plusSeconds(1);

  @BeforeAll
  static void beQuiet() {
    LOG.setLevel(Level.OFF);
  }

  @AfterAll
  static void speakAgain() {
    LOG.setLevel(null);
  }

  @Test
  void shouldNeverShareOutMoreThanMaxWhateverHappensToProcessesAndStore() {
    Seeds.forEach(2_000, random -> new Life(random, Faults.STOPS_AND_OUTAGES).live());
  }

  @Test
  void shouldNeverShareOutMoreThanMaxWhenTheStoreLosesItsMemory() {
    Seeds.forEach(2_000, random -> new Life(random, Faults.LOST_MEMORY).live());
  }

  @Test
  void shouldNeverShareOutMoreThanMaxWhenAnswersTakeASecond() {
    Seeds.forEach(500, random -> new Life(random, Faults.SLOW_ANSWERS).live());
  }

  @Test
  void shouldNeverShareOutMoreThanMaxWhenTheStoreLosesItsMemoryInAnOutage() {
    Seeds.forEach(1_000, random -> new Life(random, Faults.OUTAGES_AND_LOST_MEMORY).live());
  }

  private enum Faults {
    STOPS_AND_OUTAGES,
    LOST_MEMORY,
    OUTAGES_AND_LOST_MEMORY,
    SLOW_ANSWERS
  }

  private static final class Life {

    private final Random random;
    private final Faults faults;
    private final World world;
    private final RampConfig config;
    private final List<SimulatedProcess> processes = new ArrayList<>();
    private final Map<Long, Long> grantedInSecond = new HashMap<>();
    private int started;

    Life(Random random, Faults faults) {
      this.random = random;
      this.faults = faults;
      world = new World(random);
      world.latencyMillis = faults == Faults.SLOW_ANSWERS ? 500 : 1 + random.nextInt(10);
      long max = 1 + random.nextLong(200);
      config = RampConfig.builder(max)
          .min(max)
          .ttl(Duration.ofSeconds(faults == Faults.SLOW_ANSWERS ? 6 : 2))
          .storeTimeout(Duration.ofMillis(faults == Faults.SLOW_ANSWERS ? 1900 : 500))
          .fallback(Fallback.CLOSED)
          .startWithoutStore(true)
          .build();
    }

    void live() {
      for (int step = 0; step < STEPS; step++) {
        if (random.nextInt(25) == 0) {
          somethingHappens();
        }
        world.time.advance(STEP);
        grantAndCheck();
      }
      calmDown();
      for (long t = 0; t < 2_000; t += STEP.toMillis()) { // what was granted before still counts
        world.time.advance(STEP);
        grantAndCheck();
      }
      long live = processes.stream().filter(SimulatedProcess::isUp).count();
      assertThat(live == 0 ? Long.MAX_VALUE : shares())
          .as("shares of %d processes after the last change", live)
          .isGreaterThanOrEqualTo(config.max() - live + 1);
    }

    private void somethingHappens() {
      processes.removeIf(SimulatedProcess::isDead);
      SimulatedProcess one =
          processes.isEmpty() ? null : processes.get(random.nextInt(processes.size()));
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> start();
        case 3 -> {
          if (one != null && one.isRunning()) {
            one.leave();
          }
        }
        case 4 -> {
          if (one != null) {
            one.kill();
            if (random.nextBoolean()) {
              start();
            }
          }
        }
        case 5, 6 -> {
          if (faults == Faults.LOST_MEMORY || faults == Faults.OUTAGES_AND_LOST_MEMORY) {
            world.store.clear();
          } else if (one != null) {
            stopOrContinue(one);
          }
        }
        default -> {
          if (faults == Faults.STOPS_AND_OUTAGES || faults == Faults.OUTAGES_AND_LOST_MEMORY) {
            world.storeIsDown = !world.storeIsDown;
          }
        }
      }
    }

    private void stopOrContinue(SimulatedProcess process) {
      if (process.isRunning()) {
        process.stop();
      } else {
        process.resume();
      }
    }

    private void start() {
      if (processes.size() < MOST_PROCESSES) {
        processes.add(new SimulatedProcess(world, config, "pod-" + started++));
      }
    }

    /** Ends all faults; those who crashed have to be silent for the ttl first. */
    private void calmDown() {
      world.storeIsDown = false;
      processes.forEach(SimulatedProcess::resume);
      Duration answers = Duration.ofMillis(world.latencyMillis).multipliedBy(12);
      Duration calm = config.ttl().plus(STATED_TIME).plus(answers);
      for (Duration t = Duration.ZERO; t.compareTo(calm) < 0; t = t.plus(STEP)) {
        world.time.advance(STEP);
        grantAndCheck();
      }
    }

    private void grantAndCheck() {
      assertThat(shares()).isLessThanOrEqualTo(config.max());
      long second = Math.floorDiv(world.time.millis(), 1000L);
      for (SimulatedProcess process : processes) {
        if (process.isRunning() && process.throttle().status().state() != PoolState.CLOSED) {
          int asked = random.nextInt(3) == 0 ? Integer.MAX_VALUE : 1 + random.nextInt(5);
          grantedInSecond.merge(second, (long) process.throttle().tryTake(asked), Long::sum);
        }
      }
      assertThat(grantedInSecond.getOrDefault(second, 0L)).isLessThanOrEqualTo(config.max());
    }

    private long shares() {
      return processes.stream()
          .filter(SimulatedProcess::isRunning)
          .mapToLong(process -> process.throttle().status().share())
          .sum();
    }
  }
}
