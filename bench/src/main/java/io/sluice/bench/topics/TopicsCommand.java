package io.sluice.bench.topics;

import io.sluice.bench.figures.Figures;
import io.sluice.bench.figures.Spread;
import io.sluice.bench.process.LimitArgument;
import io.sluice.bench.process.Middle;
import io.sluice.bench.relay.Flood;
import io.sluice.bench.relay.Ladder;
import io.sluice.cli.base.Version;
import io.sluice.embeddedpulsar.EmbeddedPulsar;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What it costs to limit very many topics. */
@Command(
    name = "topics",
    description = {
      "Memory and CPU time of the gateway with 10 000 limited topics on 200 busy connections, beside"
          + " the gateway with 200 topics on as many, without limits."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class TopicsCommand implements Callable<Integer> {

  private record Sample(int round, Flood.Result many, Flood.Result few) {}

  private static final int TOPICS = 10_000;
  private static final int CONNECTIONS = 200;

  /** Per second and topic: far above what gets through to any. */
  private static final long LIMIT = 100_000;

  @Option(names = "--quick", description = "Ends within two minutes; the figures are rougher.")
  private boolean quick;

  @Override
  public Integer call() throws Exception {
    System.err.printf(
        "Benchmark of many topics, about %s. Keep the machine quiet meanwhile.%n",
        quick ? "100 seconds" : "4 minutes");
    List<LimitArgument> limits = IntStream.range(0, TOPICS)
        .mapToObj(i -> LimitArgument.topic(Crowd.topic(i), LIMIT))
        .toList();
    try (EmbeddedPulsar pulsar = EmbeddedPulsar.start(
            Ladder.broker("topics").withJvmOptions("-Xmx1g", "-XX:MaxDirectMemorySize=512m"));
        Middle limited = Middle.sluice("topics-limits", pulsar.serviceUrl(), limits);
        Middle unlimited = Middle.sluice("topics-none", pulsar.serviceUrl(), List.of());
        Crowd few = new Crowd(unlimited, CONNECTIONS, CONNECTIONS);
        Crowd many = new Crowd(limited, CONNECTIONS, TOPICS)) {
      List<Sample> samples = measure(many, few);
      Figures figures = new Figures();
      add(figures, "topics.publish", samples, Flood.Result::messagesPerSecond);
      add(figures, "topics.cpu_per_million", samples, Flood.Result::cpuSecondsPerMillion);
      addMemory(figures, limited, unlimited);
      addConnections(figures, many);
      addConnections(figures, few);
      figures.report("topics", Map.of("quick", quick, "measured", samples));
    }
    return 0;
  }

  private List<Sample> measure(Crowd many, Crowd few) {
    System.err.printf("%,d topics are open.%n", many.topics() + few.topics());
    many.run(quick ? 5 : 10);
    few.run(quick ? 5 : 10);
    List<Sample> samples = new ArrayList<>();
    int rounds = quick ? 5 : 16;
    for (int round = 1; round <= rounds; round++) {
      Sample sample = new Sample(round, many.run(quick ? 3 : 5), few.run(quick ? 3 : 5));
      samples.add(sample);
      System.err.printf(
          Locale.ROOT,
          "Round %d of %d: with limits %,.0f/s, %.2f CPU s/million; without %,.0f/s, %.2f CPU"
              + " s/million%n",
          round,
          rounds,
          sample.many().messagesPerSecond(),
          sample.many().cpuSecondsPerMillion(),
          sample.few().messagesPerSecond(),
          sample.few().cpuSecondsPerMillion());
    }
    return samples;
  }

  private static void add(
      Figures figures, String name, List<Sample> samples, ToDoubleFunction<Flood.Result> value) {
    Spread many =
        Spread.of(samples.stream().map(s -> value.applyAsDouble(s.many())).toList());
    Spread few =
        Spread.of(samples.stream().map(s -> value.applyAsDouble(s.few())).toList());
    Spread ratio = Spread.of(samples.stream()
        .map(s -> value.applyAsDouble(s.many()) / value.applyAsDouble(s.few()))
        .toList());
    figures.add(
        name + ".limits_vs_none",
        ratio.median(),
        String.format(
            Locale.ROOT, "%s; %.2f and %.2f", ratio.leastAndMost(), many.median(), few.median()));
  }

  private static void addMemory(Figures figures, Middle limited, Middle unlimited)
      throws IOException {
    double with = limited.memoryBytes("VmRSS");
    double without = unlimited.memoryBytes("VmRSS");
    figures.add(
        "topics.memory.limits_vs_none",
        with / without,
        String.format(Locale.ROOT, "%.0f MB and %.0f MB", with / 1e6, without / 1e6));
  }

  private static void addConnections(Figures figures, Crowd crowd) throws IOException {
    figures.add(
        crowd.middle().name().replace('-', '.') + ".connections",
        (double) crowd.middle().connections(),
        "of which " + CONNECTIONS + " publish, and the others have looked topics up");
  }
}
