package io.sluice.client.testbed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A node in a JVM of its own. */
final class NodeProcess {

  private static final int LONGEST_START_SECONDS = 120;
  private static final Pattern STARTED =
      Pattern.compile("started .*gateway=\"\\[[^:]+:(\\d+)]\" admin=\"[^:]+:(\\d+)\"");

  private final Process process;
  private final int port;
  private final int adminPort;

  /** Starts it and waits until it serves; port 0 is any. */
  NodeProcess(Path folder, int port, int adminPort, String brokerUrl, String webUrl)
      throws IOException {
    Path config = Files.writeString(
        folder.resolve("node.yaml"), """
            gateway: {listen: "127.0.0.1:%d", drainTimeout: 1s}
            cluster: {brokers: "%s", webService: "%s"}
            admin: {listen: "127.0.0.1:%d"}
            """.formatted(port, brokerUrl, webUrl, adminPort));
    Path log = Files.createTempFile(folder, "node-", ".log");
    ProcessBuilder builder = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1", // it does not run for long
            "-XX:+UseSerialGC",
            "-XX:+ExitOnOutOfMemoryError",
            "-Xmx128m",
            "-XX:MaxDirectMemorySize=512m",
            NodeMain.class.getName(),
            config.toString())
        .redirectErrorStream(true)
        .redirectOutput(log.toFile());
    // In the environment, as it would make the command line unreadable.
    builder.environment().put("CLASSPATH", ownClasses() + File.pathSeparator + itsClasses());
    process = builder.start();
    Matcher started = awaitStart(log);
    this.port = Integer.parseInt(started.group(1));
    this.adminPort = Integer.parseInt(started.group(2));
  }

  private static Path ownClasses() throws IOException {
    try {
      return Path.of(
          NodeProcess.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException("cannot tell where the classes of sluice-client-testbed are", e);
    }
  }

  private static String itsClasses() throws IOException {
    try (InputStream in = Objects.requireNonNull(
        NodeProcess.class.getResourceAsStream("node.classpath"),
        "sluice-client-testbed was built without node.classpath; build it with Maven")) {
      return new String(in.readAllBytes(), UTF_8).strip();
    }
  }

  private Matcher awaitStart(Path log) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_START_SECONDS);
    while (true) {
      String output = Files.readString(log);
      Matcher started = STARTED.matcher(output);
      if (started.find()) {
        return started;
      }
      if (!process.isAlive() || System.nanoTime() > deadline || awaitEnd(20)) {
        kill();
        throw new IOException("the node did not start; its log " + log + " says:\n" + output);
      }
    }
  }

  private boolean awaitEnd(long millis) throws IOException {
    try {
      return process.waitFor(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      kill();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for the node", e);
    }
  }

  int port() {
    return port;
  }

  int adminPort() {
    return adminPort;
  }

  /** Ends it as a failure of the machine would. */
  void kill() {
    // Far more than it takes, unless the disk stalls while the system frees its deleted files.
    process.destroyForcibly().onExit().orTimeout(60, TimeUnit.SECONDS).join();
  }
}
