package io.sluice.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.core.testing.ManualClock;
import io.sluice.core.testing.Seeds;
import io.sluice.quota.RampedNodes.RampedNode;
import io.sluice.ramp.RampMode;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** All nodes have the same level, which rises from 10 to 110 in ten seconds: by 10 per second. */
class RampAgreementTest {

  private static final double SLOPE = 10;

  private final RampedNodes nodes = new RampedNodes();

  @Test
  void shouldRiseFromMinToMaxOnANodeThatIsAlone() {
    RampedNode alone = nodes.start("a", RampMode.scheduled());
    assertThat(alone.ramp.level()).isEqualTo(10);

    nodes.pass(5);
    assertThat(alone.ramp.level()).isEqualTo(60);
    assertThat(alone.ramp.factor()).isCloseTo(60 / 110.0, within(1e-9));
    nodes.pass(10);
    assertThat(alone.ramp.level()).isEqualTo(110);
    assertThat(alone.ramp.factor()).isEqualTo(1);
  }

  @Test
  void shouldRiseAlikeWhenAllStartTogether() {
    nodes.start("b", RampMode.scheduled());
    nodes.start("c", RampMode.scheduled());
    RampedNode first = nodes.start("a", RampMode.scheduled());

    for (int second = 1; second <= 10; second++) {
      nodes.pass(1);
      assertThat(nodes.apart()).isLessThanOrEqualTo(SLOPE);
      assertThat(first.ramp.level()).isEqualTo(10 + second * SLOPE);
    }
    nodes.pass(1);
    assertThat(nodes.apart()).isZero();
  }

  @Test
  void shouldRiseByTheMostThatIsUsedAnywhere() {
    RampedNode first = nodes.start("a", RampMode.onlyIfUsed());
    RampedNode other = nodes.start("b", RampMode.onlyIfUsed());
    nodes.pass(5);
    assertThat(first.ramp.level()).as("no node uses it").isEqualTo(10);

    other.used = 0.6;
    nodes.pass(4);

    assertThat(first.ramp.level()).isBetween(30.0, 50.0);
    assertThat(nodes.apart()).isLessThanOrEqualTo(SLOPE);
    other.used = 0.4;
    nodes.pass(2);
    double now = first.ramp.level();
    nodes.pass(5);
    assertThat(first.ramp.level()).as("not enough is used").isEqualTo(now);
    assertThat(nodes.apart()).isZero();
  }

  @Test
  void shouldGoBackWhenNobodyUsesEnoughAnyMore() {
    RampedNode first = nodes.start("a", RampMode.goBackN());
    RampedNode other = nodes.start("b", RampMode.goBackN());
    other.used = 1;
    nodes.pass(20);
    assertThat(first.ramp.level()).isEqualTo(110);
    assertThat(nodes.apart()).isZero();

    other.used = 0.1;
    nodes.pass(4);

    assertThat(first.ramp.level()).isBetween(70.0, 90.0);
    assertThat(nodes.apart()).isLessThanOrEqualTo(SLOPE);
    other.used = 0;
    nodes.pass(40);
    assertThat(first.ramp.level()).isEqualTo(10);
    assertThat(nodes.apart()).isZero();
  }

  @Test
  void shouldGoOnFromTheSameLevelWhenTheLeaderDies() {
    RampedNode leader = nodes.start("a", RampMode.scheduled());
    RampedNode second = nodes.start("b", RampMode.scheduled());
    nodes.start("c", RampMode.scheduled());
    nodes.pass(4);
    double before = second.ramp.level();

    nodes.kill(leader);
    nodes.pass(AgreedRamp.SILENT_SECONDS - 1);
    assertThat(second.ramp.level()).as("a silent leader is waited for").isEqualTo(before);
    nodes.pass(2);

    assertThat(second.ramp.level()).isBetween(before + SLOPE, before + 2 * SLOPE);
    assertThat(nodes.apart()).isLessThanOrEqualTo(SLOPE);
  }

  @Test
  void shouldGoOnAtOnceWhenTheLeaderSaysGoodbye() {
    RampedNode leader = nodes.start("a", RampMode.scheduled());
    RampedNode second = nodes.start("b", RampMode.scheduled());
    nodes.pass(4);
    double before = second.ramp.level();

    nodes.leave(leader);
    nodes.pass(2);

    assertThat(second.ramp.level()).isEqualTo(before + 2 * SLOPE);
  }

  @Test
  void shouldTakeOverTheLevelOfTheOthersWhereverAStartedNodeStandsAmongThem() {
    RampedNode known = nodes.start("b", RampMode.onlyIfUsed());
    known.used = 1;
    nodes.pass(6);
    known.used = 0.1;
    nodes.pass(2);
    double level = known.ramp.level();

    RampedNode before = nodes.start("a", RampMode.onlyIfUsed());
    RampedNode after = nodes.start("c", RampMode.onlyIfUsed());
    nodes.pass(1.5);

    assertThat(level).isEqualTo(70);
    assertThat(before.ramp.level()).isEqualTo(level);
    assertThat(after.ramp.level()).isEqualTo(level);
    nodes.pass(10);
    assertThat(known.ramp.level()).isEqualTo(level);
    assertThat(nodes.apart()).isZero();
  }

  @Test
  void shouldAnswerANodeThatStartsWhenTheRampHasLongEnded() {
    nodes.start("b", RampMode.scheduled());
    nodes.pass(31);

    RampedNode started = nodes.start("a", RampMode.scheduled());
    nodes.pass(1.5);

    assertThat(started.ramp.level()).isEqualTo(110);
  }

