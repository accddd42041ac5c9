package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.RampRun.Call;
import io.sluice.ramp.RampConfig;
import io.sluice.ramp.RampMode;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RampRunTest {

  @Test
  void shouldGrantOneOfSeveralItsShareFromTheFirstSecondOn() {
    RampConfig config =
        RampConfig.builder(30).min(10).rampUpDuration(Duration.ofSeconds(2)).build();

    assertThat(calls(RampRun.of(config, 4, usage(100, 3, 100))))
        .containsExactly(new Call(10, 2, 100, 2), new Call(20, 5, 3, 3), new Call(30, 7, 100, 7));
  }

  @Test
  void shouldCountACallForNothingAsACall() {
    RampConfig config = RampConfig.builder(30)
        .min(10)
        .rampUpDuration(Duration.ofSeconds(2))
        .mode(RampMode.onlyIfUsed())
        .build();

    assertThat(calls(RampRun.of(config, 1, usage(10, 0, 20))))
        .containsExactly(
            new Call(10, 10, 10, 10), new Call(20, 20, 0, 0), new Call(20, 20, 20, 20));
  }

  @Test
  void shouldLeaveOutSecondsWithoutACall() {
    RampRun run = RampRun.of(
        RampConfig.builder(5).min(5).build(),
        1,
        List.of(OptionalInt.empty(), OptionalInt.of(5), OptionalInt.empty()));

    assertThat(run.seconds())
        .containsExactly(
            new RampRun.Second(1, Optional.empty()),
            new RampRun.Second(2, Optional.of(new Call(5, 5, 5, 5))),
            new RampRun.Second(3, Optional.empty()));
  }

  @Test
  void shouldGoOnThroughAPauseLongerThanTheTtl() {
    RampConfig config = RampConfig.builder(5).min(5).ttl(Duration.ofMillis(300)).build();
    OptionalInt[] usage = new OptionalInt[100];
    Arrays.fill(usage, OptionalInt.empty());
    usage[99] = OptionalInt.of(5);

    assertThat(calls(RampRun.of(config, 2, List.of(usage)))).containsExactly(new Call(5, 2, 5, 2));
  }

  @Test
  void shouldCountAShareOfNothingAsUsedUp() {
    RampRun run = RampRun.of(RampConfig.builder(3).min(3).build(), 4, usage(1));

    assertThat(calls(run)).containsExactly(new Call(3, 0, 1, 0));
    assertThat(calls(run).get(0).utilisation()).isEqualTo(100);
    assertThat(new Call(10, 5, 2, 2).utilisation()).isEqualTo(40);
  }

  private static List<OptionalInt> usage(int... wanted) {
    return Arrays.stream(wanted).mapToObj(OptionalInt::of).toList();
  }

  private static List<Call> calls(RampRun run) {
    return run.seconds().stream().flatMap(second -> second.call().stream()).toList();
  }
}
