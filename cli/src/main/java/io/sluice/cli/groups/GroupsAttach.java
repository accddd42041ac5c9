package io.sluice.cli.groups;

import io.sluice.cli.remote.Api;
import io.sluice.cli.remote.CliEnvironment;
import io.sluice.cli.remote.RemoteCommand;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command that makes a tenant or a namespace a member of a group. */
@Command(
    name = "attach",
    description = "Makes a tenant or a namespace a member of a group, and of no other.")
final class GroupsAttach extends RemoteCommand {

  @Parameters(
      index = "0",
      paramLabel = "GROUP",
      converter = GroupName.class,
      description = "Its name.")
  private String group = "";

  @Parameters(
      index = "1",
      paramLabel = "TARGET",
      converter = GroupMember.Converter.class,
      description = GroupMember.HELP)
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private GroupMember target;

  GroupsAttach(CliEnvironment environment) {
    super(environment);
  }

  private record Attached(String group, String attached) {}

  @Override
  protected void run(Api api) throws IOException, InterruptedException {
    api.put(target.path(group), null);
    if (json()) {
      printJson(new Attached(group, target.key().toString()));
    } else {
      print(target.key() + " is a member of the group " + group);
    }
  }
}
