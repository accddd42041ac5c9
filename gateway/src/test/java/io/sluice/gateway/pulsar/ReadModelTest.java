package io.sluice.gateway.pulsar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.gateway.Gateway;
import io.sluice.gateway.config.BrokerAddress;
import io.sluice.gateway.view.ConnectionView;
import io.sluice.gateway.view.ConnectionView.ConsumerView;
import io.sluice.gateway.view.ConnectionView.ProducerView;
import java.util.List;
import java.util.Optional;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.SubscriptionType;
import org.junit.jupiter.api.Test;

/** What operators get to see of clients' connections. */
class ReadModelTest extends PulsarFixture {

  private static final int COUNT = 30;

  private final Gateway gateway = Gateways.plain();

  ReadModelTest() {
    super(Through.GATEWAY);
  }

  @Test
  void shouldShowProducersAndWhatTheyPublish() throws Exception {
    try (Producer<String> producer = newProducer().producerName("mine").create()) {
      send(producer, COUNT);
      Eventually.until("all is answered", () -> only().pending() == 0);
      ProducerView view = only();
      assertThat(view.name()).isEqualTo("mine");
      assertThat(view.messages()).isEqualTo(COUNT);
      assertThat(view.bytes()).isGreaterThan(9L * COUNT);
    }
    Eventually.until("it is forgotten", () -> Gateways.producers(gateway, topic).isEmpty());
  }

  private ProducerView only() throws Exception {
    List<ProducerView> views = Gateways.producers(gateway, topic);
    assertThat(views).hasSize(1);
    return views.get(0);
  }

  @Test
  void shouldShowTheNameThatTheBrokerHasChosen() throws Exception {
    try (Producer<String> producer = newProducer().create()) {
      Eventually.until("it is known", () -> !only().name().isEmpty());
      assertThat(only().name()).isEqualTo(producer.getProducerName());
    }
  }

  @Test
  void shouldShowConsumersAndConnections() throws Exception {
    try (Consumer<String> consumer = newConsumer()
        .subscriptionType(SubscriptionType.Key_Shared)
        .consumerName("mine")
        .subscribe()) {
      assertThat(consumer.isConnected()).isTrue();
      ConnectionView connection = Gateways.connections(gateway).stream()
          .filter(each -> !each.consumers().isEmpty())
          .findAny()
          .orElseThrow();
      assertThat(connection.clientVersion()).startsWith("Pulsar-Java-v4.2");
      assertThat(connection.state()).isEqualTo("Relaying");
      assertThat(connection.client().getAddress().isLoopbackAddress()).isTrue();
      assertThat(Clusters.plain().brokers().stream()
              .map(broker -> BrokerAddress.parse(broker.serviceUrl().toString())))
          .contains(connection.broker().orElseThrow());
      ConsumerView view = connection.consumers().get(0);
      assertThat(view)
          .isEqualTo(new ConsumerView(
              view.id(), topic, "subscription", "Key_Shared", "mine", 0, 0, Optional.empty()));
    }
    Eventually.until("it is forgotten", () -> Gateways.consumers(gateway, topic).isEmpty());
  }

  @Test
  void shouldForgetWhoeverUnsubscribes() throws Exception {
    Consumer<String> consumer = newConsumer().subscribe();
    assertThat(Gateways.consumers(gateway, topic)).hasSize(1);
    consumer.unsubscribe();
    Eventually.until("it is forgotten", () -> Gateways.consumers(gateway, topic).isEmpty());
    consumer.close();
  }

  @Test
  void shouldForgetWhatTheBrokerRefuses() throws Exception {
    try (Consumer<String> consumer = newConsumer().subscribe();
        Producer<String> producer = newProducer().producerName("same").create()) {
      assertThatThrownBy(() -> newConsumer().subscribe())
          .isInstanceOf(PulsarClientException.ConsumerBusyException.class);
      assertThatThrownBy(() -> newProducer().producerName("same").create())
          .isInstanceOf(PulsarClientException.ProducerBusyException.class);
      Eventually.until(
          "those refused are forgotten",
          () -> Gateways.consumers(gateway, topic).size() == 1
              && Gateways.producers(gateway, topic).size() == 1);
      assertThat(consumer.isConnected()).isTrue();
      assertThat(producer.isConnected()).isTrue();
    }
  }

  @Test
  void shouldForgetWhatTheBrokerCloses() throws Exception {
    try (Consumer<String> consumer = newConsumer().subscribe();
        Producer<String> producer = newProducer().create()) {
      send(producer, COUNT);
      Rest.plain().put(Rest.path(topic) + "/unload", "");
      producer.send("after");
      Eventually.until(
          "both are back once",
          () -> consumer.isConnected() && Gateways.consumers(gateway, topic).size() == 1);
      // Counted anew, as it is a new one to the gateway.
      assertThat(only().messages()).isEqualTo(1);
    }
  }
}
