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
  public static CommandLine in(CliEnvironment surroundings) {
    return new CommandLine(new GroupsCommand())
        .addSubcommand(new GroupsList(surroundings))
        .addSubcommand(new GroupsGet(surroundings))
        .addSubcommand(new GroupsSet(surroundings))
        .addSubcommand(new GroupsRemove(surroundings))
        .addSubcommand(new GroupsAttach(surroundings))
        .addSubcommand(new GroupsDetach(surroundings));
  }
}
