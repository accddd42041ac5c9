package io.sluice.cli.groups;

import io.sluice.cli.base.Version;
import io.sluice.cli.remote.CliEnvironment;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The commands about resource groups. */
@Command(
    name = "groups",
    description = {
      "Shows and changes resource groups: what their members may do, all together, on all nodes."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class GroupsCommand {

  private GroupsCommand() {}

  /** With all that is below it. */
  public static CommandLine in(CliEnvironment environment) {
    return new CommandLine(new GroupsCommand())
        .addSubcommand(new GroupsList(environment))
        .addSubcommand(new GroupsGet(environment))
        .addSubcommand(new GroupsSet(environment))
        .addSubcommand(new GroupsRemove(environment))
        .addSubcommand(new GroupsAttach(environment))
        .addSubcommand(new GroupsDetach(environment));
  }
}
