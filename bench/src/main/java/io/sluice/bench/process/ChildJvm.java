package io.sluice.bench.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A JVM of its own for something that listens. It says {@code READY url} on its standard output,
 * and ends with its standard input, so also when this process is killed. What it says on its
 * standard error is kept in {@code target/bench/}.
 */
public final class ChildJvm implements AutoCloseable {

  /** As Pulsar's own scripts open them. */
  public static final List<String> PACKAGES_FOR_NETTY = List.of(
      "-Dio.netty.tryReflectionSetAccessible=true",
      "--add-opens=java.base/java.nio=ALL-UNNAMED",
      "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");

  /** The same for all unless said otherwise. */
  private static final List<String> FLAGS = List.of(
      "-Xms64m",
      "-Xmx256m",
      "-XX:MaxDirectMemorySize=256m",
      "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");

  private static final String READY = "READY ";

  /** As /proc/net/tcp has it. */
  private static final String ESTABLISHED = "01";

  private static final Duration LONGEST_START = Duration.ofSeconds(60);

  private final Process process;
  private final String serviceUrl;

  private ChildJvm(Process process, String serviceUrl) {
    this.process = process;
    this.serviceUrl = serviceUrl;
  }

  /**
   * Starts a JVM, and answers when it is ready.
   *
   * @param flags besides or instead of those that are the same for all
   */
  static ChildJvm start(
      String name, List<String> flags, String classPath, String mainClass, List<String> arguments)
      throws IOException, InterruptedException {
    Path log = Path.of("target", "bench", name + ".log");
    Files.createDirectories(log.getParent());
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(PACKAGES_FOR_NETTY);
    command.addAll(FLAGS);
    command.addAll(flags);
    command.addAll(List.of("-cp", classPath, mainClass));
    command.addAll(arguments);
    Process process = new ProcessBuilder(command).redirectError(log.toFile()).start();
    CompletableFuture<String> ready = new CompletableFuture<>();
    Thread reader = new Thread(() -> read(process, ready), name + "-output");
    reader.setDaemon(true);
    reader.start();
    try {
      return new ChildJvm(process, ready.get(LONGEST_START.toSeconds(), TimeUnit.SECONDS));
    } catch (ExecutionException | TimeoutException e) {
      process.destroyForcibly();
      throw new IllegalStateException(name + " did not start; see " + log, e);
    }
  }

  /** Reads to the end, as a full pipe would stop the process. */
  private static void read(Process process, CompletableFuture<String> ready) {
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      String line;
      while ((line = output.readLine()) != null) {
        if (line.startsWith(READY)) {
          ready.complete(line.substring(READY.length()));
        }
      }
      ready.completeExceptionally(new IOException("it ended before it was ready"));
    } catch (IOException e) {
      ready.completeExceptionally(e);
    }
  }

  /** A port for what such a JVM serves besides. */
  public static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  String serviceUrl() {
    return serviceUrl;
  }

  /** The CPU time it has used so far. */
  Duration cpu() {
    return process.info().totalCpuDuration().orElseThrow();
  }

  /** Its memory that is in RAM, in bytes: now ({@code VmRSS}), or at most so far ({@code VmHWM}). */
  long memoryBytes(String field) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
      if (line.startsWith(field + ":")) {
        return 1024 * Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    throw new IllegalStateException("no " + field + " of process " + process.pid());
  }

  /** How many connections to it are open. */
  long connections() throws IOException {
    String localPort =
        String.format(Locale.ROOT, ":%04X", URI.create(serviceUrl).getPort());
    long count = 0;
    for (String table : List.of("tcp", "tcp6")) {
      count += Files.readAllLines(Path.of("/proc", "net", table)).stream()
          .map(line -> line.trim().split("\\s+", 5))
          .filter(words -> words[1].endsWith(localPort) && words[3].equals(ESTABLISHED))
          .count();
    }
    return count;
  }

  /** Ends it at once: it has nothing to save. */
  @Override
  public void close() {
    process.destroyForcibly();
  }
}
