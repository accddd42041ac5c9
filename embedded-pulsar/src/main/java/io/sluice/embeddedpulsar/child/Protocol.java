package io.sluice.embeddedpulsar.child;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * What parent and child agree on. The child gets the path of a properties file as its argument, and
 * commands by line through standard input. To its start and to each command it answers on standard
 * output with any number of {@link #BROKER} and {@link #PROGRESS} lines, then {@link #DONE} or
 * {@link #FAILED}. Lines without {@link #PREFIX} are printed by libraries and mean nothing.
 */
public final class Protocol {

  public static final String PREFIX = "@sluice-embedded-pulsar ";

  /** Followed by service URL, web URL, and the service URL with TLS if there is one. */
  public static final String BROKER = "broker";

  public static final String PROGRESS = "progress";
  public static final String DONE = "done";
  public static final String FAILED = "failed";

  /** Each of the two is followed by the index of a broker. */
  public static final String STOP_BROKER = "stop-broker";

  public static final String START_BROKER = "start-broker";
  public static final String STOP = "stop";

  /** Keys of the properties file. Settings of the broker have a prefix. */
  public static final String BROKERS = "brokers";

  public static final String DATA_FOLDER = "dataFolder";
  public static final String TEMPORARY_FOLDER = "temporaryFolder";
  public static final String SETTING = "broker.";

  /** How long the child may take to stop before it ends itself by force. */
  public static final int LONGEST_STOP_SECONDS = 20;

  private Protocol() {}

  /** Both sides delete the temporary folder: either may outlive the other. */
  public static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (NoSuchFileException e) {
      // The other side was quicker.
    } catch (UncheckedIOException e) {
      if (!(e.getCause() instanceof NoSuchFileException)) {
        throw e.getCause();
      }
    }
  }
}
