package io.sluice.cli;

import io.sluice.cli.base.Version;
import io.sluice.server.NodeConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command that looks at a node's configuration without starting anything. */
@Command(
    name = "check-config",
    description = "Says what is wrong with a node's configuration, or what it amounts to.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class CheckConfigCommand implements Callable<Integer> {

  private final PrintWriter out;

  @Parameters(paramLabel = "FILE", description = "A configuration such as conf/sluice.yaml.")
  private Path file = Path.of("");

  CheckConfigCommand(PrintWriter out) {
    this.out = out;
  }

  @Override
  public Integer call() throws IOException {
    NodeConfig config = NodeConfig.read(file);
    List<String> listeners = new ArrayList<>();
    config.gateway().listen().ifPresent(address -> listeners.add(address.toString()));
    config.gateway().listenTls().ifPresent(address -> listeners.add(address + " in TLS"));
    out.println(
        file + " is fine: clients of " + String.join(" and ", listeners) + " are relayed to "
            + config.cluster().brokers() + "; health and metrics are at "
            + config.admin().url());
    config.summary().forEach(line -> out.println("  " + line));
    return 0;
  }
}
