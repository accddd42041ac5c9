package io.sluice.client.testbed;

import io.sluice.embeddedpulsar.EmbeddedPulsar;
import io.sluice.embeddedpulsar.EmbeddedPulsarOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A real node in front of a real Pulsar, both on ports that the system chose. There is one for all tests
 * of a JVM, as starting it takes seconds; it ends with the JVM. What they log is in {@code
 * target/testbed}.
 *
 * <p>Topics are those of {@code public/default}, by their full names.
 */
public final class Testbed {

  private static final String PREFIX = "persistent://";
  private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private static final class Shared {
    static final Testbed TESTBED = start();
  }

  private final Path folder;
  private final EmbeddedPulsar pulsar;
  private final AdminApi admin = new AdminApi(this::adminUrl);
  private NodeProcess node;

  private Testbed(Path folder, EmbeddedPulsar pulsar) throws IOException {
    this.folder = folder;
    this.pulsar = pulsar;
    node = startNode(folder, pulsar, 0, 0);
  }

  /** The one of this JVM, started if this is the first call. */
  public static Testbed shared() {
    return Shared.TESTBED;
  }

  private static Testbed start() {
    try {
      Path folder = Files.createDirectories(Path.of("target", "testbed"));
      return new Testbed(
          folder,
          EmbeddedPulsar.start(
              EmbeddedPulsarOptions.defaults().withLogFile(folder.resolve("pulsar.log"))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static NodeProcess startNode(Path folder, EmbeddedPulsar pulsar, int port, int adminPort)
      throws IOException {
    return new NodeProcess(folder, port, adminPort, pulsar.serviceUrl(), pulsar.webUrl());
  }

  /** Where clients find the node, {@code pulsar://127.0.0.1:port}. */
  public synchronized String serviceUrl() {
    return "pulsar://127.0.0.1:" + node.port();
  }

  /** The node's admin API, {@code http://127.0.0.1:port}. */
  public synchronized String adminUrl() {
    return "http://127.0.0.1:" + node.adminPort();
  }

  /** The broker itself, without the node. */
  public String brokerUrl() {
    return pulsar.serviceUrl();
  }

  /** Lets so many messages per second pass to a topic, or to a partition; it may save up for a second. */
  public void limit(String topic, long messagesPerSecond) throws IOException {
    admin.put(
        limitOf(topic),
        "{\"messages\": %d, \"bytes\": 0, \"burstMillis\": 1000, \"enforce\": true}"
            .formatted(messagesPerSecond));
  }

  public void unlimit(String topic) throws IOException {
    admin.delete(limitOf(topic));
  }

  private static String limitOf(String topic) {
    return "/sluice/v1/limits/publish/topics/persistent/" + path(topic);
  }

  private static String path(String topic) {
    if (!topic.startsWith(PREFIX)) {
      throw new IllegalArgumentException("not the full name of a topic: " + topic);
    }
    return topic.substring(PREFIX.length());
  }

  /**
   * Returns once the broker knows the topic. It looks first whether there is one, and remembers that
   * there is none until ZooKeeper's watch reaches it, which may be after it has answered.
   */
  public void createPartitionedTopic(String topic, int partitions) throws IOException {
    String path = "/admin/v2/persistent/" + path(topic) + "/partitions";
    admin.put(path, Integer.toString(partitions));
    long deadline = System.nanoTime() + LONGEST_WAIT_NANOS;
    while (!isPartitioned(path, partitions)) {
      if (System.nanoTime() > deadline) {
        throw new IOException("the broker does not know " + topic + " yet");
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private boolean isPartitioned(String path, int partitions) {
    try {
      return admin.get(path).contains("\"partitions\":" + partitions);
    } catch (IOException e) {
      return false; // it is not found
    }
  }

  /** Has the broker close a topic: its producers and consumers have to come back. */
  public void unload(String topic) throws IOException {
    admin.put("/admin/v2/persistent/" + path(topic) + "/unload", "");
  }

  /**
   * What a metric of the node is now: the sum over those of its series that have all of these labels,
   * such as {@code from="client"}.
   */
  public double metric(String name, String... labels) throws IOException {
    return admin
        .get("/metrics")
        .lines()
        .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
        .filter(line -> List.of(labels).stream().allMatch(line::contains))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  /** What the node holds back for producers that are over a limit. */
  public long heldBytes() throws IOException {
    return (long) metric("sluice_publish_held_bytes");
  }

  /** Ends the node as a failure of its machine would, and starts another one in its place. */
  public synchronized void killAndStartNode() throws IOException {
    node.kill();
    node = startNode(folder, pulsar, node.port(), node.adminPort());
  }
}
