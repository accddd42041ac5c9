package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The command line in a process of its own, with temporary files in a folder of its own. */
final class SluiceProcess implements AutoCloseable {

  private static final Duration GENEROUS = Duration.ofMinutes(2);

  private final Path output;
  private final Path temporary;
  private final Process process;

  SluiceProcess(Path folder, String... args) throws IOException {
    output = folder.resolve("output.txt");
    temporary = Files.createDirectories(folder.resolve("tmp"));
    List<String> command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1", // it does not run for long
        "-Dslf4j.provider=ch.qos.logback.classic.spi.LogbackServiceProvider",
        "-Dslf4j.internal.verbosity=WARN",
        "-Djava.io.tmpdir=" + temporary,
        "-cp",
        System.getProperty("java.class.path"),
        "io.sluice.cli.SluiceCli"));
    command.addAll(List.of(args));
    process = new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }

  /** Waits until the output has this, and returns its first group. */
  String await(String regex) throws IOException, InterruptedException {
    Pattern pattern = Pattern.compile(regex);
    long deadline = System.nanoTime() + GENEROUS.toNanos();
    Matcher matcher = pattern.matcher(output());
    while (!matcher.find()) {
      assertThat(process.isAlive()).as(output()).isTrue();
      assertThat(System.nanoTime()).as(output()).isLessThan(deadline);
      process.waitFor(100, TimeUnit.MILLISECONDS);
      matcher = pattern.matcher(output());
    }
    return matcher.group(1);
  }

  String output() throws IOException {
    return Files.readString(output);
  }

  List<ProcessHandle> children() {
    return process.descendants().toList();
  }

  /** What it has left among the temporary files. */
  List<Path> leftovers() throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      // The JVM's and Netty's own, which they clean up or not as they like.
      return files
          .filter(file -> file.getFileName().toString().startsWith("sluice-"))
          .toList();
    }
  }

  /** Lets it stand still, until it is resumed. */
  void suspend() throws IOException, InterruptedException {
    kill("-STOP");
  }

  void resume() throws IOException, InterruptedException {
    kill("-CONT");
  }

  private void kill(String signal) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", signal, Long.toString(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  /** Sends SIGTERM. */
  int terminate() throws InterruptedException {
    process.destroy();
    return awaitEnd();
  }

  int awaitEnd() throws InterruptedException {
    assertThat(process.waitFor(GENEROUS.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
