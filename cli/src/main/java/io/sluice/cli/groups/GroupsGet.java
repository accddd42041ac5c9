package io.sluice.cli.groups;

import io.sluice.cli.base.InvalidInputException;
import io.sluice.cli.remote.Api;
import io.sluice.cli.remote.CliEnvironment;
import io.sluice.cli.remote.RemoteCommand;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command that shows one group. */
@Command(
    name = "get",
    description =
        "Shows what a group's members may do, who they are, and what they do on the node that is asked.")
final class GroupsGet extends RemoteCommand {

  @Parameters(paramLabel = "GROUP", converter = GroupName.class, description = "Its name.")
  private String group = "";

  GroupsGet(CliEnvironment environment) {
    super(environment);
  }

  @Override
  protected void run(Api api) throws IOException, InterruptedException {
    RemoteGroup found = RemoteGroup.find(api, group)
        .orElseThrow(() -> new InvalidInputException(
            "there is no group " + group + "; sluice groups list shows those that there are"));
    if (json()) {
      printJson(found.json());
      return;
    }
    print(RemoteGroup.text(group, found.quota(), found.ramp()));
    found.group().members().forEach(member -> print("  " + member));
    GroupHere.lines(found.group().here()).forEach(this::print);
  }
}
