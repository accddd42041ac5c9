package io.sluice.cli.groups;

import io.sluice.cli.base.InvalidInputException;
import io.sluice.cli.remote.Api;
import io.sluice.cli.remote.CliEnvironment;
import io.sluice.cli.remote.RemoteCommand;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command that removes a group. */
@Command(name = "remove", description = "Removes a group that has no members.")
final class GroupsRemove extends RemoteCommand {

  @Parameters(paramLabel = "GROUP", converter = GroupName.class, description = "Its name.")
  private String group = "";

  GroupsRemove(CliEnvironment environment) {
    super(environment);
  }

  private record Removed(String removed) {}

  @Override
  protected void run(Api api) throws IOException, InterruptedException {
    if (!api.delete(RemoteGroup.ALL.then(group))) {
      throw new InvalidInputException(
          "there is no group " + group + "; sluice groups list shows those that there are");
    }
    if (json()) {
      printJson(new Removed("group " + group));
    } else {
      print("the group " + group + " is no more");
    }
  }
}
