package io.sluice.bench;

import io.sluice.bench.aware.AwareCommand;
import io.sluice.bench.bucket.BucketCommand;
import io.sluice.bench.fairness.FairnessCommand;
import io.sluice.bench.neighbours.NeighboursCommand;
import io.sluice.bench.nodes.NodesCommand;
import io.sluice.bench.policies.PoliciesCommand;
import io.sluice.bench.ramp.RampCommand;
import io.sluice.bench.relay.GatewayCommand;
import io.sluice.bench.relay.OverheadCommand;
import io.sluice.bench.topics.TopicsCommand;
import io.sluice.cli.base.Version;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code ./sluice bench}. */
@Command(
    name = "sluice bench",
    description = {
      "Measures Sluice beside its peers in one run. Prints one figure per line, and writes them with"
          + " all details to target/bench/."
    },
    subcommands = {
      BucketCommand.class,
      RampCommand.class,
      GatewayCommand.class,
      NeighboursCommand.class,
      FairnessCommand.class,
      OverheadCommand.class,
      TopicsCommand.class,
      PoliciesCommand.class,
      AwareCommand.class,
      NodesCommand.class
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class Bench {

  private Bench() {}

  public static void main(String[] args) {
    System.exit(
        new CommandLine(new Bench()).execute(args.length == 0 ? new String[] {"--help"} : args));
  }
}
