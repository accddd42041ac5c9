package io.sluice.gateway.pulsar;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.gateway.Gateway;
import io.sluice.gateway.config.BrokerAddress;
import io.sluice.gateway.config.Cluster;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A gateway in a JVM of its own, which can be killed as the system kills processes. */
final class GatewayProcess implements AutoCloseable {

  private final Process process;
  private final int port;

  private GatewayProcess(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  static GatewayProcess start(List<BrokerAddress> brokers) throws IOException {
    ProcessBuilder command = new ProcessBuilder(Stream.concat(
            Stream.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                GatewayProcess.class.getName()),
            brokers.stream().map(BrokerAddress::toString))
        .toList());
    command.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    Process process = command.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String port =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8)).readLine();
    if (port == null) {
      throw new IOException("the gateway's process has ended");
    }
    return new GatewayProcess(process, Integer.parseInt(port));
  }

  int port() {
    return port;
  }

  /** As by {@code kill -9}. */
  void kill() {
    // Far more than it takes, unless the disk stalls while the system frees its deleted files.
    process.destroyForcibly().onExit().orTimeout(60, TimeUnit.SECONDS).join();
  }

  @Override
  public void close() {
    kill();
  }

  /** Says its port, and ends when its standard input does. */
  public static void main(String[] brokers) throws IOException {
    Cluster cluster =
        Cluster.of(Stream.of(brokers).map(BrokerAddress::parse).toArray(BrokerAddress[]::new));
    try (Gateway gateway = Gateways.start(cluster)) {
      System.out.println(Gateways.port(gateway));
      while (System.in.read() >= 0) {
        // Nothing is ever said to it.
      }
    }
  }
}
