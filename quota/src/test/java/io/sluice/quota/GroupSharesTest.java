package io.sluice.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.testing.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** One node, with reports of others as the test says; an interval of a second, a tick of a quarter. */
class GroupSharesTest {

  private static final long GOLD = GroupId.of("gold");

  private final ManualClock clock = new ManualClock();
  private final List<UsageReport> said = new ArrayList<>();
  private final FakeTraffic gold = new FakeTraffic(100);
  private boolean hearsItself = true;
  private Consumer<UsageReport> listener = report -> {};
  private long othersSequence;
  private final GroupShares shares = node(QuotaSettings.DEFAULT);

  @Test
  void shouldHaveEverythingAlone() {
    shares.add("gold", gold);

    use(100, true, 8);

    assertThat(gold.share()).isEqualTo(100);
    assertThat(gold.share(QuotaDimension.PUBLISH_BYTES)).isInfinite();
    assertThat(shares.nodes()).isEqualTo(1);
  }

  @Test
  void shouldStandByWithAnEvenPartAtOnce() {
    hear("b", List.of());
    hear("c", List.of());
    hear("d", List.of());

    shares.add("gold", gold);

    assertThat(gold.share()).isEqualTo(25);
    assertThat(shares.nodes()).isEqualTo(4);
  }

  @Test
  void shouldMakeRoomForANewNodeBeforeTheNextTick() {
    shares.add("gold", gold);
    assertThat(gold.share()).isEqualTo(100);

    hear("b", List.of());

    assertThat(gold.share()).isEqualTo(50);
  }

  @Test
  void shouldLeaveToOthersWhatTheyNeed() {
    shares.add("gold", gold);
    for (int tick = 0; tick < 8; tick++) {
      hear("b", List.of(use(30, false)));
      use(Math.min(200, gold.share()), true, 1);
    }

    assertThat(gold.share()).isCloseTo(70, Percentage.withPercentage(3));
  }

  @Test
  void shouldGoByAnotherQuotaAtTheNextTick() {
    shares.add("gold", gold);
    use(100, true, 4);

    gold.publishQuota = 1000;
    use(100, true, 1);

    assertThat(gold.share()).isEqualTo(1000);
  }

  @Test
  void shouldForgetWhoIsSilentForOneAndAHalfIntervals() {
    shares.add("gold", gold);
    hear("b", List.of(use(90, true)));
    use(50, true, 6);
    assertThat(gold.share()).isEqualTo(50);
    assertThat(shares.nodes()).isEqualTo(2);

    use(50, true, 1);

    assertThat(gold.share()).isEqualTo(100);
    assertThat(shares.nodes()).isEqualTo(1);
  }

  @Test
  void shouldForgetAtOnceWhoSaysGoodbye() {
    shares.add("gold", gold);
    hear("b", List.of(use(90, true)));
    use(50, true, 4);

    heard(new UsageReport("b", othersSequence++, millis(), true, List.of(), List.of()));
    use(50, true, 1);

    assertThat(gold.share()).isEqualTo(100);
  }

  @Test
  void shouldIgnoreWhatIsTooOld() {
    shares.add("gold", gold);
    use(50, true, 5);
    hear("b", List.of(use(10, false)));
    use(50, true, 1);

    heard(new UsageReport(
        "b", othersSequence++, millis() - 1501, false, List.of(use(90, true)), List.of()));
    use(50, true, 1);

    assertThat(gold.share()).isGreaterThan(85);
  }

  @Test
  void shouldIgnoreWhatIsOvertaken() {
    shares.add("gold", gold);
    use(50, true, 5);
    hear("b", List.of(use(10, false)));
    use(50, true, 1);

    heard(new UsageReport("b", -1, millis(), false, List.of(use(90, true)), List.of()));
    use(50, true, 1);

    assertThat(gold.share()).isGreaterThan(85);
  }

  @Test
  void shouldNotMindClocksThatHaveNothingInCommon() {
    shares.add("gold", gold);

    heard(new UsageReport("b", 0, -1_000_000_000, false, List.of(use(90, true)), List.of()));
    heard(new UsageReport("c", 0, 1_000_000_000_000L, false, List.of(use(90, true)), List.of()));
    use(30, true, 4);

    assertThat(gold.share()).isCloseTo(33.3, Percentage.withPercentage(1));
  }

  @Test
  void shouldHaveASafeShareWhileItIsCutOff() {
    shares.add("gold", gold);
    for (int tick = 0; tick < 8; tick++) {
      hear("b", List.of(use(5, false)));
      hear("c", List.of(use(5, false)));
      use(90, true, 1);
    }
    assertThat(gold.share()).isGreaterThan(85);

    hearsItself = false;
    use(90, true, 5);
    assertThat(shares.isConnected()).isFalse();
    assertThat(gold.share()).isCloseTo(33.3, Percentage.withPercentage(1));
    use(90, true, 100);
    assertThat(gold.share()).isCloseTo(33.3, Percentage.withPercentage(1));
    assertThat(shares.nodes()).isEqualTo(3);

    hearsItself = true;
    use(90, true, 2);
    assertThat(shares.isConnected()).isTrue();
    assertThat(gold.share()).isEqualTo(100);
  }

