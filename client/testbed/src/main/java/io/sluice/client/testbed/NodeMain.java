package io.sluice.client.testbed;

import io.sluice.server.Logging;
import io.sluice.server.NodeConfig;
import io.sluice.server.SluiceNode;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The {@code main} of the node's JVM: what {@code ./sluice server} does, but until there is nothing more
 * to read, so that the node ends when its parent does, however that happens.
 */
final class NodeMain {

  private NodeMain() {}

  public static void main(String[] args) throws IOException {
    NodeConfig config = NodeConfig.read(Path.of(args[0]));
    Logging.configure(config.logging());
    SluiceNode node = SluiceNode.start(config);
    while (System.in.read() >= 0) {
      // Nothing is said; only the end counts.
    }
    node.close();
    System.exit(0);
  }
}
