package io.sluice.bench;

import io.sluice.cli.Version;
import io.sluice.embeddedpulsar.EmbeddedPulsar;
import io.sluice.embeddedpulsar.EmbeddedPulsarOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What the gateway costs, beside Pulsar's own proxy and beside nothing in between. */
@Command(
    name = "gateway",
    description = {
      "Throughput, latency, CPU time and memory of the gateway beside pulsar-proxy and beside no"
          + " proxy at all, in front of one broker."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class GatewayCommand implements Callable<Integer> {

  private static final List<Scenario> SCENARIOS = List.of(
      new Scenario("1k", 1024, false, 1, 2000),
      new Scenario("1k_batched", 1024, true, 1, 10_000),
      new Scenario("100b_16topics", 100, false, 16, 2000));

  /** Without a delay of 10 ms before consumers are served, in which all else would disappear. */
  private static final EmbeddedPulsarOptions BROKER = EmbeddedPulsarOptions.defaults()
      .withJvmOptions("-Xmx512m", "-XX:MaxDirectMemorySize=512m")
      .withBrokerSettings(Map.of("managedLedgerNewEntriesCheckDelayInMillis", "0"))
      .withLogFile(Path.of("target", "bench", "gateway-broker.log"));

  @Option(names = "--quick", description = "Ends within two minutes; the figures are rougher.")
  private boolean quick;

  @Override
  public Integer call() throws Exception {
    System.err.printf(
        "Benchmark of the gateway, about %s. Keep the machine quiet meanwhile.%n",
        quick ? "100 seconds" : "9 minutes");
    try (EmbeddedPulsar pulsar = EmbeddedPulsar.start(BROKER);
        Middle direct = Middle.direct(pulsar.serviceUrl());
        Middle proxy = Middle.pulsarProxy(pulsar.serviceUrl());
        Middle sluice = Middle.sluice(pulsar.serviceUrl());
        Ladder ladder = new Ladder(SCENARIOS, List.of(direct, proxy, sluice), 0.8)) {
      ladder.warmUp(quick ? 1 : 3);
      int rounds = quick ? 3 : 24;
      for (int round = 1; round <= rounds; round++) {
        System.err.printf("Round %d of %d:%n", round, rounds);
        ladder.round(round);
      }
      ladder.summarise();
      Figures figures = new Figures();
      SCENARIOS.forEach(scenario -> GatewayFigures.add(figures, ladder, scenario));
      addMemory(figures, sluice, proxy);
      figures.print(System.out);
      System.err.println("Written to "
          + figures.write("gateway", Map.of("quick", quick, "measured", ladder.samples())));
    }
    return 0;
  }

  private static void addMemory(Figures figures, Middle sluice, Middle proxy) throws IOException {
    double now = sluice.memoryBytes("VmRSS");
    double most = sluice.memoryBytes("VmHWM");
    figures.add(
        "gateway.memory.vs_proxy",
        now / proxy.memoryBytes("VmRSS"),
        String.format(Locale.ROOT, "%.0f MB, at most %.0f MB", now / 1e6, most / 1e6));
    figures.add("gateway.memory.peak.vs_proxy", most / proxy.memoryBytes("VmHWM"));
  }
}
