package io.sluice.ramp;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.ramp.SimulatedProcess.World;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How N follows processes that come and go; the simulation tries the cases that are not here. */
class AgreementTest {

  private static final Duration TTL = Duration.ofSeconds(3);
  private static final RampConfig CONFIG =
      RampConfig.builder(90).min(90).ttl(TTL).fallback(Fallback.CLOSED).build();

  private final World world = new World(new Random(1));

  @Test
  void shouldGrantNothingBeforeAllAgreeOnTheNewcomer() {
    SimulatedProcess a = agreed(start("a"));
    a.stop(); // so that it cannot agree

    SimulatedProcess b = start("b");
    world.time.advance(Duration.ofSeconds(2));

    assertThat(b.throttle().tryTake(1000)).isZero();
    assertThat(b.throttle().status().state()).isEqualTo(PoolState.JOINING);
    a.resume();
    agree();
    assertThat(b.throttle().tryTake(1000)).isEqualTo(45);
    assertThat(a.throttle().tryTake(1000)).isEqualTo(45);
  }

  @Test
  void shouldUseTheSmallerShareFromWhenItHearsOfANewcomer() {
    SimulatedProcess a = agreed(start("a"));
    start("b").stop(); // it has registered, and reports nothing more
    world.time.advance(Duration.ofMillis(300));

    world.time.advanceToNextSecond();

    assertThat(a.throttle().status().state()).isEqualTo(PoolState.DISAGREED);
    assertThat(a.throttle().tryTake(1000)).isEqualTo(45);
  }

  @Test
  void shouldFollowTwoWhoJoinAtOnce() {
    SimulatedProcess a = agreed(start("a"));

    SimulatedProcess b = start("b");
    SimulatedProcess c = start("c");
    agree();

    assertShares(30, a, b, c);
  }

  @Test
  void shouldFollowACleanLeaveWithinAFewIntervals() {
    SimulatedProcess a = start("a");
    SimulatedProcess b = start("b");
    agree();
    assertShares(45, a, b);

    b.leave();
    agree();

    assertShares(90, a);
  }

  @Test
  void shouldFollowACrashAfterTheTtl() {
    SimulatedProcess a = start("a");
    SimulatedProcess b = start("b");
    agree();

    b.kill();
    world.time.advance(TTL.minusMillis(200));
    assertShares(45, a);
    agree();

    assertShares(90, a);
  }

  @Test
  void shouldBeNewAgainAfterSleepingForLongerThanTheTtl() {
    SimulatedProcess a = start("a");
    SimulatedProcess b = start("b");
    agree();
    b.stop();
    world.time.advance(TTL);
    agree();
    assertShares(90, a);

    // It wakes up, and asks before it has had a chance to hear from the store.
    world.time.advanceToNextSecond();
    assertThat(b.throttle().tryTake(1000)).isZero();
    b.resume();
    assertThat(b.throttle().tryTake(1000)).isZero();
    agree();

    assertShares(45, a, b);
  }

  /** The store's ttl begins when it takes note, which is later than when the report was sent. */
  @Test
  void shouldCountItsSilenceFromWhenItSentItsReport() {
    world.latencyMillis = 400;
    SimulatedProcess a = start("a");
    SimulatedProcess b = start("b");
    world.time.advance(Duration.ofSeconds(8));
    b.cutOff(true);
    for (int i = 0; i < 400; i++) {
      world.time.advance(Duration.ofMillis(10));
      assertThat(a.throttle().status().share() + b.throttle().status().share())
          .isLessThanOrEqualTo(90);
    }
  }

  @Test
  void shouldKeepTheLargerSizeWhileNotAllAgreeOnTheSmaller() {
    SimulatedProcess a = start("a");
    SimulatedProcess b = start("b");
    SimulatedProcess c = start("c");
    agree();
    b.cutOff(true); // so that it cannot agree

    c.leave();
    world.time.advance(Duration.ofMillis(500));
    world.time.advanceToNextSecond();

    assertThat(a.throttle().status().state()).isEqualTo(PoolState.DISAGREED);
    assertShares(30, a, b);
  }

  @Test
  void shouldJudgeUseByTheShareThatThereWasWhenThePoolGrows() {
    RampConfig config = RampConfig.builder(1001)
        .min(101)
        .rampUpDuration(Duration.ofSeconds(9))
        .mode(new RampMode.OnlyIfUsed(100))
        .ttl(TTL)
        .build();
    SimulatedProcess a = agreed(new SimulatedProcess(world, config, "a"));
    assertThat(a.throttle().tryTake(100)).isEqualTo(100);
    new SimulatedProcess(world, config, "b");
    world.time.advance(Duration.ofMillis(500));
    assertThat(a.throttle().tryTake(1)).as("one can no longer be divided").isZero();

    world.time.advanceToNextSecond();
    a.throttle().tryTake(1);

    assertThat(a.throttle().status().level()).as("all was used").isEqualTo(201);
  }

  @Test
  void shouldJudgeUseByTheShareThatThereWasWhenThePoolShrinks() {
    RampConfig config = RampConfig.builder(1001)
        .min(101)
        .rampUpDuration(Duration.ofSeconds(9))
        .mode(new RampMode.OnlyIfUsed(100))
        .ttl(TTL)
        .build();
    SimulatedProcess a = new SimulatedProcess(world, config, "a");
    SimulatedProcess b = new SimulatedProcess(world, config, "b");
    agree();
    assertThat(a.throttle().tryTake(1000)).as("the 101st cannot be divided").isEqualTo(50);
    b.leave();
    world.time.advance(Duration.ofMillis(500));

    world.time.advanceToNextSecond();
    a.throttle().tryTake(1);

    assertThat(a.throttle().status().level()).as("all was used").isEqualTo(201);
  }

