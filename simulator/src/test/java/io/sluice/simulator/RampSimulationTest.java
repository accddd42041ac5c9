package io.sluice.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.core.testing.Seeds;
import io.sluice.ramp.Fallback;
import io.sluice.ramp.RampConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class RampSimulationTest {

  private static final Logger RAMP = Logger.getLogger("io.sluice.ramp");

  static {
    RAMP.setLevel(Level.OFF); // hundreds of outages
  }

  private static RampTrace run(long seed, Duration skew, String... events) {
    RampConfig config = RampConfig.builder(100)
        .ttl(Duration.ofSeconds(2))
        .fallback(Fallback.CLOSED)
        .startWithoutStore(true)
        .build();
    return RampSimulation.run(new RampScenario(
        seed,
        config,
        Collections.nCopies(4, new Demand.Constant(100)),
        Arrays.stream(events).map(Change::parse).toList(),
        30,
        skew));
  }

  @Test
  void shouldShareOutTheWholeAmongThoseWhoAreThere() {
    RampTrace trace = run(1, Duration.ZERO, "10:kill:0", "15:leave:1", "20:join:0");

    assertThat(trace.findings()).isEmpty();
    assertThat(trace.seconds().get(8)).extracting(RampTrace.Second::agreed).isEqualTo(4);
    assertThat(trace.seconds().get(14)).extracting(RampTrace.Second::agreed).isEqualTo(3);
    assertThat(trace.seconds().get(18).granted()).isEqualTo(100);
    assertThat(trace.seconds().get(29)).extracting(RampTrace.Second::agreed).isEqualTo(3);
  }

  @Test
  void shouldNoticeThatNobodyAgreesWithoutAStore() {
    RampTrace trace = run(1, Duration.ZERO, "5:loss:1:100");

    assertThat(trace.seconds().get(20).agreed()).isZero();
    assertThat(trace.findings()).isEmpty();
  }

  @Test
  void shouldKeepItsPromiseWhateverHappens() {
    Seeds.forEach(100, random -> {
      RampTrace trace =
          run(random.nextLong(), Duration.ofMillis(random.nextInt(900)), events(random));
      assertThat(trace.findings()).isEmpty();
    });
  }

  private static String[] events(Random random) {
    List<String> events = new ArrayList<>();
    for (int second = 3; second < 20; second += 1 + random.nextInt(6)) {
      int replica = random.nextInt(4);
      int length = 1 + random.nextInt(6);
      events.add(second
          + switch (random.nextInt(7)) {
            case 0 -> ":join:" + replica;
            case 1 -> ":leave:" + replica;
            case 2 -> ":kill:" + replica;
            case 3 -> ":restart:" + replica;
            case 4 -> ":loss:0.5:" + length;
            case 5 -> ":delay:0.2:" + length;
            default -> ":cut:" + replica + ":" + length;
          });
    }
    return events.toArray(String[]::new);
  }

  @Test
  void shouldRefuseWhatReplicasKnowNothingOf() {
    assertThatIllegalArgumentException().isThrownBy(() -> run(1, Duration.ZERO, "3:quota:5"));
    assertThatIllegalArgumentException().isThrownBy(() -> run(1, Duration.ZERO, "3:kill:4"));
  }
}
