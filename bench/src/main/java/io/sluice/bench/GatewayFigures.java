package io.sluice.bench;

import static io.sluice.bench.Middle.DIRECT;
import static io.sluice.bench.Middle.PROXY;
import static io.sluice.bench.Middle.SLUICE;

import io.sluice.bench.Ladder.Sample;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The ratios that a ladder comes to, each with what it was in the rounds and what it should be. */
final class GatewayFigures {

  private record Measure(
      String figure,
      String middle,
      String peer,
      ToDoubleFunction<Sample> something,
      String target) {}

  private static final List<Measure> MEASURES = List.of(
      new Measure("publish.%s.vs_proxy", SLUICE, PROXY, GatewayFigures::throughput, ">= 1.0"),
      new Measure("publish.%s.vs_direct", SLUICE, DIRECT, GatewayFigures::throughput, "none"),
      new Measure("publish.%s.proxy_vs_direct", PROXY, DIRECT, GatewayFigures::throughput, "none"),
      vsProxy("cpu_per_million.%s", s -> s.saturated().cpuSecondsPerMillion(), "<= 1.25"),
      vsProxy("cpu_per_million.%s.paced", s -> s.paced().cpuSecondsPerMillion(), "<= 1.25"),
      vsProxy("publish.%s.p50", s -> s.paced().publishP50Millis(), "none"),
      vsProxy("publish.%s.p99", s -> s.paced().publishP99Millis(), "<= 1.0"),
      vsProxy("e2e.%s.p50", s -> s.paced().endToEndP50Millis(), "none"),
      vsProxy("e2e.%s.p99", s -> s.paced().endToEndP99Millis(), "<= 1.0"));

  private GatewayFigures() {}

  static void add(Figures figures, Ladder ladder, Scenario scenario) {
    for (Measure measure : MEASURES) {
      Spread ratio = ladder.ratio(scenario, measure.middle(), measure.peer(), measure.something());
      figures.add(
          "gateway." + String.format(Locale.ROOT, measure.figure(), scenario.name()),
          ratio.median(),
          String.format(
              Locale.ROOT,
              "%.3f to %.3f, target: %s",
              ratio.least(),
              ratio.most(),
              measure.target()));
    }
  }

  private static Measure vsProxy(String figure, ToDoubleFunction<Sample> something, String target) {
    return new Measure(figure + ".vs_proxy", SLUICE, PROXY, something, target);
  }

  private static double throughput(Sample sample) {
    return sample.saturated().messagesPerSecond();
  }
}
