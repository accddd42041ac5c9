package io.sluice.bench.aware;

import io.sluice.bench.figures.Figures;
import io.sluice.bench.load.ClientKind;
import io.sluice.bench.neighbours.NeighbourRounds;
import io.sluice.bench.neighbours.Neighbourhood;
import io.sluice.bench.process.GatewayCounts;
import io.sluice.bench.process.Middle;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The clients of {@link AwareCommand}, stock ones and aware ones, as a process of its own: bench has the
 * shaded client, and this one the client that the add-on is for. Takes the URLs of a gateway and of its
 * metrics, and whether to be quick; measures, and reports.
 */
final class AwareLoad {

  static final int QUOTA = 1000;
  static final String NAMESPACE = "public/default";

  /** As in {@code neighbours}. */
  private static final int FEW_PENDING = 100;

  private static final int MEMORY_PENDING = 60_000;

  private final Middle gateway;
  private final GatewayCounts counts;
  private final boolean quick;

  private AwareLoad(String gatewayUrl, String metricsUrl, boolean quick) {
    this.gateway = new Middle(Middle.SLUICE, gatewayUrl, null);
    this.counts = new GatewayCounts(metricsUrl);
    this.quick = quick;
  }

  /** Ends the process, as closed clients still have threads. */
  public static void main(String[] args) throws Exception {
    int exitCode = 1;
    try {
      new AwareLoad(args[0], args[1], Boolean.parseBoolean(args[2])).run();
      exitCode = 0;
    } finally {
      System.exit(exitCode);
    }
  }

  private void run() throws Exception {
    NeighbourRounds neighbours = new NeighbourRounds(neighbourhoods(), counts::awaitNoConnections);
    neighbours.run(quick ? 2 : 6, quick ? 4 : 5, quick ? 1.5 : 5);
    AwareHeld held = new AwareHeld(gateway, counts, Neighbourhood.noisyTopic(NAMESPACE, 0));
    held.run(quick ? 1 : 3, quick ? 3 : 10);
    AwareFairness fairness = new AwareFairness(gateway, counts);
    fairness.run(quick ? 5 : 20);
    counts.awaitNoConnections();
    try (AwareOverhead overhead = new AwareOverhead(gateway)) {
      overhead.run(quick ? 0.8 : 3, quick ? 5 : 30, 0.4);
      report(neighbours, held, fairness, overhead);
    }
  }

  private List<Neighbourhood> neighbourhoods() {
    List<Neighbourhood> usual = List.of(
        neighbourhood("", ClientKind.AWARE, FEW_PENDING),
        neighbourhood("stock.", ClientKind.STOCK, FEW_PENDING));
    List<Neighbourhood> full = List.of(
        neighbourhood("default_memory.", ClientKind.AWARE, MEMORY_PENDING),
        neighbourhood("stock.default_memory.", ClientKind.STOCK, MEMORY_PENDING));
    return quick ? usual : Stream.concat(usual.stream(), full.stream()).toList();
  }

  private Neighbourhood neighbourhood(String name, ClientKind kind, int maxPending) {
    return new Neighbourhood(name, gateway, kind, NAMESPACE, 1, maxPending);
  }

  private void report(
      NeighbourRounds neighbours, AwareHeld held, AwareFairness fairness, AwareOverhead overhead)
      throws Exception {
    Figures figures = new Figures();
    neighbours.addFigures(
        figures, "aware", QUOTA, side -> side.kind() == ClientKind.AWARE ? "<= 1.2" : "none");
    held.addFigures(figures, QUOTA);
    fairness.addFigures(figures);
    overhead.addFigures(figures);
    addCommandCounts(figures, ThrottleCommandCounts.of(counts.look()));
    figures.report(
        "aware",
        Map.of(
            "quick", quick,
            "neighbours", neighbours.samples(),
            "held", held.samples(),
            "fairness", fairness.samples(),
            "overhead", overhead.samples()));
  }

  /** Of the whole run. */
  private static void addCommandCounts(Figures figures, ThrottleCommandCounts counts) {
    figures.add("aware.commands", counts.commands(), "in the whole run");
    figures.add("aware.receipts.late", counts.receiptsLate());
    figures.add("aware.receipts.missing", counts.receiptsMissing());
    figures.add("aware.promises_broken", counts.broken(), "target: 0");
  }
}
