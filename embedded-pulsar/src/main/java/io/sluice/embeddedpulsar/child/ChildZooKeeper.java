package io.sluice.embeddedpulsar.child;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

/**
 * The metadata store of several brokers. Pulsar's stores in memory and on RocksDB take all brokers
 * of a process for one: each would believe itself the leader, and not see the others come and go.
 */
final class ChildZooKeeper implements AutoCloseable {

  private static final int TICK_MILLIS = 2000;
  private static final int MOST_CONNECTIONS = 100;

  private final NIOServerCnxnFactory connections = new NIOServerCnxnFactory();

  private ChildZooKeeper() {}

  static ChildZooKeeper start(Path folder) throws IOException, InterruptedException {
    ChildZooKeeper zooKeeper = new ChildZooKeeper();
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    zooKeeper.connections.configure(new InetSocketAddress(loopback, 0), MOST_CONNECTIONS);
    zooKeeper.connections.startup(
        new ZooKeeperServer(folder.toFile(), folder.toFile(), TICK_MILLIS));
    return zooKeeper;
  }

  String url() {
    return "zk:127.0.0.1:" + connections.getLocalPort();
  }

  @Override
  public void close() {
    connections.shutdown();
  }
}
