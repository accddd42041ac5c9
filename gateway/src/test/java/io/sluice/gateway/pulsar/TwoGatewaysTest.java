package io.sluice.gateway.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.embeddedpulsar.EmbeddedBroker;
import io.sluice.gateway.Gateway;
import io.sluice.gateway.config.BrokerAddress;
import io.sluice.gateway.config.Cluster;
import io.sluice.gateway.view.ConnectionView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A gateway that goes away while clients know of another one. */
class TwoGatewaysTest {

  private static final int COUNT = 300;

  private final String topic = "persistent://public/default/" + PulsarFixture.uniqueName();

  private final List<PulsarClient> clients = new ArrayList<>();
  private final List<Traffic> all = new ArrayList<>();

  @AfterEach
  void stop() throws Exception {
    for (Traffic traffic : all) {
      traffic.close();
    }
    for (PulsarClient client : clients) {
      var unused = client.closeAsync();
    }
  }

  @Test
  void shouldMoveToTheOtherGatewayWhenOneIsKilled() throws Exception {
    Cluster cluster = Gateways.cluster(Clusters.plain());
    try (Gateway staying = Gateways.start(cluster);
        GatewayProcess killed = GatewayProcess.start(cluster.bootstrap())) {
      startTraffic(killed.port(), staying);

      killed.kill();

      for (Traffic traffic : all) {
        traffic.awaitProgress(COUNT);
        traffic.finishUnharmed();
      }
      assertThat(producersAt(staying)).isEqualTo(all.size());
    }
  }

  @Test
  void shouldNeitherFailNorRepeatASendWhenAGatewayIsDrained() throws Exception {
    Cluster cluster = Gateways.cluster(Clusters.plain());
    try (Gateway staying = Gateways.start(cluster);
        Gateway drained = Gateways.start(cluster)) {
      startTraffic(Gateways.port(drained), staying);

      drained.drain(Duration.ofSeconds(30)).toCompletableFuture().get(30, TimeUnit.SECONDS);

      assertThat(Gateways.connections(drained)).isEmpty();
      assertThat(drained.notReadyBecause()).hasValue("the node is going down");
      for (int i = 0; i < all.size(); i++) {
        all.get(i).awaitProgress(COUNT);
        all.get(i).finishUnharmed();
        List<Integer> stored = Stored.numbers(topic + "-" + i);
        Set<Integer> once = new HashSet<>();
        assertThat(stored.stream().filter(number -> !once.add(number)))
            .as("what was stored twice, of %d", stored.size())
            .isEmpty();
        assertThat(once).hasSameSizeAs(all.get(i).published());
      }
    }
  }

  @Test
  void shouldRelayToABrokerThatOneOfTheGatewaysHasHeardOf() throws Exception {
    String namespace = "public/" + PulsarFixture.uniqueName();
    String name = "persistent://" + namespace + "/topic";
    EmbeddedBroker unheardOf = Clusters.plain().brokers().get(1);
    Rest.plain().createNamespace(namespace, 1);
    Rest.plain().move(namespace, name, unheardOf);
    Cluster cluster = Cluster.of(BrokerAddress.parse(Clusters.plain().serviceUrl()));
    for (int i = 0; i < 4; i++) {
      try (Gateway one = Gateways.start(cluster);
          Gateway other = Gateways.start(cluster)) {
        PulsarClient client = PulsarFixture.clientBuilder(
                "pulsar://127.0.0.1:" + Gateways.port(one) + ",127.0.0.1:" + Gateways.port(other))
            .enableTransaction(false) // which would make both gateways hear of brokers
            .build();
        clients.add(client);
        try (Producer<byte[]> producer = client.newProducer().topic(name).create()) {
          assertThat(producer.send(new byte[1])).isNotNull();
          assertThat(Stream.of(one, other).flatMap(TwoGatewaysTest::connections))
              .anyMatch(connection -> !connection.producers().isEmpty()
                  && connection.broker().orElseThrow().port()
                      == unheardOf.serviceUrl().getPort());
        }
      }
    }
  }

  private static Stream<ConnectionView> connections(Gateway gateway) {
    return gateway.connections().toCompletableFuture().join().stream();
  }

  /**
   * Starts clients that know both gateways, of which they choose by chance, until each gateway has
   * producers of some.
   */
  private void startTraffic(int goingAway, Gateway staying) throws Exception {
    while (producersAt(staying) == 0 || producersAt(staying) == all.size()) {
      assertThat(all).as("clients that all chose the same gateway").hasSizeLessThan(20);
      PulsarClient client = PulsarFixture.clientBuilder(
              "pulsar://127.0.0.1:" + goingAway + ",127.0.0.1:" + Gateways.port(staying))
          .build();
      clients.add(client);
      all.add(new Traffic(client, topic + "-" + all.size()));
    }
    for (Traffic traffic : all) {
      traffic.awaitProgress(COUNT);
    }
  }

  private static long producersAt(Gateway gateway) throws Exception {
    return Gateways.connections(gateway).stream()
        .mapToLong(connection -> connection.producers().size())
        .sum();
  }
}
