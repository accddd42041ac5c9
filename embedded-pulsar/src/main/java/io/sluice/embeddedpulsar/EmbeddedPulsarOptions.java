package io.sluice.embeddedpulsar;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How an {@link EmbeddedPulsar} is to be.
 *
 * @param brokers how many brokers share the bookie and the metadata
 * @param dataFolder where messages and metadata of one broker are kept, which must stay where it is;
 *     without one, they end with the child
 * @param brokerSettings what differs from the defaults, as it would stand in {@code broker.conf}
 * @param jvmOptions options of the child JVM; those in {@code SLUICE_PULSAR_JVM_OPTIONS} come after them
 * @param logFile where the child logs; without one it is in the data folder, or deleted at the end
 * @param progress told in a few words what is being done while it starts
 */
public record EmbeddedPulsarOptions(
    int brokers,
    Optional<Path> dataFolder,
    Map<String, String> brokerSettings,
    List<String> jvmOptions,
    Optional<Path> logFile,
    Consumer<String> progress) {

  /** Measured: two brokers, flooded and read at the same time, ran out of 256 MB of direct memory. */
  private static final List<String> MEMORY = List.of("-Xmx256m", "-XX:MaxDirectMemorySize=512m");

  private static final int MOST_BROKERS = 8;

  public EmbeddedPulsarOptions {
    if (brokers < 1 || brokers > MOST_BROKERS) {
      throw new IllegalArgumentException(
          "brokers must be from 1 to " + MOST_BROKERS + ", but is " + brokers);
    }
    if (brokers > 1 && dataFolder.isPresent()) {
      throw new IllegalArgumentException("a data folder is for one broker, not for " + brokers);
    }
    brokerSettings = Map.copyOf(brokerSettings);
    jvmOptions = List.copyOf(jvmOptions);
  }

  /** One broker that keeps nothing. */
  public static EmbeddedPulsarOptions defaults() {
    return new EmbeddedPulsarOptions(
        1, Optional.empty(), Map.of(), MEMORY, Optional.empty(), doing -> {});
  }

  public EmbeddedPulsarOptions withBrokers(int count) {
    return new EmbeddedPulsarOptions(
        count, dataFolder, brokerSettings, jvmOptions, logFile, progress);
  }

  public EmbeddedPulsarOptions withDataFolder(Path folder) {
    return new EmbeddedPulsarOptions(
        brokers, Optional.of(folder), brokerSettings, jvmOptions, logFile, progress);
  }

  /** Replaces all broker settings. Lists and sets are separated by commas. */
  public EmbeddedPulsarOptions withBrokerSettings(Map<String, String> settings) {
    return new EmbeddedPulsarOptions(brokers, dataFolder, settings, jvmOptions, logFile, progress);
  }

  /** Replaces the options of the child JVM, which limit its heap and its direct memory. */
  public EmbeddedPulsarOptions withJvmOptions(String... options) {
    return new EmbeddedPulsarOptions(
        brokers, dataFolder, brokerSettings, List.of(options), logFile, progress);
  }

  public EmbeddedPulsarOptions withLogFile(Path file) {
    return new EmbeddedPulsarOptions(
        brokers, dataFolder, brokerSettings, jvmOptions, Optional.of(file), progress);
  }

  public EmbeddedPulsarOptions withProgress(Consumer<String> listener) {
    return new EmbeddedPulsarOptions(
        brokers, dataFolder, brokerSettings, jvmOptions, logFile, listener);
  }
}
