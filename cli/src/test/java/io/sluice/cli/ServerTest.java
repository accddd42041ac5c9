package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerTest {

  @TempDir
  Path folder;

  @Test
  void shouldRunUntilItIsToldToStopAndThenHaveSucceeded() throws Exception {
    Path config = Files.writeString(folder.resolve("node.yaml"), """
        node: {name: node-1}
        gateway: {listen: "127.0.0.1:0"}
        cluster: {brokers: "pulsar://broker.invalid:6650"}
        admin: {listen: "127.0.0.1:0"}
        """);

    try (SluiceProcess sluice =
        new SluiceProcess(folder, "server", "--config", config.toString())) {
      sluice.await("(SluiceNode: started node=\"node-1\")");

      assertThat(sluice.terminate()).as(sluice.output()).isZero();

      assertThat(sluice.output()).contains("SluiceNode: draining", "SluiceNode: stopped");
    }
  }
}
