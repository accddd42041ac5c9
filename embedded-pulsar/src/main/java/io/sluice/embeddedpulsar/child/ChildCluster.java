package io.sluice.embeddedpulsar.child;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.pulsar.broker.PulsarServerException;
import org.apache.pulsar.broker.PulsarService;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.apache.pulsar.metadata.api.MetadataStoreConfig;
import org.apache.pulsar.metadata.api.extended.MetadataStoreExtended;

/**
 * The metadata store, the bookie and the brokers, started in this order and stopped in reverse. One
 * thing at a time: a stop waits for a start that is under way.
 */
final class ChildCluster {

  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private final List<ChildBroker> brokers = new ArrayList<>();

  /** Starts all of it. If this fails, {@link #stop} stops what has been started. */
  synchronized void start(Properties options, Consumer<String> progress) throws Exception {
    int count = Integer.parseInt(options.getProperty(Protocol.BROKERS));
    String kept = options.getProperty(Protocol.DATA_FOLDER);
    Path folder = Path.of(kept != null ? kept : options.getProperty(Protocol.TEMPORARY_FOLDER));
    String storeUrl = storeUrl(folder, kept != null, count);
    Properties settings = BrokerDefaults.settings(storeUrl);
    options.stringPropertyNames().stream()
        .filter(key -> key.startsWith(Protocol.SETTING))
        .forEach(key -> settings.setProperty(
            key.substring(Protocol.SETTING.length()), options.getProperty(key)));
    ServiceConfiguration conf = ChildBroker.configuration(settings);

    progress.accept("the bookie");
    MetadataStoreExtended store = MetadataStoreExtended.create(
        storeUrl,
        MetadataStoreConfig.builder()
            .metadataStoreName(MetadataStoreConfig.METADATA_STORE)
            .build());
    started.push(store);
    started.push(ChildBookie.start(
        store, storeUrl, folder.resolve("bookie"), kept != null, conf.getMaxMessageSize()));
    new ClusterMetadata(store, conf.getClusterName()).createNamespaces(conf);

    for (int i = 0; i < count; i++) {
      progress.accept("broker " + i);
      ChildBroker broker = new ChildBroker(settings);
      broker.start();
      started.push(broker);
      brokers.add(broker);
      if (i == 0) {
        ClusterMetadata.publishAddresses(broker.service());
      }
    }
  }

  private String storeUrl(Path folder, boolean keep, int count) throws Exception {
    if (count > 1) {
      ChildZooKeeper zooKeeper = ChildZooKeeper.start(folder.resolve("zookeeper"));
      started.push(zooKeeper);
      return zooKeeper.url();
    }
    return keep
        ? "rocksdb://" + Files.createDirectories(folder.resolve("metadata"))
        : "memory:" + UUID.randomUUID();
  }

  synchronized List<PulsarService> services() {
    return brokers.stream().map(ChildBroker::service).toList();
  }

  synchronized PulsarService startBroker(int index) throws IOException, PulsarServerException {
    brokers.get(index).start();
    return brokers.get(index).service();
  }

  synchronized void stopBroker(int index) throws PulsarServerException {
    brokers.get(index).close();
  }

  /** Stops all of it, also if a part of it does not want to. */
  synchronized void stop() throws Exception {
    Exception first = null;
    while (!started.isEmpty()) {
      try {
        started.pop().close();
      } catch (Exception e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
