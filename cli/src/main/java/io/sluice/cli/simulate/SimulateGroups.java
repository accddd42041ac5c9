package io.sluice.cli.simulate;

import io.sluice.cli.base.InvalidInputException;
import io.sluice.cli.base.Version;
import io.sluice.cli.chart.Figure;
import io.sluice.simulator.Promise;
import io.sluice.simulator.QuotaSharing;
import io.sluice.simulator.Scenario;
import io.sluice.simulator.Simulation;
import io.sluice.simulator.Trace;
import io.sluice.simulator.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that says what nodes that share a quota would do. */
@Command(
    name = "groups",
    exitCodeOnExecutionException = CommandLine.ExitCode.USAGE,
    description = {
      "Runs nodes that share a group's quota, with faults, and checks what each of them gets: within 3"
          + " intervals of any change its fair share, to 5 %%. The same seed has the same result. Ends with"
          + " 1 if anything is not as promised."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class SimulateGroups implements Callable<Integer> {

  private static final int MOST_RUNS = 10_000_000;

  private final PrintWriter out;
  private final PrintWriter err;

  @Mixin
  private ScenarioOptions options = new ScenarioOptions();

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "0",
      description = "The seed of the random numbers; by default ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--runs",
      paramLabel = "R",
      defaultValue = "1",
      description = "Runs so many, each with the next seed, and names those that fail.")
  private int runs;

  @Option(
      names = "--division",
      paramLabel = "WHOSE",
      defaultValue = "sluice",
      description =
          "Which algorithm divides the quota: ${COMPLETION-CANDIDATES}; by default ${DEFAULT-VALUE}.")
  private Whose division = Whose.SLUICE;

  @Option(
      names = "--groups",
      paramLabel = "G",
      description = {
        "Measures what so many groups take of a node's heap, of its time and of the network, with 100 nodes"
            + " unless --nodes says otherwise, and beside that 1000 random runs unless --runs does."
      })
  private int groups;

  @Mixin
  private ScaleOptions scale = new ScaleOptions();

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description =
          "Writes time, node, demand, share and what was admitted, four times per interval.")
  private @Nullable Path csv;

  @Option(names = "--svg", paramLabel = "FILE", description = "Draws shares and use over time.")
  private @Nullable Path svg;

  @Option(
      names = "--beside-stock",
      description = "Also runs and draws what a stock Pulsar would do in the same scenario.")
  private boolean besideStock;

  SimulateGroups(PrintWriter out, PrintWriter err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws IOException {
    if (runs < 1 || runs > MOST_RUNS) {
      throw new InvalidInputException("--runs must be from 1 to " + MOST_RUNS + ", not " + runs);
    }
    if (groups != 0) {
      return scale.run(ScaleReport.Subject.GROUPS, groups, options.nodes, runs, out, err) ? 0 : 1;
    }
    if (!options.isGiven() && options.nodes != 0) {
      throw new InvalidInputException("--nodes needs --demands or --groups");
    }
    return runs == 1 ? one() : many();
  }

  private int one() throws IOException {
    Scenario scenario = options.scenario(seed);
    Trace trace = Simulation.run(scenario, division.sharing().kind());
    Verdict verdict = Verdict.of(trace);
    new GroupsSummary(out, Promise.GROUP).print(trace, verdict);
    List<SharesChart.Panel> panels = new ArrayList<>();
    if (besideStock) {
      Trace stock = Simulation.run(scenario, QuotaSharing.STOCK);
      out.println();
      out.println("The same with what a stock Pulsar does:");
      new GroupsSummary(out, Promise.GROUP).print(stock, Verdict.of(stock));
      panels.add(new SharesChart.Panel("Stock Pulsar: in proportion to what each uses", stock));
    }
    panels.add(
        new SharesChart.Panel(besideStock ? "Sluice: max-min fair" : title(scenario), trace));
    if (csv != null) {
      Files.writeString(csv, GroupsCsv.of(trace));
      err.println("Written to " + csv);
    }
    if (svg != null) {
      Files.writeString(svg, SharesChart.of(panels));
      err.println("Written to " + svg);
    }
    return verdict.isGood() ? 0 : 1;
  }

  private static String title(Scenario scenario) {
    return "A quota of " + Figure.of(scenario.quota()) + " per second and "
        + scenario.demands().size() + " nodes";
  }

  private int many() {
    if (csv != null || svg != null) {
      throw new InvalidInputException("--csv and --svg are of one run, not of --runs " + runs);
    }
    ManyRuns all = new ManyRuns(options, division.sharing(), out, err);
    return all.run(seed, runs) ? 0 : 1;
  }

  /** A way to divide a quota. */
  enum Whose {
    /** Sluice's own. */
    SLUICE,
    /** That of a stock Pulsar. */
    STOCK;

    Sharing sharing() {
      return this == SLUICE ? Sharing.OF_GROUPS : Sharing.OF_GROUPS_IN_STOCK_PULSAR;
    }

    @Override
    public String toString() {
      return this == SLUICE ? "sluice" : "stock";
    }
  }
}
