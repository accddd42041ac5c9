package io.sluice.embeddedpulsar;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The build runs tests with SLUICE_PULSAR_JVM_OPTIONS. */
class ChildCommandTest {

  @Test
  void shouldLetTheEnvironmentHaveTheLastWordOnOptionsOfTheJvm() throws Exception {
    assertThat(System.getenv("SLUICE_PULSAR_JVM_OPTIONS"))
        .isEqualTo("-XX:TieredStopAtLevel=1 -Dzookeeper.forceSync=no");

    List<String> command = ChildCommand.create(
            List.of("-Xmx1g"), Path.of("tmp"), Path.of("options"))
        .command();

    assertThat(command)
        .containsSequence(
            "-Xmx1g",
            "-XX:TieredStopAtLevel=1",
            "-Dzookeeper.forceSync=no",
            "io.sluice.embeddedpulsar.child.ChildMain");
  }
}
