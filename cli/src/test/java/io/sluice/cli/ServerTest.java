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
        policies: {store: ""}
        admin: {listen: "127.0.0.1:0"}
        """);

    try (SluiceProcess sluice =
        new SluiceProcess(folder, "server", "--config", config.toString())) {
      sluice.await("(SluiceNode: started node=\"node-1\")");

      assertThat(sluice.terminate()).as(sluice.output()).isZero();

      assertThat(sluice.output()).contains("SluiceNode: draining", "SluiceNode: stopped");
    }
  }

  @Test
  void shouldEndWithTheReasonIfThePoliciesCannotBeRead() throws Exception {
    Path config = Files.writeString(folder.resolve("node.yaml"), """
        gateway: {listen: "127.0.0.1:0"}
        cluster: {brokers: "pulsar://127.0.0.1:1"}
        policies: {storeTimeout: 1s}
        admin: {listen: "127.0.0.1:0"}
        """);

    try (SluiceProcess sluice =
        new SluiceProcess(folder, "server", "--config", config.toString())) {
      sluice.await("(the policies could not be read from"
          + " persistent://pulsar/system/sluice-policies within 1s: .*"
          + "see policies.store and policies.storeTimeout in the configuration)");

      assertThat(sluice.awaitEnd()).as(sluice.output()).isEqualTo(1);
    }
  }
}
