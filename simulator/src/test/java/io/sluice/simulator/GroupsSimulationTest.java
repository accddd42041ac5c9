package io.sluice.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.core.NanoClock;
import io.sluice.quota.Direction;
import io.sluice.quota.GroupTraffic;
import io.sluice.quota.QuotaDimension;
import io.sluice.quota.QuotaSettings;
import io.sluice.quota.UsageExchange;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupsSimulationTest {

  /** As many as there are in a few seconds; all 10 000 with -Dsluice.simulate.runs=10000. */
  private static final int RUNS = Integer.getInteger("sluice.simulate.runs", 1000);

  private static Scenario scenario(String demands, String... changes) {
    return new Scenario(
        1,
        QuotaDimension.PUBLISH_MESSAGES,
        100,
        Arrays.stream(demands.split("/", -1)).map(Demand::parse).toList(),
        Arrays.stream(changes).map(Change::parse).toList(),
        12,
        QuotaSettings.DEFAULT,
        Scenario.World.USUAL);
  }

  @Test
  void shouldKeepItsPromiseWhateverHappens() {
    List<String> failed = LongStream.range(0, RUNS)
        .mapToObj(seed ->
            seed + ": " + Verdict.of(Simulation.run(RandomScenarios.of(seed))).findings())
        .filter(line -> !line.endsWith(": []"))
        .limit(20)
        .toList();

    assertThat(failed).as("to replay one: ./sluice simulate groups --seed SEED").isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "200/200/5, 47.5/47.5/5",
    "10/50/30, 10/50/30",
    "80/200, 50/50",
    "80/20, 80/20",
    "70/70, 50/50",
    "200/0, 100/0"
  })
  void shouldComeToTheAnswerOfTheDesign(String demands, String expected) {
    Trace trace = Simulation.run(scenario(demands));

    assertThat(Verdict.of(trace).findings()).isEmpty();
    List<Window.Part> parts = Window.of(trace, trace.steps() - Trace.STEPS).parts();
    double[] fair =
        Arrays.stream(expected.split("/", -1)).mapToDouble(Double::parseDouble).toArray();
    for (int i = 0; i < fair.length; i++) {
      assertThat(parts.get(i).fair()).isEqualTo(fair[i]);
      assertThat(parts.get(i).got()).isCloseTo(fair[i], within(0.05 * fair[i] + 2));
    }
  }

  @Test
  void shouldComeToTheSameAgain() {
    Scenario scenario = RandomScenarios.of(7);

    assertThat(Verdict.of(Simulation.run(scenario)))
        .isEqualTo(Verdict.of(Simulation.run(scenario)));
  }

  @Test
  void shouldNoticeADivisionByUse() {
    Verdict verdict = Verdict.of(Simulation.run(scenario("200/step:0:4:200"), QuotaSharing.STOCK));

    assertThat(verdict.isGood()).isFalse();
    assertThat(verdict.findings()).anyMatch(finding -> finding.contains("instead of"));
  }

  @Test
  void shouldNoticeThatANodeIsLeftWithACrumb() {
    Verdict verdict = Verdict.of(Simulation.run(scenario("200/step:0:4:200"), QuotaSharing.STOCK));

    assertThat(verdict.findings()).anyMatch(finding -> finding.contains("less than"));
  }

  @Test
  void shouldNoticeThatEverybodyHasEverything() {
    Verdict verdict = Verdict.of(Simulation.run(scenario("200/200/200"), Whole::new));

    assertThat(verdict.overshoot()).isCloseTo(3, within(0.1));
    assertThat(verdict.findings()).anyMatch(finding -> finding.contains("times the quota"));
  }

  @Test
  void shouldNoticeSharesThatAddUpToMoreThanTheQuotaAlthoughNobodyUsesThem() {
    Verdict verdict = Verdict.of(Simulation.run(scenario("10/10"), Whole::new));

    assertThat(verdict.findings()).anyMatch(finding -> finding.contains("shares add up to"));
  }

  @Test
  void shouldNoticeThatADeadNodeIsNotForgotten() {
    Verdict verdict =
        Verdict.of(Simulation.run(scenario("200/200", "5:kill:0"), QuotaSharing.STOCK));

    assertThat(verdict.findings()).anyMatch(finding -> finding.contains("the total is"));
  }

  @Test
  void shouldMeasureHowLongItTookAfterAChange() {
    Verdict verdict = Verdict.of(Simulation.run(scenario("200/200/5", "5:quota:50")));

    assertThat(verdict.findings()).isEmpty();
    assertThat(verdict.convergeIntervals()).isBetween(0.25, 3.0);
  }

  /** Gives everybody the whole quota. */
  private record Whole(
      String node,
      QuotaSettings settings,
      UsageExchange exchange,
      NanoClock clock,
      GroupTraffic traffic)
      implements QuotaSharing {

    @Override
    public long tickNanos() {
      return settings.interval().toNanos();
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void tick() {
      double quota = traffic.quota(QuotaDimension.PUBLISH_MESSAGES);
      traffic.setShare(Direction.PUBLISH, quota, quota);
    }

    @Override
    public void used(boolean byClients) {}

    @Override
    public void close() {}
  }
}
