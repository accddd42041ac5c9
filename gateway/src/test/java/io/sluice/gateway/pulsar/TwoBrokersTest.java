package io.sluice.gateway.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.embeddedpulsar.EmbeddedBroker;
import io.sluice.embeddedpulsar.EmbeddedPulsar;
import io.sluice.gateway.Gateway;
import io.sluice.gateway.config.BrokerAddress;
import io.sluice.gateway.config.Cluster;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Topics that move between brokers, and brokers that come and go, seen through a gateway. */
class TwoBrokersTest {

  private static final int COUNT = 200;

  private final EmbeddedPulsar pulsar = Clusters.plain();
  private final Rest rest = Rest.plain();
  private final String namespace = "public/" + PulsarFixture.uniqueName();
  private final String topic = "persistent://" + namespace + "/topic";
  private Gateway gateway;
  private PulsarClient client;

  @BeforeEach
  void start() throws Exception {
    gateway = Gateways.start(Gateways.cluster(pulsar));
    client = PulsarFixture.clientBuilder(Gateways.serviceUrl(gateway)).build();
  }

  @AfterEach
  void stop() {
    var unused = client.closeAsync();
    gateway.close();
  }

  @Test
  void shouldFollowRedirectsToABrokerItHasNotHeardOf() throws Exception {
    rest.createNamespace(namespace, 8);
    for (EmbeddedBroker known : pulsar.brokers()) {
      Set<BrokerAddress> brokers = new HashSet<>();
      try (Gateway ofOne = Gateways.start(Cluster.of(address(known)));
          PulsarClient through =
              PulsarFixture.clientBuilder(Gateways.serviceUrl(ofOne)).build()) {
        for (int i = 0; i < 16; i++) {
          String name = topic + "-" + known.serviceUrl().getPort() + "-" + i;
          try (Producer<byte[]> producer = through.newProducer().topic(name).create()) {
            assertThat(producer.send(new byte[1])).isNotNull();
            Gateways.connections(ofOne).stream()
                .filter(connection -> !connection.producers().isEmpty())
                .forEach(connection -> brokers.add(connection.broker().orElseThrow()));
          }
        }
      }
      assertThat(brokers)
          .containsExactlyInAnyOrderElementsOf(
              pulsar.brokers().stream().map(TwoBrokersTest::address).toList());
    }
  }

  @Test
  void shouldMoveWithABundleUnderTraffic() throws Exception {
    rest.createNamespace(namespace, 1);
    try (Traffic traffic = new Traffic(client, topic)) {
      for (int round = 0; round < 2; round++) {
        for (EmbeddedBroker destination : pulsar.brokers()) {
          traffic.awaitProgress(COUNT);
          rest.put(
              "/admin/v2/namespaces/" + namespace
                  + "/0x00000000_0xffffffff/unload?destinationBroker="
                  + destination.webUrl().getAuthority(),
              "");
          Eventually.until(
              "producer and consumer are at " + destination.serviceUrl(),
              () -> Gateways.connections(gateway).stream()
                  .anyMatch(connection ->
                      connection.broker().equals(java.util.Optional.of(address(destination)))
                          && !connection.producers().isEmpty()
                          && !connection.consumers().isEmpty()));
        }
      }
      traffic.awaitProgress(COUNT);
      traffic.finishUnharmed();
    }
  }

  @Test
  void shouldOutliveBrokersThatRestartOneAfterTheOther() throws Exception {
    rest.createNamespace(namespace, 4);
    rest.createPartitioned(topic, 4);
    try (Traffic traffic = new Traffic(client, topic)) {
      for (int broker : List.of(1, 0)) {
        traffic.awaitProgress(COUNT);
        pulsar.stopBroker(broker);
        traffic.awaitProgress(COUNT);
        pulsar.startBroker(broker);
      }
      traffic.awaitProgress(COUNT);
      traffic.finishUnharmed();
    }
  }

  @Test
  void shouldOutliveARestartOfTheWholeCluster() throws Exception {
    rest.createNamespace(namespace, 1);
    try (Traffic traffic = new Traffic(client, topic)) {
      traffic.awaitProgress(COUNT);
      pulsar.stopBroker(1);
      pulsar.stopBroker(0);
      pulsar.startBroker(0);
      pulsar.startBroker(1);
      traffic.awaitProgress(COUNT);
      traffic.finishUnharmed();
    }
  }

  private static BrokerAddress address(EmbeddedBroker broker) {
    return BrokerAddress.parse(broker.serviceUrl().toString());
  }
}
