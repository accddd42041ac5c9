package io.sluice.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.pulsar.client.api.ClientBuilder;
import org.apache.pulsar.client.api.PulsarClient;
import org.jspecify.annotations.Nullable;

/**
 * What stands between the clients and the broker.
 *
 * @param process nothing if clients talk to the broker directly
 */
public record Middle(
    String name, String serviceUrl, @Nullable ChildJvm process) implements AutoCloseable {

  public static final String DIRECT = "direct";
  public static final String PROXY = "proxy";
  public static final String SLUICE = "sluice";

  private static final String IO_THREADS = "2";
  private static final String NO_METRICS = "0";

  public static Middle direct(String brokerUrl) {
    return new Middle(DIRECT, brokerUrl, null);
  }

  public static Middle pulsarProxy(String brokerUrl) throws IOException, InterruptedException {
    return of(
        PROXY,
        List.of(),
        classPath(Path.of("bench", "peers", "pulsar-proxy")),
        "io.sluice.bench.peers.PulsarProxyProcess",
        List.of(brokerUrl, IO_THREADS));
  }

  /** Without limits, and with as much memory as the proxy. */
  public static Middle sluice(String brokerUrl) throws IOException, InterruptedException {
    return of(
        SLUICE,
        List.of(),
        classPath(Path.of("bench")),
        GatewayProcess.class.getName(),
        List.of(brokerUrl, IO_THREADS, NO_METRICS));
  }

  /** With limits, and with enough memory to hold all that a client buffers by default. */
  public static Middle sluice(String name, String brokerUrl, List<LimitArgument> limits)
      throws IOException, InterruptedException {
    return sluice(name, brokerUrl, NO_METRICS, limits);
  }

  /** The same, with a {@link MetricsPage}. */
  public static Middle meteredSluice(
      String name, String brokerUrl, int metricsPort, List<LimitArgument> limits)
      throws IOException, InterruptedException {
    return sluice(name, brokerUrl, Integer.toString(metricsPort), limits);
  }

  private static Middle sluice(
      String name, String brokerUrl, String metricsPort, List<LimitArgument> limits)
      throws IOException, InterruptedException {
    return of(
        name,
        List.of("-XX:MaxDirectMemorySize=1g"),
        classPath(Path.of("bench")),
        GatewayProcess.class.getName(),
        Stream.concat(
                Stream.of(brokerUrl, IO_THREADS, metricsPort),
                limits.stream().map(LimitArgument::toString))
            .toList());
  }

  /** A whole node, with its policies on a topic of the cluster. */
  public static Middle node(String name, String brokerUrl, int adminPort)
      throws IOException, InterruptedException {
    return node(name, """
        gateway: {listen: "127.0.0.1:0"}
        cluster: {brokers: "%s"}
        admin: {listen: "127.0.0.1:%d"}
        """.formatted(brokerUrl, adminPort));
  }

  /** A whole node of this configuration, which is kept beside the benchmark's output. */
  public static Middle node(String name, String configuration)
      throws IOException, InterruptedException {
    Path file = Path.of("target", "bench", "node-" + name + ".yaml");
    Files.createDirectories(file.getParent());
    Files.writeString(file, configuration);
    return of(
        name,
        List.of(),
        classPath(Path.of("bench")),
        NodeProcess.class.getName(),
        List.of(file.toString()));
  }

  private static Middle of(
      String name, List<String> flags, String classPath, String mainClass, List<String> arguments)
      throws IOException, InterruptedException {
    ChildJvm process = ChildJvm.start("gateway-" + name, flags, classPath, mainClass, arguments);
    return new Middle(name, process.serviceUrl(), process);
  }

  /** As the launcher has built it: it runs benchmarks in the project's folder. */
  private static String classPath(Path module) {
    return classPath(module, module);
  }

  /** Classes of one module with the libraries of another. */
  public static String classPath(Path classes, Path libraries) {
    return classes.resolve("target/classes").toAbsolutePath() + ":"
        + libraries.resolve("target/lib").toAbsolutePath() + "/*";
  }

  /** A client for it, with one connection for all that it publishes. */
  public ClientBuilder client() {
    return PulsarClient.builder()
        .serviceUrl(serviceUrl)
        .connectionsPerBroker(1)
        .ioThreads(1)
        .listenerThreads(1);
  }

  /** CPU time that its process has used so far, in seconds. */
  public double cpuSeconds() {
    return process == null ? 0 : process.cpu().toNanos() / 1e9;
  }

  /** Its memory that is in RAM, in bytes: now ({@code VmRSS}) or at most so far ({@code VmHWM}). */
  public long memoryBytes(String field) throws IOException {
    return process == null ? 0 : process.memoryBytes(field);
  }

  /** How many connections clients have to it. */
  public long connections() throws IOException {
    return process == null ? 0 : process.connections();
  }

  @Override
  public void close() {
    if (process != null) {
      process.close();
    }
  }
}