  @Test
  void shouldAgreeWithinTwoIntervalsAsWhatIsNewIsReportedAtOnce() {
    SimulatedProcess a = start("a");
    SimulatedProcess b = start("b");
    agree();

    SimulatedProcess c = start("c");
    world.time.advance(Duration.ofMillis(300));

    for (SimulatedProcess each : List.of(a, b, c)) {
      assertThat(each.throttle().status().agreed()).isTrue();
      assertThat(each.throttle().status().poolSize()).isEqualTo(3);
    }
  }

  @Test
  void shouldKeepToTheFallbackIfTheStoreAnswersOnceOnly() {
    RampConfig hold =
        RampConfig.builder(90).min(90).ttl(TTL).fallback(Fallback.HOLD).build();
    SimulatedProcess a = new SimulatedProcess(world, hold, "a");
    new SimulatedProcess(world, hold, "b");
    agree();
    world.storeIsDown = true;
    world.time.advance(TTL.multipliedBy(2));
    assertThat(a.throttle().status().fallbackInForce()).isTrue();

    world.storeIsDown = false;
    world.time.advance(Duration.ofMillis(150));
    assertThat(a.throttle().status().state()).isEqualTo(PoolState.JOINING);
    world.storeIsDown = true;
    world.time.advance(Duration.ofMillis(200));

    assertThat(a.throttle().status().fallbackInForce()).isTrue();
    world.time.advanceToNextSecond();
    assertThat(a.throttle().tryTake(1000)).isEqualTo(45);
  }

  @Test
  void shouldGoOnAfterSleepingForLessThanTheTtl() {
    SimulatedProcess a = start("a");
    SimulatedProcess b = start("b");
    agree();

    b.stop();
    world.time.advance(TTL.minusMillis(500));
    b.resume();

    assertThat(b.throttle().tryTake(1000)).isEqualTo(45);
    assertShares(45, a);
  }

  @Test
  void shouldStartAgainAfterAllHaveCrashed() {
    SimulatedProcess a = start("a");
    SimulatedProcess b = start("b");
    agree();
    a.kill();
    b.kill();

    SimulatedProcess newA = start("a");
    agree();
    assertThat(newA.throttle().tryTake(1000))
        .as("b counts until the ttl is over")
        .isEqualTo(45);
    SimulatedProcess newB = start("b");
    agree();

    assertShares(45, newA, newB);
  }

  @Test
  void shouldGiveWayToANewerProcessOfTheSameName() {
    SimulatedProcess older = agreed(start("a"));

    SimulatedProcess newer = start("a");
    agree();

    assertThat(older.throttle().status().state()).isEqualTo(PoolState.SUPERSEDED);
    assertThat(older.throttle().tryTake(1)).isZero();
    assertShares(90, newer);
    older.leave();
    world.time.advance(Duration.ofSeconds(1));
    assertThat(older.throttle().status().state()).isEqualTo(PoolState.CLOSED);
    assertShares(90, newer);
  }

  @Test
  void shouldNotUseUpASecondTwiceWhenSomebodyLeaves() {
    SimulatedProcess a = start("a");
    SimulatedProcess b = start("b");
    agree();
    world.time.advanceToNextSecond();
    assertThat(b.throttle().tryTake(1000)).isEqualTo(45);

    b.leave();
    world.time.advance(Duration.ofMillis(600));

    assertThat(a.throttle().status().agreed()).isTrue();
    assertThat(a.throttle().tryTake(1000)).as("b's part of this second is used").isEqualTo(45);
    world.time.advanceToNextSecond();
    assertThat(a.throttle().tryTake(1000)).isEqualTo(90);
  }

  @Test
  void shouldWaitForOthersTheStoreMayHaveForgotten() {
    SimulatedProcess a = agreed(start("a"));
    world.time.advance(Duration.ofMillis(800));
    world.store.clear();
    a.stop(); // so that it does not report before the next second

    SimulatedProcess b = start("b");
    world.time.advance(Duration.ofMillis(220));
    assertThat(b.throttle().tryTake(1000)).isZero();

    a.resume();
    agree();
    assertShares(45, a, b);
  }

  /** A deployment is rolled out: one comes and one goes, all the time. */
  @Test
  void shouldLetNewcomersStartThoughOthersComeAndGo() {
    Deque<SimulatedProcess> processes = new ArrayDeque<>();
    for (int i = 0; i < 5; i++) {
      processes.add(start("old-" + i));
    }
    agree();
    for (int i = 0; i < 30; i++) {
      processes.add(start("new-" + i));
      world.time.advance(Duration.ofMillis(400));
      processes.remove().leave();
      world.time.advance(Duration.ofMillis(400));

      long granting = processes.stream()
          .filter(process -> process.throttle().status().share() > 0)
          .count();
      assertThat(granting).as("of five, while the last may be new").isGreaterThanOrEqualTo(3);
    }
  }

  private SimulatedProcess start(String name) {
    return new SimulatedProcess(world, CONFIG, name);
  }

  private SimulatedProcess agreed(SimulatedProcess process) {
    agree();
    return process;
  }

  /** Long enough for a newcomer to believe a store that has just met the group. */
  private void agree() {
    world.time.advance(Duration.ofMillis(1500));
    world.time.advanceToNextSecond();
  }

  private static void assertShares(int share, SimulatedProcess... processes) {
    for (SimulatedProcess process : processes) {
      assertThat(process.throttle().tryTake(1000)).isEqualTo(share);
    }
  }
}
