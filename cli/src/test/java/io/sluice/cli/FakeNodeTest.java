package io.sluice.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Commands beside a node that answers as it is told to. */
abstract class FakeNodeTest {

  @TempDir
  Path home;

  FakeNode node;
  RemoteCommands sluice;

  @BeforeEach
  void start() throws IOException {
    node = new FakeNode();
    sluice = new RemoteCommands(home).with("SLUICE_URL", node.url());
  }

  @AfterEach
  void stop() {
    node.close();
  }
}
