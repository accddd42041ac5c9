package io.sluice.embeddedpulsar;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The build runs tests with SLUICE_PULSAR_JVM_OPTIONS. */
class ChildCommandTest {

  @Test
  void shouldLetTheEnvironmentHaveTheLastWordOnOptionsOfTheJvm() throws Exception {
    List<String> fromEnvironment =
        List.of(System.getenv("SLUICE_PULSAR_JVM_OPTIONS").split(" ", -1));
    assertThat(fromEnvironment)
        .hasSize(3)
        .startsWith("-XX:TieredStopAtLevel=1")
        .endsWith("-Dzookeeper.forceSync=no");

    List<String> command = ChildCommand.create(
            List.of("-Xmx1g"), Path.of("tmp"), Path.of("options"))
        .command();

    List<String> inOrder = new ArrayList<>(List.of("-Xmx1g"));
    inOrder.addAll(fromEnvironment);
    inOrder.add("io.sluice.embeddedpulsar.child.ChildMain");
    assertThat(command).containsSequence(inOrder);
  }
}
