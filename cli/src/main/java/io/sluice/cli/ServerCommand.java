package io.sluice.cli;

import io.sluice.cli.base.Version;
import io.sluice.server.Logging;
import io.sluice.server.NodeConfig;
import io.sluice.server.SluiceNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that runs a node. */
@Command(
    name = "server",
    description = {
      "Runs a node until SIGTERM or Ctrl-C. Then it lets clients go, and ends; a second signal has no"
          + " effect."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class ServerCommand implements Callable<Integer> {

  @Option(
      names = "--config",
      paramLabel = "FILE",
      required = true,
      description = "The node's configuration; conf/sluice.yaml explains it.")
  private Path file = Path.of("");

  @Override
  public Integer call() throws IOException, InterruptedException {
    NodeConfig config = NodeConfig.read(file);
    Logging.configure(config.logging());
    return UntilStopped.run(() -> SluiceNode.start(config)::close);
  }
}
