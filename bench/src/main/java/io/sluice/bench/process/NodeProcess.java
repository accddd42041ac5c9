package io.sluice.bench.process;

import io.sluice.server.HostPort;
import io.sluice.server.NodeConfig;
import io.sluice.server.SluiceNode;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/**
 * A whole node as a process: takes a configuration file, says where it listens, and ends with its
 * standard input.
 */
final class NodeProcess {

  private NodeProcess() {}

  public static void main(String[] args) throws IOException {
    try (SluiceNode node = SluiceNode.start(NodeConfig.read(Path.of(args[0])))) {
      InetSocketAddress listens = node.addresses().get(0);
      System.out.println("READY pulsar://"
          + new HostPort(listens.getAddress().getHostAddress(), listens.getPort()));
      System.in.transferTo(OutputStream.nullOutputStream());
    }
  }
}
