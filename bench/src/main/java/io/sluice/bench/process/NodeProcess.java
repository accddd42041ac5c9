package io.sluice.bench.process;

import io.sluice.server.BrokerUrls;
import io.sluice.server.HostPort;
import io.sluice.server.NodeConfig;
import io.sluice.server.SluiceNode;
import java.io.IOException;
import java.io.OutputStream;

/**
 * A whole node as a process: takes a broker's URL and a port for its admin API, says where it listens,
 * and ends with its standard input.
 */
final class NodeProcess {

  private static final String LOOPBACK = "127.0.0.1";

  private NodeProcess() {}

  public static void main(String[] args) throws IOException {
    NodeConfig config = NodeConfig.local(
        new HostPort(LOOPBACK, 0),
        new HostPort(LOOPBACK, Integer.parseInt(args[1])),
        BrokerUrls.parse(args[0]).orElseThrow());
    try (SluiceNode node = SluiceNode.start(config)) {
      System.out.println(
          "READY pulsar://" + LOOPBACK + ":" + node.addresses().get(0).getPort());
      System.in.transferTo(OutputStream.nullOutputStream());
    }
  }
}
