package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that ask a node are typed often, and must not wait for what only a node needs. */
class QuickStartTest {

  @TempDir
  Path folder;

  @Test
  void shouldLoadNothingThatOnlyANodeNeeds() throws Exception {
    Path loaded = folder.resolve("loaded.txt");
    try (FakeNode node = new FakeNode().answering("/nodes", 200, "{\"items\": []}")) {
      Process process = new ProcessBuilder(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-Xlog:class+load:file=" + loaded,
              "-cp",
              System.getProperty("java.class.path"),
              "io.sluice.cli.SluiceCli",
              "nodes",
              "--url",
              node.url())
          .redirectErrorStream(true)
          .redirectOutput(folder.resolve("output.txt").toFile())
          .start();
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).isZero();
    }

    assertThat(Files.readString(loaded))
        .contains("io.sluice.cli.remote.Api ")
        .doesNotContain(" org.apache.pulsar.", " io.netty.", " org.slf4j.", " ch.qos.logback.");
  }
}
