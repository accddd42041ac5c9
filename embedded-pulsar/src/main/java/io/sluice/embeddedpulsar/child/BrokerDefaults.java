package io.sluice.embeddedpulsar.child;

import java.util.Properties;

/** The settings in which a broker here differs from a stock one. */
final class BrokerDefaults {

  static final String CLUSTER = "standalone";

  private BrokerDefaults() {}

  static Properties settings(String metadataStoreUrl) {
    Properties settings = new Properties();
    settings.setProperty("clusterName", CLUSTER);
    settings.setProperty("metadataStoreUrl", metadataStoreUrl);
    settings.setProperty("advertisedAddress", "127.0.0.1");
    settings.setProperty("bindAddress", "127.0.0.1");
    settings.setProperty("brokerServicePort", "0");
    settings.setProperty("webServicePort", "0");
    // There is one bookie.
    settings.setProperty("managedLedgerDefaultEnsembleSize", "1");
    settings.setProperty("managedLedgerDefaultWriteQuorum", "1");
    settings.setProperty("managedLedgerDefaultAckQuorum", "1");
    settings.setProperty("bookkeeperNumberOfChannelsPerBookie", "1");
    // A bundle stays where it is until it is unloaded.
    settings.setProperty("loadBalancerEnabled", "false");
    settings.setProperty("transactionCoordinatorEnabled", "true");
    // Small: it stands beside what it is for.
    settings.setProperty("numIOThreads", "2");
    settings.setProperty("managedLedgerCacheSizeMB", "16");
    settings.setProperty("maxMessagePublishBufferSizeInMB", "32");
    settings.setProperty("brokerShutdownTimeoutMs", "5000");
    return settings;
  }
}
