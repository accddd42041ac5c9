package io.sluice.cli;

import io.sluice.cli.base.InvalidInputException;
import io.sluice.cli.base.Version;
import io.sluice.ramp.PoolStore;
import io.sluice.rampyaml.RampSpec;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands about the ramp throttle. */
@Command(
    name = "ramp",
    description = "Looks at the configuration of a ramp throttle, without a store or a network.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class RampCommand {

  private final PrintWriter out;
  private final PrintWriter err;

  RampCommand(PrintWriter out, PrintWriter err) {
    this.out = out;
    this.err = err;
  }

  @Command(
      name = "check",
      exitCodeOnExecutionException = CommandLine.ExitCode.USAGE,
      description = "Says what is wrong with a configuration, or what it amounts to.",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class)
  int check(@Parameters(paramLabel = "SPEC.yaml", description = "Has a rateLimit block.") Path spec)
      throws IOException {
    new SpecSummary(RampSpec.read(spec)).print(out);
    return 0;
  }

  @Command(
      name = "plot",
      exitCodeOnExecutionException = CommandLine.ExitCode.USAGE,
      description = {
        "Runs the throttle second by second on virtual time, prints what it grants, and"
            + " draws it."
      },
      mixinStandardHelpOptions = true,
      versionProvider = Version.class)
  int plot(
      @Parameters(paramLabel = "SPEC.yaml", description = "Has a rateLimit block.") Path spec,
      @Option(
              names = "--usage",
              paramLabel = "FILE",
              required = true,
              description = {
                "What one processor wants: a line per second with a number of messages, 0 for a call"
                    + " that uses nothing, - or an empty line for no call. # begins a comment."
              })
          Path usage,
      @Option(
              names = "--pods",
              paramLabel = "N",
              defaultValue = "1",
              description = "How many processors share the rate; by default ${DEFAULT-VALUE}.")
          int pods,
      @Option(
              names = "--svg",
              paramLabel = "OUT.svg",
              description = "The chart; by default named after SPEC, in the current directory.")
          @Nullable
          Path svg)
      throws IOException {
    if (pods < 1 || pods > PoolStore.MOST_PROCESSORS) {
      throw new InvalidInputException(
          "--pods must be between 1 and " + PoolStore.MOST_PROCESSORS + ", not " + pods);
    }
    Path chart = svg == null ? chartOf(spec) : svg;
    if (isSame(chart, spec) || isSame(chart, usage)) {
      throw new InvalidInputException("--svg must not be a file that is read: " + chart);
    }
    RampRun run = RampRun.of(RampSpec.read(spec).config(), pods, UsageFile.read(usage));
    RampTable.print(run, out);
    Files.writeString(chart, RampChart.of(run));
    err.println("Written to " + chart);
    return 0;
  }

  private static boolean isSame(Path chart, Path input) throws IOException {
    return Files.exists(chart) && Files.exists(input) && Files.isSameFile(chart, input);
  }

  /** The spec's name with another ending, in the current directory. */
  static Path chartOf(Path spec) {
    String name = String.valueOf(spec.getFileName());
    return Path.of(name.replaceFirst("\\.ya?ml$", "") + ".svg");
  }
}
