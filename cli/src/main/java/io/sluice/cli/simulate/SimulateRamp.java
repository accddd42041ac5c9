package io.sluice.cli.simulate;

import io.sluice.cli.base.InvalidInputException;
import io.sluice.cli.base.Version;
import io.sluice.cli.chart.Figure;
import io.sluice.cli.units.Span;
import io.sluice.ramp.RampConfig;
import io.sluice.rampyaml.RampSpec;
import io.sluice.simulator.Change;
import io.sluice.simulator.Demand;
import io.sluice.simulator.RampScenario;
import io.sluice.simulator.RampSimulation;
import io.sluice.simulator.RampTrace;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command that says what replicas that share a ramp would do. */
@Command(
    name = "ramp",
    exitCodeOnExecutionException = CommandLine.ExitCode.USAGE,
    description = {
      "Runs replicas of the ramp throttle with a store in memory, with faults, and checks that they never"
          + " share out more than max and come to know how many they are. The same seed has the same"
          + " result. Ends with 1 if anything is not as promised."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class SimulateRamp implements Callable<Integer> {

  private static final int MOST_FINDINGS = 10;
  private static final Logger QUIET = Logger.getLogger("io.sluice.ramp");

  private final PrintWriter out;
  private final PrintWriter err;

  @Parameters(paramLabel = "SPEC.yaml", description = "Has a rateLimit block.")
  private Path spec = Path.of("");

  @Option(
      names = "--replicas",
      paramLabel = "N",
      defaultValue = "3",
      description = "How many there are in all; by default ${DEFAULT-VALUE}.")
  private int replicas;

  @Option(
      names = "--demands",
      split = ",",
      paramLabel = "DEMAND",
      description =
          "What each wants per second, as for groups, with times in seconds; by default max.")
  private List<String> demands = List.of();

  @Option(
      names = "--events",
      split = ",",
      paramLabel = "EVENT",
      description = {
        "What happens, as SECOND:KIND:NUMBERS: join:REPLICA, leave:REPLICA, kill:REPLICA, restart:REPLICA,"
            + " demand:REPLICA:PER-SECOND, and for so many seconds loss:PART:FOR of the calls to the store,"
            + " delay:SECONDS:FOR of its answers, cut:REPLICA:FOR. Such as 10:kill:0,20:loss:1:5."
      })
  private List<String> events = List.of();

  @Option(
      names = "--seconds",
      paramLabel = "K",
      defaultValue = "60",
      description = "For how many seconds it runs; by default ${DEFAULT-VALUE}.")
  private int seconds;

  @Option(
      names = "--skew",
      paramLabel = "TIME",
      defaultValue = "0s",
      converter = Span.class,
      description =
          "By how much the replicas' times of day differ at most; by default ${DEFAULT-VALUE}.")
  private Duration skew = Duration.ZERO;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "0",
      description = "The seed of the random numbers; by default ${DEFAULT-VALUE}.")
  private long seed;

  @Option(names = "--csv", paramLabel = "FILE", description = "Writes a line per second.")
  private @Nullable Path csv;

  @Option(names = "--svg", paramLabel = "FILE", description = "Draws level and use over time.")
  private @Nullable Path svg;

  SimulateRamp(PrintWriter out, PrintWriter err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws IOException {
    QUIET.setLevel(Level.OFF); // what is simulated is not to be reported as if it had happened
    RampTrace trace = RampSimulation.run(scenario(RampSpec.read(spec).config()));
    print(trace);
    if (csv != null) {
      Files.writeString(csv, ReplicasChart.csv(trace));
      err.println("Written to " + csv);
    }
    if (svg != null) {
      Files.writeString(svg, ReplicasChart.of(trace));
      err.println("Written to " + svg);
    }
    return trace.isGood() ? 0 : 1;
  }

  private RampScenario scenario(RampConfig config) {
    try {
      List<Demand> each = new ArrayList<>();
      for (int i = 0; i < replicas; i++) {
        each.add(
            demands.isEmpty()
                ? new Demand.Constant((double) config.max())
                : Demand.parse(demands.get(i % demands.size())));
      }
      return new RampScenario(
          seed, config, each, events.stream().map(Change::parse).toList(), seconds, skew);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(String.valueOf(e.getMessage()));
    }
  }

  private void print(RampTrace trace) {
    RampConfig config = trace.scenario().config();
    out.println("From " + config.min() + " to " + config.max() + " per second, " + replicas
        + " replicas, " + seconds + " seconds, seed " + seed);
    RampTrace.Second last = trace.seconds().get(trace.seconds().size() - 1);
    out.println(
        "In the last second: level " + Figure.of(last.level()) + ", granted " + last.granted()
            + "; " + last.agreed() + " of " + last.live() + " know that they are so many");
    out.println("At most " + Figure.of(trace.mostShares())
        + " were shared out at any time (promised: " + config.max() + ")");
    trace.findings().stream().limit(MOST_FINDINGS).forEach(out::println);
    if (trace.findings().size() > MOST_FINDINGS) {
      out.println("... and " + (trace.findings().size() - MOST_FINDINGS) + " more");
    }
    out.println(trace.isGood() ? "PASSED" : "FAILED");
  }
}
