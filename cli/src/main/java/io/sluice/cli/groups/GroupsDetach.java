package io.sluice.cli.groups;

import io.sluice.cli.base.InvalidInputException;
import io.sluice.cli.remote.Api;
import io.sluice.cli.remote.CliEnvironment;
import io.sluice.cli.remote.RemoteCommand;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command that takes a tenant or a namespace out of a group. */
@Command(name = "detach", description = "Takes a tenant or a namespace out of its group.")
final class GroupsDetach extends RemoteCommand {

  @Parameters(
      paramLabel = "TARGET",
      converter = GroupMember.Converter.class,
      description = GroupMember.HELP)
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private GroupMember target;

  GroupsDetach(CliEnvironment environment) {
    super(environment);
  }

  private record Detached(String group, String detached) {}

  @Override
  protected void run(Api api) throws IOException, InterruptedException {
    String member = target.key().toString();
    List<String> groups = RemoteGroup.all(api).stream()
        .filter(group -> group.group().members().contains(member))
        .map(group -> group.group().name())
        .toList();
    if (groups.isEmpty()) {
      throw new InvalidInputException(
          member + " is in no group of its own; sluice groups list shows the groups");
    }
    if (!api.delete(target.path(groups.get(0)))) {
      throw new InvalidInputException(member + " was taken out of the group " + groups.get(0)
          + " meanwhile; sluice groups list shows the groups");
    }
    if (json()) {
      printJson(new Detached(groups.get(0), member));
    } else {
      print(member + " is not in the group " + groups.get(0) + " any more");
    }
  }
}
