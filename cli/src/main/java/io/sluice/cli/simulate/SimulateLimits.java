package io.sluice.cli.simulate;

import io.sluice.cli.base.InvalidInputException;
import io.sluice.cli.base.Version;
import io.sluice.simulator.Scenario;
import io.sluice.simulator.Simulation;
import io.sluice.simulator.Trace;
import io.sluice.simulator.Verdict;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that says what nodes that share the limit of a topic would do. */
@Command(
    name = "limits",
    exitCodeOnExecutionException = CommandLine.ExitCode.USAGE,
    description = {
      "Runs nodes that share a topic's limit, with faults, and checks what each of them gets: within 3"
          + " intervals of any change its fair share, to 5 %%. The same seed has the same result. Ends with"
          + " 1 if anything is not as promised."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class SimulateLimits implements Callable<Integer> {

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
      names = "--topics",
      paramLabel = "T",
      description = {
        "Measures what the limits of so many topics, of which 5 %% are used on several nodes at a time, take"
            + " of a node's heap, of its time and of the network, with 100 nodes unless --nodes says"
            + " otherwise, and beside that 1000 random runs unless --runs does."
      })
  private int topics;

  @Mixin
  private ScaleOptions scale = new ScaleOptions();

  SimulateLimits(PrintWriter out, PrintWriter err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    if (runs < 1 || runs > MOST_RUNS) {
      throw new InvalidInputException("--runs must be from 1 to " + MOST_RUNS + ", not " + runs);
    }
    if (topics != 0) {
      return scale.run(ScaleReport.Subject.LIMITS, topics, options.nodes, runs, out, err) ? 0 : 1;
    }
    if (!options.isGiven() && options.nodes != 0) {
      throw new InvalidInputException("--nodes needs --demands or --topics");
    }
    if (runs > 1) {
      return new ManyRuns(options, Sharing.OF_LIMITS, out, err).run(seed, runs) ? 0 : 1;
    }
    Scenario scenario = options.scenario(seed);
    Trace trace = Simulation.run(scenario, Sharing.OF_LIMITS.kind());
    Verdict verdict = Verdict.of(trace, Sharing.OF_LIMITS.promise());
    new GroupsSummary(out, Sharing.OF_LIMITS.promise()).print(trace, verdict);
    return verdict.isGood() ? 0 : 1;
  }
}
