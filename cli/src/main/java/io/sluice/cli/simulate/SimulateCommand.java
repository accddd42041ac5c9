package io.sluice.cli.simulate;

import io.sluice.cli.base.Version;
import io.sluice.cli.remote.CliEnvironment;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The commands that answer what would happen. */
@Command(
    name = "simulate",
    description =
        "Runs what nodes and replicas run, on time that is moved by hand, and checks what comes out.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class SimulateCommand {

  private SimulateCommand() {}

  /** With all that is below it. */
  public static CommandLine in(CliEnvironment surroundings) {
    return new CommandLine(new SimulateCommand())
        .addSubcommand(new SimulateGroups(surroundings.out(), surroundings.err()))
        .addSubcommand(new SimulateRamp(surroundings.out(), surroundings.err()));
  }
}
