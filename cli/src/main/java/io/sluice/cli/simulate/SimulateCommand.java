package io.sluice.cli.simulate;

import io.sluice.cli.base.Version;
import io.sluice.cli.remote.CliEnvironment;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The commands that answer what would happen. */
@Command(
    name = "simulate",
    description =
        "Runs the code of nodes and replicas on virtual time, with faults, and checks the results.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class SimulateCommand {

  private SimulateCommand() {}

  /** With all that is below it. */
  public static CommandLine in(CliEnvironment environment) {
    return new CommandLine(new SimulateCommand())
        .addSubcommand(new SimulateGroups(environment.out(), environment.err()))
        .addSubcommand(new SimulateLimits(environment.out(), environment.err()))
        .addSubcommand(new SimulateRamp(environment.out(), environment.err()));
  }
}
