package io.sluice.cli.groups;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.limits.LimitText;
import io.sluice.cli.remote.Api;
import io.sluice.cli.remote.CliEnvironment;
import io.sluice.cli.remote.RemoteCommand;
import io.sluice.cli.remote.Table;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;

/** The command that lists groups. */
@Command(name = "list", description = "Lists the groups, with how many members each has.")
final class GroupsList extends RemoteCommand {

  private record Groups(int total, List<JsonNode> items) {}

  GroupsList(CliEnvironment environment) {
    super(environment);
  }

  @Override
  protected void run(Api api) throws IOException, InterruptedException {
    List<RemoteGroup> groups = RemoteGroup.all(api);
    if (json()) {
      printJson(new Groups(groups.size(), groups.stream().map(RemoteGroup::json).toList()));
      return;
    }
    if (groups.isEmpty()) {
      print("there are no groups");
      return;
    }
    Table table = Table.ofTexts("GROUP", "PUBLISH", "DISPATCH", "RAMP", "MEMBERS");
    for (RemoteGroup group : groups) {
      table.add(
          group.group().name(),
          LimitText.rates(group.quota().publishMessages(), group.quota().publishBytes(), "/s"),
          LimitText.rates(group.quota().dispatchMessages(), group.quota().dispatchBytes(), "/s"),
          group.ramp().map(LimitText::of).orElse("-"),
          Integer.toString(group.group().members().size()));
    }
    print(table.lines());
  }
}
