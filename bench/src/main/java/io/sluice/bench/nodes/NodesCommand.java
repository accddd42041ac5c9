package io.sluice.bench.nodes;

import io.sluice.bench.figures.Figures;
import io.sluice.bench.nodes.Changes.Change;
import io.sluice.bench.process.Middle;
import io.sluice.bench.relay.Ladder;
import io.sluice.cli.base.Version;
import io.sluice.embeddedpulsar.EmbeddedPulsar;
import io.sluice.embeddedpulsar.EmbeddedPulsarOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How well three nodes hold one topic's limit together. */
@Command(
    name = "nodes",
    description = {
      "One topic's limit over three nodes: its rate, how soon all is right after a change, how evenly"
          + " producers share it and what its first second gets. Without homes, with homes, and on"
          + " Pulsar with its own limiter."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class NodesCommand implements Callable<Integer> {

  private static final int QUOTA = 1000;

  /** Three intervals after a change all should be right; the rest is the window in which that shows. */
  private static final double QUICK_WATCH_SECONDS = 5.2;

  private static final double WATCH_SECONDS = 12;

  @Option(names = "--quick", description = "Ends within two minutes; the figures are rougher.")
  private boolean quick;

  private final List<Sharing> sharings = new ArrayList<>();
  private final List<Change> changes = new ArrayList<>();

  private interface Start {
    Way start() throws IOException, InterruptedException;
  }

  @Override
  public Integer call() throws Exception {
    System.err.printf(
        "Benchmark of nodes that share a limit, about %s. Keep the machine quiet meanwhile.%n",
        quick ? "two minutes" : "11 minutes");
    try (EmbeddedPulsar pulsar = EmbeddedPulsar.start(broker())) {
      Middle broker = Middle.direct(pulsar.serviceUrl());
      int rounds = quick ? 1 : 3;
      for (int i = 1; i <= rounds; i++) {
        int round = i;
        System.err.printf("Round %d of %d:%n", round, rounds);
        measure(broker, round, () -> NodeCluster.start(pulsar, false, round, QUOTA));
        measure(broker, round, () -> NodeCluster.start(pulsar, true, round, QUOTA));
        measure(broker, round, () -> StockOwner.start(pulsar, round, QUOTA));
      }
    }
    Figures figures = new Figures();
    NodeFigures.add(figures, sharings, changes);
    figures.report(
        "nodes", Map.of("quick", quick, "quota", QUOTA, "sharing", sharings, "changes", changes));
    return 0;
  }

  private static EmbeddedPulsarOptions broker() {
    EmbeddedPulsarOptions usual = Ladder.broker("nodes");
    Map<String, String> settings = new HashMap<>(usual.brokerSettings());
    settings.putAll(Arrivals.BROKER_SETTINGS);
    return usual.withBrokerSettings(settings);
  }

  private void measure(Middle broker, int round, Start start)
      throws IOException, InterruptedException {
    try (Way way = start.start()) {
      sharings.add(Sharing.measure(way, broker, round, QUOTA, quick ? 8 : 20));
      measureChanges(way, round);
    }
  }

  private void measureChanges(Way way, int round) throws IOException, InterruptedException {
    try (Changes watched =
        new Changes(way, round, QUOTA, quick ? QUICK_WATCH_SECONDS : WATCH_SECONDS)) {
      watched.measure();
      if (way.divides()) {
        watched.kill();
      }
      changes.addAll(watched.changes());
    }
  }
}
