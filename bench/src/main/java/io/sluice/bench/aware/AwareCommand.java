package io.sluice.bench.aware;

import io.sluice.bench.neighbours.Neighbourhood;
import io.sluice.bench.process.ChildJvm;
import io.sluice.bench.process.LimitArgument;
import io.sluice.bench.process.Middle;
import io.sluice.bench.relay.Ladder;
import io.sluice.cli.base.Version;
import io.sluice.embeddedpulsar.EmbeddedPulsar;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What the client's add-on changes. */
@Command(
    name = "aware",
    description = {
      "Clients with the add-on beside stock ones through the same gateway: publish latency of a quiet topic beside"
          + " a noisy one, bytes that the gateway holds, how evenly producers share a limit, and what the add-on costs."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class AwareCommand implements Callable<Integer> {

  private static final String LOG = "target/bench/aware-load.log";

  @Option(names = "--quick", description = "Ends within two minutes; the figures are rougher.")
  private boolean quick;

  @Override
  public Integer call() throws Exception {
    System.err.printf(
        "Benchmark of aware clients, about %s. Keep the machine quiet meanwhile.%n",
        quick ? "100 seconds" : "10 minutes");
    List<LimitArgument> limits = new ArrayList<>(AwareFairness.limits());
    limits.add(
        LimitArgument.topic(Neighbourhood.noisyTopic(AwareLoad.NAMESPACE, 0), AwareLoad.QUOTA));
    int metricsPort = ChildJvm.freePort();
    try (EmbeddedPulsar pulsar = EmbeddedPulsar.start(Ladder.broker("aware"));
        Middle gateway = Middle.meteredSluice("aware", pulsar.serviceUrl(), metricsPort, limits)) {
      return load(gateway.serviceUrl(), "http://127.0.0.1:" + metricsPort);
    }
  }

  /** Runs the load; its output is printed here, and what its clients log is in a file. */
  private int load(String gatewayUrl, String metricsUrl) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ChildJvm.PACKAGES_FOR_NETTY);
    command.addAll(List.of(
        "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
        "-Dorg.slf4j.simpleLogger.logFile=" + LOG,
        "-cp",
        Middle.classPath(Path.of("bench"), Path.of("bench", "aware-load")),
        AwareLoad.class.getName(),
        gatewayUrl,
        metricsUrl,
        Boolean.toString(quick)));
    Process process = new ProcessBuilder(command).inheritIO().start();
    try {
      return process.waitFor();
    } finally {
      process.destroyForcibly();
    }
  }
}
