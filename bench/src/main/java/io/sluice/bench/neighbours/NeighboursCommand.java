package io.sluice.bench.neighbours;

import io.sluice.bench.figures.Figures;
import io.sluice.bench.process.LimitArgument;
import io.sluice.bench.process.Middle;
import io.sluice.bench.process.PulsarRest;
import io.sluice.bench.relay.Ladder;
import io.sluice.cli.base.Version;
import io.sluice.embeddedpulsar.EmbeddedPulsar;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How much slower a quiet topic is beside a neighbour that is over its quota. */
@Command(
    name = "neighbours",
    description = {
      "Publish latency of a quiet topic, alone and beside a noisy one that is held to its quota, on"
          + " one connection: through the gateway, and on Pulsar with its own limiter."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class NeighboursCommand implements Callable<Integer> {

  private static final int QUOTA = 1000;
  private static final int MANY = 8;
  private static final int FEW_PENDING = 100;
  private static final int MEGABYTE_PENDING = 1024;

  /**
   * Nearly all of the 64 MB that a client has by default for all its producers. The last of it is
   * left to the quiet topic: a producer that has no memory left waits in the client.
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
      NeighbourRounds rounds = new NeighbourRounds(neighbourhoods, () -> {});
      rounds.run(quick ? 2 : 10, quick ? 3 : 5, quick ? 1.5 : 5);
      Figures figures = new Figures();
      rounds.addFigures(
          figures, "neighbours", QUOTA, side -> side.middle().equals(stock) ? "none" : "<= 1.5");
      figures.report("neighbours", Map.of("quick", quick, "measured", rounds.samples()));
    }
    return 0;
  }
}
