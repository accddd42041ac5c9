package io.sluice.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.quota.QuotaDimension;
import io.sluice.quota.QuotaSettings;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LimitsSimulationTest {

  /** As many as there are in a few seconds; all 10 000 with -Dsluice.simulate.runs=10000. */
  private static final int RUNS = Integer.getInteger("sluice.simulate.runs", 1000);

  private static Trace run(String demands, String... changes) {
    return Simulation.run(
        new Scenario(
            1,
            QuotaDimension.PUBLISH_MESSAGES,
            300,
            Arrays.stream(demands.split("/", -1)).map(Demand::parse).toList(),
            Arrays.stream(changes).map(Change::parse).toList(),
            16,
            QuotaSettings.DEFAULT,
            Scenario.World.USUAL),
        QuotaSharing.LIMIT);
  }

  @Test
  void shouldKeepItsPromiseWhateverHappens() {
    List<String> failed = LongStream.range(0, RUNS)
        .mapToObj(seed -> {
          Trace trace = Simulation.run(RandomScenarios.of(seed), QuotaSharing.LIMIT);
          return seed + ": " + Verdict.of(trace, Promise.LIMIT).findings();
        })
        .filter(line -> !line.endsWith(": []"))
        .limit(20)
        .toList();

    assertThat(failed).as("to replay one: ./sluice simulate limits --seed SEED").isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "600/600/15, 142.5/142.5/15",
    "30/150/90, 30/150/90",
    "240/600, 150/150",
    "240/60, 240/60",
    "600/0, 300/0"
  })
  void shouldDivideALimitFairly(String demands, String expected) {
    Trace trace = run(demands);

    assertThat(Verdict.of(trace, Promise.LIMIT).findings()).isEmpty();
    List<Window.Part> parts = Window.of(trace, trace.steps() - Trace.STEPS).parts();
    double[] fair =
        Arrays.stream(expected.split("/", -1)).mapToDouble(Double::parseDouble).toArray();
    for (int i = 0; i < fair.length; i++) {
      assertThat(parts.get(i).got()).isCloseTo(fair[i], within(0.05 * fair[i] + 2));
    }
  }

  /** Node 0 is the first to use the limit, and divides it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "5:kill:0",
        "5:leave:0",
        "5:restart:0",
        "5:kill:1",
        "5:join:2",
        "5:quota:100",
        "5:quota:900",
        "5:cut:0:2",
        "5:cut:1:2",
        "5:split:1:3"
      })
  void shouldBeFairAgainAfterAnyChangeAndNeverLetMuchMorePass(String change) {
    Verdict verdict = Verdict.of(run("900/900/15", change), Promise.LIMIT);

    assertThat(verdict.findings()).isEmpty();
    assertThat(verdict.overshoot()).isLessThanOrEqualTo(Promise.LIMIT.overshoot());
  }

  /** As nodes of a group do. */
  @Test
  void shouldNoticeThatNodesHaveAnEvenPartBeforeOthersKnow() {
    List<String> findings = LongStream.range(0, 2000)
        .mapToObj(seed -> Simulation.run(RandomScenarios.of(seed), QuotaSharing.SLUICE))
        .flatMap(trace -> Verdict.of(trace, Promise.LIMIT).findings().stream())
        .filter(finding -> finding.contains("times the quota"))
        .limit(1)
        .toList();

    assertThat(findings).isNotEmpty();
  }
}
