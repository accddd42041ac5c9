package io.sluice.quota;

import static io.sluice.quota.LimitNodesUnderTest.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.quota.LimitNodesUnderTest.Node;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LimitSharesTest {

  private static final double MUCH = 10_000;

  /** Nodes that begin to use a limit have a quarter of it together. */
  private static final double MOST = 1.25;

  private final LimitNodesUnderTest all = new LimitNodesUnderTest();
  private final Node a = all.start("a");
  private final Node b = all.start("b");
  private final Node c = all.start("c");

  private static void assertShares(double first, double second, Node... nodes) {
    assertThat(nodes[0].share).isCloseTo(first, within(0.02));
    assertThat(nodes[1].share).isCloseTo(second, within(0.02));
  }

  @Test
  void shouldGiveAllOfALimitToTheOnlyNodeThatUsesIt() {
    a.open(MUCH);
    all.pass(0.3);

    assertThat(a.share).isEqualTo(1);
    assertThat(a.isEmpty).as("it has the burst").isFalse();
  }

  /** Once in some minutes it says that it is there, as another node may have missed it. */
  @Test
  void shouldSayHardlyAnythingOfALimitThatOneNodeUses() {
    a.open(MUCH);
    all.pass(2);
    all.said = 0;

    all.pass(512);

    assertThat(all.said).isEqualTo(2);
  }

  @Test
  void shouldGiveANewNodeNoBurstAndLittleUntilTheOthersKnow() {
    a.open(MUCH);
    all.pass(2);
    b.open(MUCH);

    assertThat(b.isEmpty).isTrue();
    assertThat(b.share).isLessThan(0.1);
    all.pass(3);

    assertThat(b.isEmpty).isTrue();
    assertShares(0.5, 0.5, a, b);
    assertThat(all.most).isLessThanOrEqualTo(MOST);
  }

  @Test
  void shouldDivideByHowManyProducersWait() {
    a.users = 9;
    a.open(MUCH);
    b.open(MUCH);

    all.pass(5);

    assertShares(0.9, 0.1, a, b);
  }

  @Test
  void shouldGiveWhatANodeDoesNotUseToTheOthers() {
    a.open(MUCH);
    b.open(100);
    c.open(MUCH);

    all.pass(5);

    assertShares(0.45, 0.1, a, b);
    assertThat(c.share).isCloseTo(0.45, within(0.02));
    assertThat(b.used).as("it hardly had to wait").isGreaterThan(450);
  }

  @Test
  void shouldAgreeOnOneThatDividesIfSeveralBeginAtTheSameTime() {
    a.open(MUCH);
    b.open(MUCH);
    c.open(MUCH);

    all.pass(3);

    assertShares(1 / 3.0, 1 / 3.0, a, b);
    assertThat(a.share + b.share + c.share).isCloseTo(1, within(0.001));
    assertThat(all.most).isLessThanOrEqualTo(MOST);
  }

  @Test
  void shouldGiveTheShareOfANodeThatHasClosedItToTheOthersAtOnce() {
    a.open(MUCH);
    b.open(MUCH);
    all.pass(3);

    b.closeLimit();
    all.pass(0.1);

    assertThat(a.share).isEqualTo(1);
  }

  @Test
  void shouldGoOnWithoutTheNodeThatDivided() {
    a.open(MUCH);
    all.pass(1);
    b.open(MUCH);
    c.open(MUCH);
    all.pass(3);

    a.closeLimit();
    all.pass(3);

    assertShares(0.5, 0.5, b, c);
    assertThat(all.most).isLessThanOrEqualTo(MOST);
  }

  @Test
  void shouldGoOnWithinThreeSecondsOfTheDeathOfTheNodeThatDivided() {
    a.open(MUCH);
    all.pass(1);
    b.open(MUCH);
    c.open(MUCH);
    all.pass(3);

    a.die();
    all.pass(3);

    assertShares(0.5, 0.5, b, c);
    assertThat(all.most).isLessThanOrEqualTo(MOST);
  }

  @Test
  void shouldNotTakeALimitForUnusedWhileTheOthersHaveNotFoundThatTheirLeaderIsDead() {
    a.open(MUCH);
    all.pass(1);
    b.open(MUCH);
    all.pass(3);
    a.die();
    all.most = 0;

    c.open(MUCH);
    all.pass(4);

    assertThat(all.most).isLessThanOrEqualTo(MOST);
    assertShares(0.5, 0.5, b, c);
  }

  @Test
  void shouldKeepItsShareWhileItIsCutOffAndComeBackWithoutAnybodyHavingTooMuch() {
    a.open(MUCH);
    b.open(MUCH);
    all.pass(3);

    b.cutOff = true;
    all.pass(10);
    assertThat(b.share).isCloseTo(0.5, within(0.02));
    assertThat(a.share).as("it has taken the other for gone").isEqualTo(1);
    b.cutOff = false;
    all.pass(3);

    assertShares(0.5, 0.5, a, b);
    assertThat(a.share + b.share).isLessThanOrEqualTo(1);
  }

  @Test
  void shouldTakeTheTrafficThatCountsNow() {
    a.open(MUCH);
    all.pass(1);
    Node other = all.start("other");

    other.isOpen = true;
    a.shares.follow(LimitNodesUnderTest.LIMIT, other);
    all.pass(1);
    a.closeLimit(); // of the traffic that does not count any more
    b.open(MUCH);

    assertThat(other.share).isEqualTo(1);
  }

  private static LimitView view(Node node) {
    return node.shares.limit(LimitNodesUnderTest.LIMIT).orElseThrow();
  }

  @Test
  void shouldKnowThatALimitIsUsedOnThisNodeOnly() {
    assertThat(a.shares.limit(LimitNodesUnderTest.LIMIT)).isEmpty();
    a.open(MUCH);
    all.pass(2);

    assertThat(view(a)).isEqualTo(new LimitView(1, 1, 1, Optional.of("a")));
    assertThat(a.shares.dividedLimits()).isEqualTo(new DividedLimits(0, 0));
    a.closeLimit();
    assertThat(a.shares.limit(LimitNodesUnderTest.LIMIT)).isEmpty();
  }

  @Test
  void shouldKnowOnEachNodeOnHowManyALimitIsUsedAndWhichDividesIt() {
    a.open(MUCH);
    all.pass(1);
    b.open(MUCH);
    c.open(MUCH);
    all.pass(0.1);
    assertThat(view(a).nodes()).isEqualTo(3);
    assertThat(view(b).nodes()).as("it was there before the third").isEqualTo(3);
    assertThat(view(c).nodes()).isEqualTo(3);
    all.pass(3);

    for (Node node : List.of(a, b, c)) {
      assertThat(view(node).nodes()).isEqualTo(3);
      assertThat(view(node).dividedBy()).contains("a");
      assertThat(view(node).messages()).isEqualTo(node.share);
    }
    assertThat(a.shares.dividedLimits()).isEqualTo(new DividedLimits(1, 0));
    assertThat(b.shares.dividedLimits()).isEqualTo(new DividedLimits(0, 1));
  }

  @Test
  void shouldNotKnowWhichNodeDividesALimitWhileItAsks() {
    a.open(MUCH);

    assertThat(view(a).dividedBy()).isEmpty();
    assertThat(view(a).nodes()).isEqualTo(1);
  }

  @Test
  void shouldKnowWhichNodesUseALimitNoMore() {
    Node d = all.start("d");
    a.open(MUCH);
    all.pass(1);
    List.of(b, c, d).forEach(node -> node.open(MUCH));
    all.pass(3);
    assertThat(view(b).nodes()).isEqualTo(4);

    c.closeLimit();
    all.pass(0.1);
    assertThat(view(a).nodes()).isEqualTo(3);
    assertThat(view(b).nodes()).isEqualTo(3);

    d.die();
    all.pass(3);
    assertThat(view(a).nodes()).isEqualTo(2);
    assertThat(view(b).nodes()).isEqualTo(2);
  }

  @Test
  void shouldKnowAllAgainAfterTheNodeThatDividedIsGone() {
    Node d = all.start("d");
    a.open(MUCH);
    all.pass(1);
    List.of(b, c, d).forEach(node -> node.open(MUCH));
    all.pass(3);

    a.closeLimit();
    all.pass(3);

    for (Node node : List.of(b, c, d)) {
      assertThat(view(node).nodes()).isEqualTo(3);
      assertThat(view(node).dividedBy()).contains("b");
    }
  }

  @Test
  void shouldNotCountANodeWhoseGoodbyeToTheLimitWasLost() {
    a.open(MUCH);
    all.pass(1);
    b.open(MUCH);
    c.open(MUCH);
    all.pass(3);

    b.isDeaf = true;
    c.closeLimit();
    all.pass(0.1);
    assertThat(view(b).nodes()).isEqualTo(3);
    b.isDeaf = false;
    all.pass(8);

    assertThat(view(b).nodes()).isEqualTo(2);
  }

  @Test
  void shouldGoOnWithoutALeaderThatSendsButHearsNothing() {
    a.open(MUCH);
    all.pass(1);
    b.open(MUCH);
    c.open(MUCH);
    all.pass(3);

    a.isDeaf = true;
    all.pass(1.5);
    b.wanted = 0; // which the leader does not hear
    all.pass(4);

    assertThat(view(c).dividedBy()).contains("b");
    assertThat(c.share).isGreaterThan(0.9);

    b.wanted = MUCH;
    a.isDeaf = false;
    all.pass(4);
    assertThat(a.share + b.share + c.share).isLessThanOrEqualTo(1);
    assertThat(a.share).isCloseTo(0.33, within(0.02));
  }

  /** One that is not heard may lead, and may not have heard the question. */
  @Test
  void shouldNotTakeALimitForUnusedWhileAnotherNodeIsNotHeard() {
    a.open(MUCH);
    all.pass(3);
    a.cutOff = true;
    all.pass(0.5);

    b.open(MUCH);
    all.pass(0.9);
    assertThat(b.share).as("the other is silent, but not for long enough").isLessThan(0.1);
    all.pass(1);
    assertThat(b.share).as("the other is gone").isEqualTo(1);
  }

  @Test
  void shouldBeSureOfANodeThatHasLeftTheLimitWhileItClaimed() {
    a.open(MUCH);
    b.open(MUCH); // its id is the larger one, so it waits for the other
    all.pass(0.05);
    b.isDeaf = true;
    a.closeLimit(); // which is not heard
    all.pass(0.1);
    b.isDeaf = false;

    all.pass(3);

    assertThat(b.share).isEqualTo(1);
    assertThat(view(b).dividedBy()).contains("b");
  }

  /** That follower may have missed that the node it follows gave up, and would follow it for good. */
  @Test
  void shouldNotFollowANodeThatFollowsAnother() {
    a.open(MUCH);
    all.pass(1);
    c.open(MUCH);
    all.pass(3);
    assertThat(view(c).dividedBy()).contains("a");
    c.claims = 0;

    a.say(new LimitUse(GroupId.of(LIMIT), LimitUse.Kind.USE, 0, 0, 0, 0));
    all.pass(0.05);

    assertThat(c.claims).isEqualTo(1);
    all.pass(3);
    assertShares(0.5, 0.5, a, c);
  }

  @Test
  void shouldSayWhatThereIsToSayOfVeryManyLimitsInSeveralReports() {
    a.mostLimitsInAReport = 0;
    for (int i = 0; i < 2500; i++) {
      a.isOpen = true;
      a.shares.follow("limit " + i, a);
    }
    all.pass(0.05);

    assertThat(a.mostLimitsInAReport).isEqualTo(LimitOutbox.MOST_IN_REPORT);
    assertThat(all.said).isGreaterThanOrEqualTo(3);
  }

  @Test
  void shouldNotKeepThePartOfANodeWhoseGoodbyeWasLost() {
    a.open(MUCH);
    all.pass(1);
    b.open(MUCH);
    all.pass(3);
    assertThat(view(a).dividedBy()).contains("a");

    a.isDeaf = true;
    b.closeLimit();
    all.pass(0.1);
    a.isDeaf = false;
    all.pass(2);

    assertThat(a.share).isEqualTo(1);
  }

  @Test
  void shouldGrowFromNothingToItsPartWithinAnInterval() {
    a.open(MUCH);
    b.open(0);
    all.pass(5);
    assertThat(b.share).isLessThan(0.01);

    b.wanted = MUCH;
    all.pass(1.3);

    assertThat(b.share).isGreaterThan(0.4);
  }

  @Test
  void shouldTakeLittleFromOthersForANodeThatNeedsALittleMore() {
    a.open(MUCH);
    b.open(100);
    all.pass(5);
    double before = b.share;

    b.wanted = 103;
    double most = 0;
    for (int i = 0; i < 40; i++) {
      all.pass(0.1);
      most = Math.max(most, b.share);
    }

    assertThat(b.share).isBetween(0.103, 0.115);
    assertThat(most).as("it had %s", before).isLessThan(0.2);
  }
}
