package io.sluice.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.quota.QuotaDimension;
import io.sluice.quota.QuotaSettings;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioTextTest {

  @Test
  void shouldReadWhatItWrites() {
    LongStream.range(0, 200).mapToObj(RandomScenarios::of).forEach(scenario -> {
      assertThat(scenario.demands())
          .isEqualTo(
              scenario.demands().stream().map(d -> Demand.parse(d.text())).toList());
      assertThat(scenario.changes())
          .isEqualTo(
              scenario.changes().stream().map(c -> Change.parse(c.text())).toList());
    });
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "-1", "NaN", "1e99", "step:1", "sine:1:1:0", "jump:1:2:3"})
  void shouldRefuseWhatIsNoDemand(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Demand.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "4", "4:kill", "4:kill:1:2", "x:kill:1", "4:die:1", "4:loss:0.3"})
  void shouldRefuseWhatIsNoEvent(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Change.parse(text));
  }

  @Test
  void shouldRefuseWhatHappensToNobody() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Scenario(
            0,
            QuotaDimension.PUBLISH_MESSAGES,
            100,
            List.of(new Demand.Constant(1)),
            List.of(Change.parse("4:kill:1")),
            10,
            QuotaSettings.DEFAULT,
            Scenario.World.USUAL))
        .withMessageContaining("4:kill:1");
  }

  @Test
  void shouldFollowItsCurve() {
    assertThat(Demand.parse("step:1:5:9").at(4.9)).isEqualTo(1);
    assertThat(Demand.parse("step:1:5:9").at(5)).isEqualTo(9);
    assertThat(Demand.parse("sine:10:5:8").at(2)).isEqualTo(15);
    assertThat(Demand.parse("sine:10:50:8").at(6)).isZero();
    assertThat(Demand.parse("bursts:1:7:6:2").at(7)).isEqualTo(7);
    assertThat(Demand.parse("bursts:1:7:6:2").at(9)).isEqualTo(1);
  }
}
