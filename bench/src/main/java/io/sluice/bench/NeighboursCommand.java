package io.sluice.bench;

import io.sluice.bench.Neighbourhood.Latency;
import io.sluice.bench.Neighbourhood.Sample;
import io.sluice.cli.Version;
import io.sluice.embeddedpulsar.EmbeddedPulsar;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.pulsar.client.api.PulsarClientException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What a quiet topic feels of a neighbour that is over its quota. */
@Command(
    name = "neighbours",
    description = {
      "Publish latency of a quiet topic, alone and beside a noisy one that is held to its quota, on"
          + " one connection: through the gateway, and on Pulsar with its own limiter."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class NeighboursCommand implements Callable<Integer> {

  private static final int QUOTA = 1000;
  private static final int MANY = 8;
  private static final int FEW_PENDING = 100;
  private static final int MEGABYTE_PENDING = 1024;

  /**
   * Nearly all of the 64 MB that a client has by default. The last of it is left to the quiet topic:
   * it is for all of a client's producers, and who has none left waits in the client.
   */
  private static final int MEMORY_PENDING = 60_000;

  private static final String UNLIMITED_BY_PULSAR = "public/default";
  private static final String LIMITED_BY_PULSAR = "public/noisy";

  @Option(names = "--quick", description = "Ends within two minutes; the figures are rougher.")
  private boolean quick;

  @Override
  public Integer call() throws Exception {
    System.err.printf(
        "Benchmark of neighbours, about %s. Keep the machine quiet meanwhile.%n",
        quick ? "100 seconds" : "7 minutes");
    List<LimitArgument> limits = IntStream.range(0, MANY)
        .mapToObj(i -> Neighbourhood.noisyTopic(UNLIMITED_BY_PULSAR, i))
        .map(topic -> LimitArgument.topic(topic, QUOTA))
        .toList();
    try (EmbeddedPulsar pulsar = EmbeddedPulsar.start(Ladder.broker("neighbours"));
        Middle sluice = Middle.sluice("neighbours", pulsar.serviceUrl(), limits)) {
      new PulsarRest(pulsar.webUrl()).createLimitedNamespace(LIMITED_BY_PULSAR, QUOTA);
      Middle stock = Middle.direct(pulsar.serviceUrl());
      List<Neighbourhood> neighbourhoods = List.of(
          new Neighbourhood("", sluice, UNLIMITED_BY_PULSAR, 1, FEW_PENDING),
          new Neighbourhood("stock.", stock, LIMITED_BY_PULSAR, 1, FEW_PENDING),
          new Neighbourhood("8noisy.", sluice, UNLIMITED_BY_PULSAR, MANY, FEW_PENDING),
          new Neighbourhood("1mb_pending.", sluice, UNLIMITED_BY_PULSAR, 1, MEGABYTE_PENDING),
          new Neighbourhood("stock.1mb_pending.", stock, LIMITED_BY_PULSAR, 1, MEGABYTE_PENDING),
          new Neighbourhood("default_memory.", sluice, UNLIMITED_BY_PULSAR, 1, MEMORY_PENDING));
      List<Sample> samples = measure(neighbourhoods);
      Figures figures = new Figures();
      neighbourhoods.forEach(neighbourhood -> add(figures, neighbourhood, samples));
      figures.report("neighbours", Map.of("quick", quick, "measured", samples));
    }
    return 0;
  }

  private List<Sample> measure(List<Neighbourhood> neighbourhoods) throws PulsarClientException {
    System.err.println("Warming up:");
    for (Neighbourhood neighbourhood : neighbourhoods.subList(0, 2)) {
      describe(neighbourhood.measure(0, quick ? 2 : 10));
    }
    List<Sample> samples = new ArrayList<>();
    int rounds = quick ? 3 : 5;
    for (int round = 1; round <= rounds; round++) {
      System.err.printf("Round %d of %d:%n", round, rounds);
      List<Neighbourhood> order = new ArrayList<>(neighbourhoods);
      Collections.rotate(order, round);
      for (Neighbourhood neighbourhood : order) {
        Sample sample = neighbourhood.measure(round, quick ? 1.5 : 5);
        samples.add(sample);
        describe(sample);
      }
    }
    return samples;
  }

  private static void describe(Sample sample) {
    System.err.printf(
        Locale.ROOT,
        "  %-19s quiet p50 / p99 alone %6.2f /%7.2f ms  beside noise %7.2f /%8.2f ms"
            + "  noise %,6.0f/s%n",
        sample.neighbourhood(),
        sample.alone().p50Millis(),
        sample.alone().p99Millis(),
        sample.beside().p50Millis(),
        sample.beside().p99Millis(),
        sample.noisyPerSecond());
  }

  private static void add(Figures figures, Neighbourhood neighbourhood, List<Sample> samples) {
    String prefix = "neighbours." + neighbourhood.name();
    List<Sample> mine = samples.stream()
        .filter(sample -> sample.neighbourhood().equals(neighbourhood.name()))
        .toList();
    String target = neighbourhood.middle().name().equals(Middle.DIRECT) ? "none" : "<= 1.5";
    addRatio(figures, prefix + "quiet.p50.noisy_vs_alone", mine, Latency::p50Millis, "none");
    addRatio(figures, prefix + "quiet.p99.noisy_vs_alone", mine, Latency::p99Millis, target);
    Spread rate = Spread.of(mine.stream()
        .map(sample -> sample.noisyPerSecond() / QUOTA / neighbourhood.noisyTopics())
        .toList());
    figures.add(prefix + "noisy.rate_vs_quota", rate.median(), rate.leastAndMost());
  }

  /** The ratio of the medians; a single p99 of a few hundred messages says little. */
  private static void addRatio(
      Figures figures,
      String name,
      List<Sample> samples,
      ToDoubleFunction<Latency> millis,
      String target) {
    Spread alone =
        Spread.of(samples.stream().map(s -> millis.applyAsDouble(s.alone())).toList());
    Spread beside =
        Spread.of(samples.stream().map(s -> millis.applyAsDouble(s.beside())).toList());
    figures.add(
        name,
        beside.median() / alone.median(),
        String.format(
            Locale.ROOT,
            "%.2f ms, in rounds %s; alone %.2f ms, %s; target: %s",
            beside.median(),
            beside.leastAndMost(),
            alone.median(),
            alone.leastAndMost(),
            target));
  }
}