  @Test
  void shouldReckonWithTheExpectedNodesUntilItHears() {
    hearsItself = false;
    GroupShares deaf = node(new QuotaSettings(QuotaSettings.DEFAULT.interval(), 10, 10, 5));

    deaf.add("gold", gold);

    assertThat(gold.share()).isEqualTo(20);
  }

  @Test
  void shouldSayWhatHasChangedAndTheRestEveryTenIntervals() {
    shares.add("gold", gold);
    use(40, false, 12);
    said.clear();

    use(41, false, 26);
    assertThat(groupsSaid()).as("2 % more").isEmpty();
    use(41, false, 14);
    assertThat(groupsSaid()).as("the tenth interval").hasSize(1);
    said.clear();
    use(60, false, 3);
    assertThat(groupsSaid()).as("half as much again").isNotEmpty();
  }

  @Test
  void shouldSayThatItUsesNothingAnyMore() {
    shares.add("gold", gold);
    use(40, false, 12);
    said.clear();

    use(0, false, 40); // until that was repeated for the last time

    assertThat(groupsSaid()).last().isEqualTo(new GroupUse(GOLD, 0, 0));
    said.clear();
    use(0, false, 100);
    assertThat(groupsSaid()).isEmpty();
    assertThat(said).as("that it is there, at every tick").hasSize(100);
  }

  @Test
  void shouldRepeatForLongThatItUsesNothingAnyMoreAsReportsMayBeLost() {
    shares.add("gold", gold);
    use(40, false, 12);
    use(0, false, 16);
    said.clear();

    use(0, false, 8);

    assertThat(groupsSaid()).containsExactly(new GroupUse(GOLD, 0, 0));
  }

  @Test
  void shouldMakeRoomBeforeTheNextTickForANodeThatBeginsToUseAGroup() {
    shares.add("gold", gold);
    hear("b", List.of());
    use(gold.share(), true, 6);
    hear("b", List.of());
    use(gold.share(), true, 1);
    assertThat(gold.share()).isEqualTo(100);

    hear("b", List.of(use(50, true)));

    assertThat(gold.share()).isEqualTo(50);
  }

  @Test
  void shouldTakeBeforeTheNextTickWhatANodeDoesNotWantAnyMore() {
    shares.add("gold", gold);
    hear("b", List.of(use(50, true)));
    use(gold.share(), true, 5);
    hear("b", List.of(use(50, true)));
    use(gold.share(), true, 1);
    assertThat(gold.share()).isEqualTo(50);

    hear("b", List.of(use(30, false)));

    assertThat(gold.share()).isGreaterThan(65);
  }

  @Test
  void shouldAskTwiceWhatANodeUsesThatWasTakenForGone() {
    shares.add("gold", gold);
    hear("b", List.of(use(10, false)));
    use(40, false, 12);
    said.clear();

    hear("b", List.of(use(10, false)));
    use(40, false, 3);

    assertThat(groupsSaid()).filteredOn(use -> use.rates() == 0).hasSize(2);
    assertThat(groupsSaid()).filteredOn(use -> use.rates() != 0).hasSize(2);
    assertThat(groupsSaid().get(1).rates()).as("what it uses, after the first").isNotZero();
  }

  @Test
  void shouldSayEverythingToNewcomers() {
    shares.add("gold", gold);
    use(40, false, 12);
    said.clear();

    hear("b", List.of());
    use(40, false, 1);

    assertThat(groupsSaid()).hasSize(1);
  }

  @Test
  void shouldSayWhatItUsesToWhoeverBeginsToUseAGroup() {
    shares.add("gold", gold);
    hear("b", List.of());
    use(40, false, 5);
    hear("b", List.of());
    use(40, false, 5);
    said.clear();

    hear("b", List.of(use(1, false)));
    use(40, false, 1);

    assertThat(groupsSaid()).hasSize(1);
  }

  @Test
  void shouldSayGoodbyeAndThatAGroupIsGone() {
    shares.add("gold", gold);
    use(40, true, 4);

    shares.remove("gold");
    assertThat(groupsSaid()).last().isEqualTo(new GroupUse(GOLD, 0, 0));
    shares.close();

    assertThat(said).last().matches(UsageReport::goodbye);
  }

