package io.sluice.cli.limits;

import io.sluice.cli.base.Version;
import io.sluice.cli.remote.CliEnvironment;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The commands about limits, which hold on all nodes. */
@Command(
    name = "limits",
    description = "Shows and changes limits. They hold on all nodes within a second.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class LimitsCommand {

  private LimitsCommand() {}

  /** With all that is below it. */
  public static CommandLine in(CliEnvironment environment) {
    return new CommandLine(new LimitsCommand())
        .addSubcommand(new LimitsSet(environment))
        .addSubcommand(new LimitsGet(environment))
        .addSubcommand(new LimitsRemove(environment))
        .addSubcommand(new LimitsList(environment))
        .addSubcommand(new LimitsExplain(environment));
  }
}
