package io.sluice.embeddedpulsar.child;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.bookkeeper.bookie.storage.ldb.DbLedgerStorage;
import org.apache.bookkeeper.client.BookKeeperAdmin;
import org.apache.bookkeeper.common.component.LifecycleComponentStack;
import org.apache.bookkeeper.conf.ServerConfiguration;
import org.apache.bookkeeper.meta.MetadataDrivers;
import org.apache.bookkeeper.server.Main;
import org.apache.bookkeeper.server.conf.BookieConfiguration;
import org.apache.pulsar.metadata.api.extended.MetadataStoreExtended;
import org.apache.pulsar.metadata.bookkeeper.AbstractMetadataDriver;
import org.apache.pulsar.metadata.bookkeeper.PulsarMetadataBookieDriver;
import org.apache.pulsar.metadata.bookkeeper.PulsarMetadataClientDriver;

/**
 * The one bookie. Its name does not depend on its port, so ledgers that were written under another
 * port are still its own; Pulsar's own {@code BKCluster} would want the old port back.
 */
final class ChildBookie implements AutoCloseable {

  private static final String NAME = "sluice-bookie";
  private static final String SCHEME = "metadata-store";

  /** Room for what BookKeeper adds to a message. */
  private static final int FRAME_PADDING_BYTES = 64 * 1024;

  private static final int LONGEST_WAIT_SECONDS = 30;

  private final LifecycleComponentStack components;

  private ChildBookie(LifecycleComponentStack components) {
    this.components = components;
  }

  /** Starts it. If its data need not outlive it, its journal holds no data. */
  static ChildBookie start(
      MetadataStoreExtended store, String storeUrl, Path folder, boolean keep, int maxMessageBytes)
      throws Exception {
    MetadataDrivers.registerBookieDriver(SCHEME, PulsarMetadataBookieDriver.class);
    MetadataDrivers.registerClientDriver(SCHEME, PulsarMetadataClientDriver.class);
    ServerConfiguration conf = configuration(folder, keep, maxMessageBytes);
    conf.setMetadataServiceUri(SCHEME + ":" + storeUrl);
    conf.setProperty(AbstractMetadataDriver.METADATA_STORE_INSTANCE, store);
    if (!store.exists("/ledgers/INSTANCEID").get(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)
        && !BookKeeperAdmin.initNewCluster(conf)) {
      throw new IOException("the metadata of BookKeeper could not be set up in " + storeUrl);
    }
    LifecycleComponentStack components = Main.buildBookieServer(new BookieConfiguration(conf));
    components.start();
    return new ChildBookie(components);
  }

  private static ServerConfiguration configuration(Path folder, boolean keep, int maxMessageBytes)
      throws IOException {
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    ServerConfiguration conf = new ServerConfiguration();
    conf.setBookieId(NAME);
    conf.setBookiePort(0);
    conf.setAllowEphemeralPorts(true);
    conf.setAllowLoopback(true);
    conf.setAdvertisedAddress(loopback.getHostAddress());
    conf.setListeningInterface(NetworkInterface.getByInetAddress(loopback).getName());
    conf.setJournalDirName(folder.resolve("journal").toString());
    conf.setLedgerDirNames(new String[] {folder.resolve("ledgers").toString()});
    conf.setLedgerStorageClass(DbLedgerStorage.class.getName());
    // A crash of the machine may cost messages; a crash of the child may not.
    conf.setJournalSyncData(false);
    conf.setJournalWriteData(keep);
    conf.setJournalRemovePagesFromCache(false);
    conf.setJournalMaxGroupWaitMSec(0);
    conf.setProperty("journalPreAllocSizeMB", 4);
    conf.setNettyMaxFrameSizeBytes(maxMessageBytes + FRAME_PADDING_BYTES);
    conf.setDiskUsageWarnThreshold(0.98f);
    conf.setDiskUsageThreshold(0.99f);
    conf.setNumAddWorkerThreads(1);
    conf.setNumReadWorkerThreads(2);
    conf.setServerNumIOThreads(2);
    // Half of the write cache must hold a message of the greatest size.
    conf.setProperty("dbStorage_writeCacheMaxSizeMb", 4 * (1 + maxMessageBytes / (1024 * 1024)));
    conf.setProperty("dbStorage_readAheadCacheMaxSizeMb", 8);
    conf.setProperty("dbStorage_rocksDB_blockCacheSize", 8L * 1024 * 1024);
    return conf;
  }

  @Override
  public void close() {
    components.close();
  }
}
