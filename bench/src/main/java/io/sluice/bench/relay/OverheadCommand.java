package io.sluice.bench.relay;

import io.sluice.bench.figures.Figures;
import io.sluice.bench.process.LimitArgument;
import io.sluice.bench.process.Middle;
import io.sluice.bench.relay.Ladder.Measure;
import io.sluice.bench.relay.Ladder.Sample;
import io.sluice.cli.base.Version;
import io.sluice.embeddedpulsar.EmbeddedPulsar;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What limits cost that no producer reaches. */
@Command(
    name = "overhead",
    description = {
      "Throughput, latency and CPU time of the gateway with limits that are not reached, beside the"
          + " gateway without any."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class OverheadCommand implements Callable<Integer> {

  private static final String NONE = "none";
  private static final String LIMITS = "limits";

  /** Far above what gets through, per second. */
  private static final long MESSAGES = 10_000_000;

  private static final long BYTES = 100_000_000_000L;

  private static final List<Measure> MEASURES = List.of(
      measure("publish.%s", Sample::throughput, ">= 0.97"),
      measure("cpu_per_million.%s", Sample::saturatedCpu, "none"),
      measure("cpu_per_million.%s.paced", Sample::pacedCpu, "none"),
      measure("publish.%s.p50", s -> s.paced().publishP50Millis(), "none"),
      measure("publish.%s.p99", s -> s.paced().publishP99Millis(), "none"));

  @Option(names = "--quick", description = "Ends within two minutes; the figures are rougher.")
  private boolean quick;

  @Override
  public Integer call() throws Exception {
    System.err.printf(
        "Benchmark of limits that are not reached, about %s. Keep the machine quiet meanwhile.%n",
        quick ? "100 seconds" : "6 minutes");
    List<LimitArgument> limits = List.of(
        LimitArgument.namespace("public/default", MESSAGES, BYTES),
        LimitArgument.node(MESSAGES, BYTES));
    try (EmbeddedPulsar pulsar = EmbeddedPulsar.start(Ladder.broker("overhead"));
        Middle without = Middle.sluice(NONE, pulsar.serviceUrl(), List.of());
        Middle with = Middle.sluice(LIMITS, pulsar.serviceUrl(), limits);
        Ladder ladder = new Ladder(List.of(without, with))) {
      ladder.run(quick ? 2 : 3, quick ? 4 : 24);
      Figures figures = new Figures();
      ladder.addFigures(figures, "overhead", MEASURES);
      figures.report("overhead", Map.of("quick", quick, "measured", ladder.samples()));
    }
    return 0;
  }

  private static Measure measure(String figure, ToDoubleFunction<Sample> something, String target) {
    return new Measure(figure + ".limits_vs_none", LIMITS, NONE, something, target);
  }
}