  @Test
  void shouldKeepTheLevelWhenTheLeaderIsStartedAnew() {
    RampedNode leader = nodes.start("a1", RampMode.relaxed());
    RampedNode other = nodes.start("b", RampMode.relaxed());
    other.used = 1;
    nodes.pass(6);
    double before = other.ramp.level();

    nodes.kill(leader);
    RampedNode again = nodes.start("a2", RampMode.relaxed());
    nodes.pass(AgreedRamp.SILENT_SECONDS + 2);

    assertThat(again.ramp.level()).isGreaterThanOrEqualTo(before);
    assertThat(nodes.apart()).isLessThanOrEqualTo(SLOPE);
  }

  @Test
  void shouldNotPullTheOthersBackAfterItWasCutOff() {
    RampedNode first = nodes.start("a", RampMode.goBackN());
    RampedNode other = nodes.start("b", RampMode.goBackN());
    other.used = 1;
    nodes.pass(12);

    first.cutOff = true;
    nodes.pass(60);
    assertThat(first.ramp.level()).as("nothing is used there").isEqualTo(10);
    first.cutOff = false;
    nodes.pass(2);

    assertThat(first.ramp.level()).isEqualTo(110);
    nodes.pass(10);
    assertThat(other.ramp.level()).isEqualTo(110);
    assertThat(nodes.apart()).isZero();
  }

  @Test
  void shouldAgreeThoughReportsAreLost() {
    Seeds.forEach(200, random -> {
      RampedNodes lossy = new RampedNodes();
      for (String name : new String[] {"a", "b", "c"}) {
        lossy.start(name, RampMode.scheduled());
        lossy.pass(random.nextInt(8) / 8.0);
      }
      lossy.pass(3);
      lossy.loses = new Random(random.nextLong())::nextBoolean;
      lossy.pass(random.nextInt(10));
      lossy.loses = () -> false;
      lossy.pass(AgreedRamp.SILENT_SECONDS);

      assertThat(lossy.apart()).isLessThanOrEqualTo(SLOPE);
      lossy.pass(15);
      assertThat(lossy.apart()).isZero();
    });
  }

  @Test
  void shouldGoOnFromWhereItIsWhenItsNumbersChange() {
    RampedNode node = nodes.start("a", RampMode.scheduled());
    nodes.pass(5);

    set(node, 10, 70, 6);
    assertThat(node.ramp.level()).isEqualTo(60);
    assertThat(node.ramp.factor()).isCloseTo(60 / 70.0, within(1e-9));
    nodes.pass(1);
    assertThat(node.ramp.level()).isEqualTo(70);

    set(node, 1, 50, 7);
    assertThat(node.ramp.level()).isEqualTo(50);
    assertThat(node.ramp.factor()).isEqualTo(1);
  }

  private static void set(RampedNode node, long min, long max, int seconds) {
    AgreedRamp same = node.shares
        .ramps()
        .set(RampedNodes.RAMP, min, max, Duration.ofSeconds(seconds), RampMode.scheduled());
    assertThat(same).isSameAs(node.ramp);
  }

  @Test
  void shouldTellTheMostThatWasUsedInTheLastSecondAndHowManyNodesHaveIt() {
    RampedNode first = nodes.start("a", RampMode.goBackN());
    assertThat(first.ramp.nodes()).isEqualTo(1);
    assertThat(first.ramp.used()).isZero();
    RampedNode other = nodes.start("b", RampMode.goBackN());
    RampedNode third = nodes.start("c", RampMode.goBackN());
    first.used = 0.2;
    other.used = 0.7;

    nodes.pass(3);
    for (RampedNode node : List.of(first, other, third)) {
      assertThat(node.ramp.used()).isEqualTo(0.7);
      assertThat(node.ramp.nodes()).isEqualTo(3);
    }

    nodes.leave(other);
    assertThat(first.ramp.nodes()).as("it has said goodbye").isEqualTo(2);
    assertThat(first.ramp.used()).isEqualTo(0.2);
    nodes.kill(third);
    nodes.pass(AgreedRamp.SILENT_SECONDS + 2);
    assertThat(first.ramp.nodes()).as("it is silent").isEqualTo(1);
    first.used = 0;
    nodes.pass(2);
    assertThat(first.ramp.used()).isZero();
  }

  @Test
  void shouldStartFromMinIfItIsRemovedAndSetAgain() {
    RampedNode node = nodes.start("a", RampMode.scheduled());
    nodes.pass(5);

    node.shares.ramps().remove(RampedNodes.RAMP);

    assertThat(node.shares
            .ramps()
            .set(RampedNodes.RAMP, 10, 110, Duration.ofSeconds(10), RampMode.scheduled())
            .level())
        .isEqualTo(10);
  }

  @Test
  void shouldNotCatchUpOnTheTimeInWhichThereWereNoRamps() {
    ManualClock clock = new ManualClock();
    RampAgreement agreement = new RampAgreement("a", clock);

    clock.advance(Duration.ofHours(1));
    AgreedRamp ramp = agreement.set("first", 10, 110, Duration.ofSeconds(10), RampMode.scheduled());
    clock.advance(Duration.ofSeconds(1));
    agreement.tick();

    assertThat(ramp.level()).isEqualTo(20);
  }

  @Test
  void shouldNotBeTakenInByNumbersThatMakeNoSense() {
    AgreedRamp ramp = new AgreedRamp("b", 1, 10, 110, Duration.ofSeconds(10), RampMode.relaxed());

    ramp.heard("a", new RampUse(1, Double.NaN, Double.NaN), 0);
    ramp.tick(1, 1);
    assertThat(ramp.level()).isEqualTo(10);
    ramp.heard("a", new RampUse(1, Double.POSITIVE_INFINITY, 7), 1);
    assertThat(ramp.level()).isEqualTo(110);
    ramp.heard("a", new RampUse(1, 1, -7), 1);
    assertThat(ramp.level()).isEqualTo(10);
  }
}
