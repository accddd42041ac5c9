package io.sluice.bench;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What stands between the clients and the broker.
 *
 * @param process nothing if clients talk to the broker directly
 */
record Middle(String name, String serviceUrl, @Nullable ChildJvm process) implements AutoCloseable {

  static final String DIRECT = "direct";
  static final String PROXY = "proxy";
  static final String SLUICE = "sluice";

  private static final String IO_THREADS = "2";

  static Middle direct(String brokerUrl) {
    return new Middle(DIRECT, brokerUrl, null);
  }

  static Middle pulsarProxy(String brokerUrl) throws IOException, InterruptedException {
    return of(
        PROXY,
        classPath(Path.of("bench", "peers", "pulsar-proxy")),
        "io.sluice.bench.peers.PulsarProxyProcess",
        brokerUrl);
  }

  static Middle sluice(String brokerUrl) throws IOException, InterruptedException {
    return of(SLUICE, classPath(Path.of("bench")), GatewayProcess.class.getName(), brokerUrl);
  }

  private static Middle of(String name, String classPath, String mainClass, String brokerUrl)
      throws IOException, InterruptedException {
    ChildJvm process =
        ChildJvm.start("gateway-" + name, classPath, mainClass, brokerUrl, IO_THREADS);
    return new Middle(name, process.serviceUrl(), process);
  }

  /** As the launcher has built it: it runs benchmarks in the project's folder. */
  private static String classPath(Path module) {
    Path built = module.resolve("target").toAbsolutePath();
    return built.resolve("classes") + ":" + built.resolve("lib") + "/*";
  }

  /** CPU time that its process has used so far, in seconds. */
  double cpuSeconds() {
    return process == null ? 0 : process.cpu().toNanos() / 1e9;
  }

  /** Its memory that is in RAM, in bytes: now ({@code VmRSS}) or at most so far ({@code VmHWM}). */
  long memoryBytes(String field) throws IOException {
    return process == null ? 0 : process.memoryBytes(field);
  }

  @Override
  public void close() {
    if (process != null) {
      process.close();
    }
  }
}
