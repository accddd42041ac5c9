package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.embeddedpulsar.EmbeddedPulsar;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** A node as a process, and where its parts are. */
record TestNode(SluiceProcess process, String serviceUrl, String adminUrl)
    implements AutoCloseable {

  /** @param more of its configuration */
  static TestNode start(Path folder, String name, EmbeddedPulsar pulsar, String more)
      throws Exception {
    return start(folder, name, pulsar, Map.of(), more);
  }

  /** @param inBlocks what the blocks {@code node}, {@code gateway} and {@code cluster} have more */
  static TestNode start(
      Path folder, String name, EmbeddedPulsar pulsar, Map<String, String> inBlocks, String more)
      throws Exception {
    Path home = Files.createDirectories(folder.resolve(name));
    Path config = Files.writeString(home.resolve("node.yaml"), """
        node: {name: %s, %s}
        gateway: {listen: "127.0.0.1:0", %s}
        cluster: {brokers: "%s", webService: "%s", %s}
        admin: {listen: "127.0.0.1:0"}
        %s
        """.formatted(
            name,
            inBlocks.getOrDefault("node", ""),
            inBlocks.getOrDefault("gateway", ""),
            pulsar.serviceUrl(),
            pulsar.webUrl(),
            inBlocks.getOrDefault("cluster", ""),
            more));
    SluiceProcess process = new SluiceProcess(home, "server", "--config", config.toString());
    try {
      return new TestNode(
          process,
          "pulsar://" + process.await("gateway=\"\\[([^]]+)]\""),
          "http://" + process.await("admin=\"([^\"]+)\""));
    } catch (Exception | AssertionError e) {
      process.close();
      throw e;
    }
  }

  static void eventually(Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.call()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.sleep(10);
    }
  }

  /** As {@code kill -9} does. */
  @Override
  public void close() {
    process.close();
  }
}