  @Test
  void shouldTellWhatEachNodeUsesAndMayUseWithThisOneFirst() {
    shares.add("gold", gold);
    for (int tick = 0; tick < 8; tick++) {
      hear("c", List.of(use(10, false)));
      hear("b", List.of(use(45, true)));
      use(gold.share(), true, 1);
    }

    List<NodeShare> uses = shares.uses("gold");

    assertThat(uses).extracting(NodeShare::node).containsExactly("a", "b", "c");
    assertThat(uses.get(0).share(QuotaDimension.PUBLISH_MESSAGES)).isEqualTo(gold.share());
    assertThat(uses.get(0).rate(QuotaDimension.PUBLISH_MESSAGES))
        .isCloseTo(gold.share(), Percentage.withPercentage(1));
    assertThat(uses.get(0).use().wantsMore(QuotaDimension.PUBLISH_MESSAGES)).isTrue();
    assertThat(uses.get(1).rate(QuotaDimension.PUBLISH_MESSAGES)).isEqualTo(45);
    assertThat(uses.get(1).share(QuotaDimension.PUBLISH_MESSAGES))
        .as("both want more")
        .isCloseTo(gold.share(), Percentage.withPercentage(0.1));
    assertThat(uses.get(2).use().wantsMore(QuotaDimension.PUBLISH_MESSAGES)).isFalse();
    assertThat(uses.get(2).share(QuotaDimension.PUBLISH_MESSAGES)).isBetween(10.0, 11.5);
    assertThat(uses.stream()
            .mapToDouble(each -> each.share(QuotaDimension.PUBLISH_MESSAGES))
            .sum())
        .isCloseTo(100, Percentage.withPercentage(0.1));
    assertThat(uses)
        .allMatch(each -> each.share(QuotaDimension.DISPATCH_BYTES) == Double.POSITIVE_INFINITY);
    assertThat(shares.uses("silver")).isEmpty();
  }

  @Test
  void shouldTellTheSameSharesOfOthersAsTheseHaveWithoutUsingTheGroupItself() {
    shares.add("gold", gold);
    for (int tick = 0; tick < 8; tick++) {
      hear("b", List.of(use(10, false)));
      hear("c", List.of(use(90, true)));
      use(0, false, 1);
    }

    List<NodeShare> uses = shares.uses("gold");

    double[] fair = new double[2];
    FairShares.divide(100, new double[] {10, 90}, new boolean[] {false, true}, 2, fair);
    assertThat(uses.get(0).share(QuotaDimension.PUBLISH_MESSAGES))
        .as("stands by")
        .isEqualTo(100 / 3.0);
    assertThat(uses.get(1).share(QuotaDimension.PUBLISH_MESSAGES)).isEqualTo(fair[0]);
    assertThat(uses.get(2).share(QuotaDimension.PUBLISH_MESSAGES)).isEqualTo(fair[1]);
  }

  @Test
  void shouldForgetTheUseOfNodesThatGo() {
    shares.add("gold", gold);
    hear("b", List.of(use(10, false)));
    hear("c", List.of(use(10, false)));

    heard(new UsageReport("b", othersSequence++, millis(), true, List.of(), List.of()));
    hear("d", List.of()); // may get the number that b had
    assertThat(shares.uses("gold")).extracting(NodeShare::node).containsExactly("a", "c");
    use(10, false, 7);

    assertThat(shares.uses("gold")).extracting(NodeShare::node).containsExactly("a");
  }

  @Test
  void shouldAnswerAQuestionAndNotTakeItForUse() {
    shares.add("gold", gold);
    for (int tick = 0; tick < 12; tick++) {
      hear("b", List.of());
      use(40, false, 1);
    }
    said.clear();

    hear("b", List.of(GroupUse.question(GOLD)));
    use(40, false, 1);

    assertThat(groupsSaid()).hasSize(1);
    assertThat(shares.uses("gold")).extracting(NodeShare::node).containsExactly("a");
    assertThat(gold.share()).isEqualTo(100);
  }

  @Test
  void shouldAskAndUseNothingByThat() {
    shares.add("gold", gold);
    said.clear();

    shares.ask("gold");
    use(0, false, 20);

    assertThat(groupsSaid()).containsExactly(GroupUse.question(GOLD));
  }

  private GroupShares node(QuotaSettings settings) {
    UsageExchange exchange = new UsageExchange() {
      @Override
      public void publish(UsageReport report) {
        said.add(report);
        if (hearsItself) {
          heard(report);
        }
      }

      @Override
      public void listen(Consumer<UsageReport> only) {
        listener = only;
      }

      @Override
      public void close() {}
    };
    return GroupShares.start("a", settings, exchange, clock);
  }

  private void heard(UsageReport report) {
    listener.accept(report);
  }

  private void hear(String node, List<GroupUse> uses) {
    heard(new UsageReport(node, othersSequence++, millis(), false, uses, List.of()));
  }

  private long millis() {
    return clock.nanos() / 1_000_000;
  }

  private static GroupUse use(double rate, boolean wantsMore) {
    return new GroupUse(
        GOLD,
        CompactRates.with(0, QuotaDimension.PUBLISH_MESSAGES, rate),
        wantsMore ? GroupUse.bit(QuotaDimension.PUBLISH_MESSAGES) : 0);
  }

  private void use(double perSecond, boolean wantsMore, int ticks) {
    for (int tick = 0; tick < ticks; tick++) {
      clock.advanceNanos(shares.tickNanos());
      gold.use(perSecond, shares.tickNanos(), wantsMore);
      shares.tick();
    }
  }

  private List<GroupUse> groupsSaid() {
    return said.stream().flatMap(report -> report.groups().stream()).toList();
  }
}
