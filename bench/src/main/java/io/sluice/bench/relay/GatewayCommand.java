package io.sluice.bench.relay;

import static io.sluice.bench.process.Middle.DIRECT;
import static io.sluice.bench.process.Middle.PROXY;
import static io.sluice.bench.process.Middle.SLUICE;

import io.sluice.bench.figures.Figures;
import io.sluice.bench.process.Middle;
import io.sluice.bench.relay.Ladder.Measure;
import io.sluice.bench.relay.Ladder.Sample;
import io.sluice.cli.base.Version;
import io.sluice.embeddedpulsar.EmbeddedPulsar;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
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
public final class GatewayCommand implements Callable<Integer> {

  private static final List<Measure> MEASURES = List.of(
      new Measure("publish.%s.vs_proxy", SLUICE, PROXY, Sample::throughput, ">= 1.0"),
      new Measure("publish.%s.vs_direct", SLUICE, DIRECT, Sample::throughput, "none"),
      new Measure("publish.%s.proxy_vs_direct", PROXY, DIRECT, Sample::throughput, "none"),
      vsProxy("cpu_per_million.%s", Sample::saturatedCpu, "<= 1.25"),
      vsProxy("cpu_per_million.%s.paced", Sample::pacedCpu, "<= 1.25"),
      vsProxy("publish.%s.p50", s -> s.paced().publishP50Millis(), "none"),
      vsProxy("publish.%s.p99", s -> s.paced().publishP99Millis(), "<= 1.0"),
      vsProxy("e2e.%s.p50", s -> s.paced().endToEndP50Millis(), "none"),
      vsProxy("e2e.%s.p99", s -> s.paced().endToEndP99Millis(), "<= 1.0"));

  @Option(names = "--quick", description = "Ends within two minutes; the figures are rougher.")
  private boolean quick;

  @Override
  public Integer call() throws Exception {
    System.err.printf(
        "Benchmark of the gateway, about %s. Keep the machine quiet meanwhile.%n",
        quick ? "100 seconds" : "9 minutes");
    try (EmbeddedPulsar pulsar = EmbeddedPulsar.start(Ladder.broker("gateway"));
        Middle direct = Middle.direct(pulsar.serviceUrl());
        Middle proxy = Middle.pulsarProxy(pulsar.serviceUrl());
        Middle sluice = Middle.sluice(pulsar.serviceUrl());
        Ladder ladder = new Ladder(List.of(direct, proxy, sluice))) {
      ladder.run(quick ? 1 : 3, quick ? 3 : 24);
      Figures figures = new Figures();
      ladder.addFigures(figures, "gateway", MEASURES);
      addMemory(figures, sluice, proxy);
      figures.report("gateway", Map.of("quick", quick, "measured", ladder.samples()));
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

  private static Measure vsProxy(String figure, ToDoubleFunction<Sample> something, String target) {
    return new Measure(figure + ".vs_proxy", SLUICE, PROXY, something, target);
  }
}
