package io.sluice.embeddedpulsar.child;

import java.util.concurrent.TimeUnit;
import org.apache.pulsar.PulsarClusterMetadataSetup;
import org.apache.pulsar.broker.PulsarService;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.apache.pulsar.broker.resources.ClusterResources;
import org.apache.pulsar.broker.resources.NamespaceResources.PartitionedTopicResources;
import org.apache.pulsar.broker.resources.PulsarResources;
import org.apache.pulsar.common.naming.NamespaceName;
import org.apache.pulsar.common.naming.SystemTopicNames;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.partition.PartitionedTopicMetadata;
import org.apache.pulsar.common.policies.data.ClusterData;
import org.apache.pulsar.metadata.api.MetadataStoreException;
import org.apache.pulsar.metadata.api.extended.MetadataStoreExtended;

/**
 * The metadata of a new cluster. It is written into the metadata store, not set through the REST API,
 * so it works with every authentication that a broker may demand of callers.
 */
final class ClusterMetadata {

  private static final int LONGEST_WAIT_SECONDS = 30;
  private static final int TRANSACTION_COORDINATORS = 1;

  private final PulsarResources resources;
  private final String cluster;

  ClusterMetadata(MetadataStoreExtended store, String cluster) {
    this.resources = new PulsarResources(store, store, LONGEST_WAIT_SECONDS);
    this.cluster = cluster;
  }

  void createNamespaces(ServiceConfiguration conf) throws Exception {
    NamespaceName[] namespaces = {
      NamespaceName.get("public/default"), NamespaceName.SYSTEM_NAMESPACE
    };
    for (NamespaceName namespace : namespaces) {
      PulsarClusterMetadataSetup.createTenantIfAbsent(resources, namespace.getTenant(), cluster);
      PulsarClusterMetadataSetup.createNamespaceIfAbsent(
          resources, namespace, cluster, conf.getDefaultNumberOfNamespaceBundles());
    }
    if (conf.isTransactionCoordinatorEnabled()) {
      createTransactionCoordinators();
    }
  }

  private void createTransactionCoordinators() throws Exception {
    PartitionedTopicResources topics =
        resources.getNamespaceResources().getPartitionedTopicResources();
    TopicName assign = SystemTopicNames.TRANSACTION_COORDINATOR_ASSIGN;
    if (topics
        .getPartitionedTopicMetadataAsync(assign)
        .get(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)
        .isEmpty()) {
      topics.createPartitionedTopic(assign, new PartitionedTopicMetadata(TRANSACTION_COORDINATORS));
    }
  }

  /** The ports may be others than last time. */
  static void publishAddresses(PulsarService broker) throws MetadataStoreException {
    ClusterData data = ClusterData.builder()
        .serviceUrl(broker.getWebServiceAddress())
        .serviceUrlTls(broker.getWebServiceAddressTls())
        .brokerServiceUrl(broker.getBrokerServiceUrl())
        .brokerServiceUrlTls(broker.getBrokerServiceUrlTls())
        .build();
    // Through the broker's own view of the store: it might not notice what another one changes.
    ClusterResources clusters = broker.getPulsarResources().getClusterResources();
    String cluster = broker.getConfiguration().getClusterName();
    if (clusters.clusterExists(cluster)) {
      clusters.updateCluster(cluster, old -> data);
    } else {
      clusters.createCluster(cluster, data);
    }
  }
}
