package io.sluice.embeddedpulsar;

import io.sluice.embeddedpulsar.child.Protocol;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.StringTokenizer;

/**
 * A real Pulsar cluster on this machine: brokers, a bookie and a metadata store in a child JVM,
 * which has a class path of its own and ends when this JVM does, however that happens.
 *
 * <p>The cluster is called {@code standalone}; it has the namespace {@code public/default} and
 * transactions. Everything listens on loopback, on ports that the system chose unless the broker's
 * settings name others. A bundle of topics stays with its broker until it is unloaded.
 */
public final class EmbeddedPulsar implements AutoCloseable {

  private static final int LONGEST_START_SECONDS = 120;
  private static final int LONGEST_COMMAND_SECONDS = 60;
  private static final int LOG_LINES_SHOWN = 30;

  private final Path temporaryFolder;
  private final Path logFile;
  private final Child child;
  private final List<EmbeddedBroker> brokers = new ArrayList<>();
  private boolean closed;

  private EmbeddedPulsar(Path temporaryFolder, Path logFile, Child child) {
    this.temporaryFolder = temporaryFolder;
    this.logFile = logFile;
    this.child = child;
  }

  /**
   * Starts a cluster and waits until it is ready, for two minutes at most.
   *
   * @throws IOException if it does not start: with the reason and the last lines of its log
   */
  public static EmbeddedPulsar start(EmbeddedPulsarOptions options) throws IOException {
    Path temporary = Files.createTempDirectory("sluice-pulsar-");
    try {
      Path log = logFile(options, temporary);
      ProcessBuilder command = ChildCommand.create(
              options.jvmOptions(), temporary, writeOptions(options, temporary))
          .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
      EmbeddedPulsar pulsar =
          new EmbeddedPulsar(temporary, log, new Child(command, options.progress()));
      pulsar.awaitStart();
      return pulsar;
    } catch (IOException | RuntimeException e) {
      Protocol.delete(temporary);
      throw e;
    }
  }

  private static Path logFile(EmbeddedPulsarOptions options, Path temporary) throws IOException {
    Path file = options
        .logFile()
        .orElseGet(() -> options.dataFolder().orElse(temporary).resolve("pulsar.log"))
        .toAbsolutePath();
    Files.createDirectories(file.getParent());
    return file;
  }

  /** In a file that only this user may read: settings can hold secrets, and arguments are seen by all users. */
  private static Path writeOptions(EmbeddedPulsarOptions options, Path temporary)
      throws IOException {
    Properties properties = new Properties();
    properties.setProperty(Protocol.BROKERS, Integer.toString(options.brokers()));
    properties.setProperty(Protocol.TEMPORARY_FOLDER, temporary.toString());
    options
        .dataFolder()
        .ifPresent(folder ->
            properties.setProperty(Protocol.DATA_FOLDER, folder.toAbsolutePath().toString()));
    options
        .brokerSettings()
        .forEach((key, value) -> properties.setProperty(Protocol.SETTING + key, value));
    Path file = temporary.resolve("options.properties");
    try (OutputStream out = Files.newOutputStream(file)) {
      properties.store(out, null);
    }
    return file;
  }

  private void awaitStart() throws IOException {
    try {
      child.await(LONGEST_START_SECONDS, answer -> brokers.add(parse(answer)));
    } catch (IOException | RuntimeException e) {
      child.kill();
      throw new IOException("Pulsar did not start: " + e.getMessage() + endOfLog(), e);
    }
  }

  private static EmbeddedBroker parse(String answer) {
    StringTokenizer words = new StringTokenizer(answer);
    URI service = URI.create(words.nextToken());
    URI web = URI.create(words.nextToken());
    Optional<URI> tls =
        words.hasMoreTokens() ? Optional.of(URI.create(words.nextToken())) : Optional.empty();
    return new EmbeddedBroker(service, tls, web);
  }

  private String endOfLog() {
    try {
      List<String> lines = Files.readAllLines(logFile);
      return "\nThe last lines of its log:\n"
          + String.join(
              "\n", lines.subList(Math.max(0, lines.size() - LOG_LINES_SHOWN), lines.size()));
    } catch (IOException e) {
      return "\nIts log cannot be read: " + e;
    }
  }

  public List<EmbeddedBroker> brokers() {
    return List.copyOf(brokers);
  }

  /** The first broker, {@code pulsar://127.0.0.1:port}. */
  public String serviceUrl() {
    return brokers.get(0).serviceUrl().toString();
  }

  /** The REST API of the first broker, {@code http://127.0.0.1:port}. */
  public String webUrl() {
    return brokers.get(0).webUrl().toString();
  }

  /** The id of the child's process. */
  public long pid() {
    return child.pid();
  }

  /** Stops one broker and waits until it is done. The bookie and the metadata live on. */
  public void stopBroker(int index) {
    command(Protocol.STOP_BROKER, index);
  }

  /** Starts a stopped broker on the ports it had, and waits until it is ready. */
  public void startBroker(int index) {
    command(Protocol.START_BROKER, index);
  }

  private synchronized void command(String command, int index) {
    String line = command + " " + Objects.checkIndex(index, brokers.size());
    try {
      child.tell(line);
      child.await(LONGEST_COMMAND_SECONDS, answer -> {});
    } catch (IOException e) {
      throw new UncheckedIOException(
          new IOException(line + " failed: " + e.getMessage() + endOfLog(), e));
    }
  }

  /** Stops everything: cleanly if that takes no longer than half a minute, else by force. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      child.end(Protocol.LONGEST_STOP_SECONDS + 10);
      Protocol.delete(temporaryFolder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
