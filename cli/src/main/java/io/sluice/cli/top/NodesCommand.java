package io.sluice.cli.top;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.api.Node;
import io.sluice.cli.remote.Api;
import io.sluice.cli.remote.ApiPath;
import io.sluice.cli.remote.CliEnvironment;
import io.sluice.cli.remote.RemoteCommand;
import io.sluice.cli.remote.Table;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;

/** The command that lists the nodes. */
@Command(
    name = "nodes",
    description =
        "Lists the nodes that know of each other. One that is down has not been heard of for ten seconds, and"
            + " is forgotten after a quarter of an hour.")
public final class NodesCommand extends RemoteCommand {

  private static final ApiPath NODES = ApiPath.of("nodes");

  /** Reads nothing of the environment before the command runs. */
  public NodesCommand(CliEnvironment environment) {
    super(environment);
  }

  @Override
  protected void run(Api api) throws IOException, InterruptedException {
    JsonNode answer = api.get(NODES);
    if (json()) {
      printJson(answer);
      return;
    }
    List<Node> nodes = api.read(NODES, answer, Node.Page.class).items();
    Table table =
        Table.ofTexts("NODE", "STATE", "VERSION", "SERVICE URL", "ADMIN URL", "STARTED", "SEEN");
    for (Node node : nodes) {
      table.add(
          node.self() ? node.name() + " (asked)" : node.name(),
          node.hasGone() ? "down" : node.state(),
          node.version(),
          node.serviceUrl(),
          node.adminUrl(),
          withoutFraction(node.started()),
          withoutFraction(node.seen()));
    }
    print(table.lines());
  }

  private static String withoutFraction(String instant) {
    return instant.replaceFirst("\\.\\d+", "");
  }
}
