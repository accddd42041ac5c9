package io.sluice.gateway.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.embeddedpulsar.EmbeddedPulsar;
import io.sluice.gateway.Gateway;
import io.sluice.policy.PublishLimit;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of messages that are held when the broker or the gateway goes away. */
class HeldAndMovedTest {

  private final EmbeddedPulsar cluster = Clusters.plain();
  private final Rest rest = Rest.plain();
  private LimitedPulsar pulsar;
  private String topic;

  @BeforeEach
  void start() throws Exception {
    pulsar = new LimitedPulsar();
    topic = pulsar.topic("held");
    pulsar.limit(topic, PublishLimit.of(1, 0));
  }

  @AfterEach
  void stop() throws Exception {
    LimitedPulsar.expectNothingHeld(pulsar.gateway);
    pulsar.end();
  }

  @Test
  void shouldHoldAgainWhatIsSentAgainWhenTheBrokerRestarts() throws Exception {
    String namespace = "public/" + PulsarFixture.uniqueName();
    String witness = "persistent://" + namespace + "/witness";
    rest.createNamespace(namespace, 1);
    rest.move(namespace, witness, cluster.brokers().get(0));
    rest.move(pulsar.namespace, topic, cluster.brokers().get(1));
    try (Traffic traffic = new Traffic(pulsar.newClient(), witness)) {
      Held held =
          new Held(LimitedPulsar.producer(pulsar.newClient(), topic).create(), pulsar.gateway);
      Set<Long> connections = pulsar.connections(witness);
      Instant stopped = Instant.now();

      cluster.stopBroker(1);
      try {
        held.expectHeldSince(stopped, pulsar.gateway);
      } finally {
        cluster.startBroker(1);
      }

      traffic.awaitProgress(20);
      assertThat(pulsar.connections(witness)).isEqualTo(connections);
      pulsar.unlimit(topic);
      held.expectAcknowledged();
      assertThat(held.storedFirst()).isEqualTo(held.numbers());
      traffic.finishUnharmed();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldHoldAtTheOtherGatewayWhatIsSentThere(boolean drained) throws Exception {
    try (Gateway second = Gateways.start(Gateways.cluster(cluster), pulsar.policies)) {
      String both = Gateways.serviceUrl(pulsar.gateway) + ",127.0.0.1:" + Gateways.port(second);
      var producer = LimitedPulsar.producer(pulsar.newClient(both), topic).create();
      boolean atSecond = !Gateways.producers(second, topic).isEmpty();
      Gateway leaving = atSecond ? second : pulsar.gateway;
      Gateway staying = atSecond ? pulsar.gateway : second;
      var client = pulsar.newClient(Gateways.serviceUrl(staying));
      try (Traffic traffic = new Traffic(client, pulsar.topic("witness"))) {
        Held held = new Held(producer, leaving);

        if (drained) {
          leaving.drain(Duration.ofMinutes(1)).toCompletableFuture().get(30, TimeUnit.SECONDS);
          assertThat(Gateways.connections(leaving)).isEmpty();
        } else {
          leaving.close();
        }

        held.expectHeldSince(Instant.EPOCH, staying);
        traffic.awaitProgress(20);
        pulsar.unlimit(topic);
        held.expectAcknowledged();
        assertThat(drained ? Stored.numbers(topic) : held.storedFirst()).isEqualTo(held.numbers());
        traffic.finishUnharmed();
        LimitedPulsar.expectNothingHeld(staying);
      }
    }
  }
}
