package io.sluice.embeddedpulsar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.Schema;
import org.apache.pulsar.client.api.SubscriptionInitialPosition;
import org.apache.pulsar.client.api.transaction.Transaction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a cluster of two brokers does for its clients. */
class EmbeddedPulsarTest {

  private static final int GREATEST_PAYLOAD_BYTES = 5 * 1024 * 1024 - 1024;

  private static EmbeddedPulsar pulsar;

  @BeforeAll
  static void start() throws IOException {
    pulsar = EmbeddedPulsar.start(EmbeddedPulsarOptions.defaults().withBrokers(2));
  }

  @AfterAll
  static void stop() {
    pulsar.close();
  }

  @Test
  void shouldCarryMessages() throws PulsarClientException {
    try (PulsarClient client = client(0);
        Consumer<String> consumer = consumer(client, "carry");
        Producer<String> producer =
            client.newProducer(Schema.STRING).topic("carry").create()) {
      producer.send("hello");
      assertThat(next(consumer)).isEqualTo("hello");
    }
  }

  @Test
  void shouldCarryMessagesOfTheGreatestSize() throws PulsarClientException {
    try (PulsarClient client = client(0);
        Consumer<byte[]> consumer =
            client.newConsumer().topic("great").subscriptionName("test").subscribe();
        Producer<byte[]> producer =
            client.newProducer().topic("great").enableBatching(false).create()) {
      for (int i = 0; i < 10; i++) {
        producer.send(new byte[GREATEST_PAYLOAD_BYTES]);
        Message<byte[]> message = consumer.receive(30, TimeUnit.SECONDS);
        assertThat(message).isNotNull();
        assertThat(message.size()).isEqualTo(GREATEST_PAYLOAD_BYTES);
        consumer.acknowledge(message);
      }
    }
  }

  @Test
  void shouldHaveTransactions() throws Exception {
    try (PulsarClient client = PulsarClient.builder()
            .serviceUrl(pulsar.serviceUrl())
            .enableTransaction(true)
            .build();
        Consumer<String> consumer = consumer(client, "transacted");
        Producer<String> producer = client
            .newProducer(Schema.STRING)
            .topic("transacted")
            .sendTimeout(0, TimeUnit.SECONDS)
            .create()) {
      Transaction aborted = transaction(client);
      producer.newMessage(aborted).value("aborted").send();
      aborted.abort().get(30, TimeUnit.SECONDS);
      Transaction committed = transaction(client);
      producer.newMessage(committed).value("committed").send();
      committed.commit().get(30, TimeUnit.SECONDS);
      assertThat(next(consumer)).isEqualTo("committed");
    }
  }

  private static Transaction transaction(PulsarClient client) throws Exception {
    return client
        .newTransaction()
        .withTransactionTimeout(1, TimeUnit.MINUTES)
        .build()
        .get(30, TimeUnit.SECONDS);
  }

  @Test
  void shouldAnswerOnTheRestApiOfEachBroker() throws Exception {
    for (EmbeddedBroker broker : pulsar.brokers()) {
      assertThat(get(broker.webUrl() + "/admin/v2/clusters")).isEqualTo("[\"standalone\"]");
      assertThat(get(broker.webUrl() + "/admin/v2/namespaces/public"))
          .contains("\"public/default\"");
      assertThat(get(broker.webUrl() + "/admin/v2/tenants")).contains("public", "pulsar");
      assertThat(get(broker.webUrl() + "/admin/v2/brokers/standalone"))
          .contains(pulsar.brokers().stream()
              .map(each -> each.webUrl().getAuthority())
              .toList());
    }
  }

  @Test
  void shouldMoveABundleToWhicheverBrokerIsNamed() throws Exception {
    List<EmbeddedBroker> brokers = pulsar.brokers();
    assertThat(brokers).hasSize(2);
    String namespaces = pulsar.webUrl() + "/admin/v2/namespaces/";
    put(namespaces + "public/moved", "{\"bundles\":{\"numBundles\":1}}");
    String lookup = "/lookup/v2/topic/persistent/public/moved/topic";
    for (EmbeddedBroker destination : brokers) {
      assertThat(get(pulsar.webUrl() + lookup)).contains("pulsar://127.0.0.1:");
      put(
          namespaces + "public/moved/0x00000000_0xffffffff/unload?destinationBroker="
              + destination.webUrl().getAuthority(),
          "");
      for (int i = 0; i < brokers.size(); i++) {
        assertThat(lookUp(brokers.get(i).webUrl() + lookup))
            .contains("\"brokerUrl\":\"" + destination.serviceUrl() + "\"");
        try (PulsarClient client = client(i);
            Producer<byte[]> producer =
                client.newProducer().topic("persistent://public/moved/topic").create()) {
          assertThat(producer.send(new byte[1])).isNotNull();
        }
      }
    }
  }

  @Test
  void shouldKeepPortsAndMessagesWhenABrokerIsStoppedAndStarted() throws Exception {
    try (PulsarClient client = client(1);
        Producer<String> producer =
            client.newProducer(Schema.STRING).topic("kept").create()) {
      consumer(client, "kept").close();
      producer.send("before");
    }
    String health = pulsar.brokers().get(1).webUrl() + "/admin/v2/brokers/ready";
    assertThat(get(health)).isEqualTo("ok");

    pulsar.stopBroker(1);
    assertThatThrownBy(() -> get(health)).isInstanceOf(IOException.class);
    assertThat(get(pulsar.webUrl() + "/admin/v2/brokers/ready")).isEqualTo("ok");

    pulsar.startBroker(1);
    assertThat(get(health)).isEqualTo("ok");
    try (PulsarClient client = client(1);
        Consumer<String> consumer = consumer(client, "kept")) {
      assertThat(next(consumer)).isEqualTo("before");
    }
  }

  @Test
  void shouldLeaveAnInterruptFromTheKeyboardToItsParent() throws Exception {
    Process kill = new ProcessBuilder("kill", "-INT", Long.toString(pulsar.pid())).start();
    assertThat(kill.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(kill.exitValue()).isZero();
    pulsar.stopBroker(0);
    pulsar.startBroker(0);
    assertThat(get(pulsar.webUrl() + "/admin/v2/brokers/ready")).isEqualTo("ok");
  }

  @Test
  void shouldSayWhyACommandFailed() {
    assertThatThrownBy(() -> pulsar.startBroker(0))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("start-broker 0 failed")
        .hasMessageContaining("runs already");
    assertThatThrownBy(() -> pulsar.stopBroker(2)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  private static PulsarClient client(int broker) throws PulsarClientException {
    return PulsarClient.builder()
        .serviceUrl(pulsar.brokers().get(broker).serviceUrl().toString())
        .build();
  }

  private static Consumer<String> consumer(PulsarClient client, String topic)
      throws PulsarClientException {
    return client
        .newConsumer(Schema.STRING)
        .topic(topic)
        .subscriptionName("test")
        .subscriptionInitialPosition(SubscriptionInitialPosition.Earliest)
        .subscribe();
  }

  private static String next(Consumer<String> consumer) throws PulsarClientException {
    Message<String> message = consumer.receive(30, TimeUnit.SECONDS);
    assertThat(message).isNotNull();
    return message.getValue();
  }

  private static String get(String url) throws Exception {
    return call(HttpRequest.newBuilder(URI.create(url)).GET());
  }

  /** Asks again while the bundle is on its way, as clients do: a broker may find its lock taken then. */
  private static String lookUp(String url) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (true) {
      HttpResponse<String> response =
          send(HttpRequest.newBuilder(URI.create(url)).GET());
      if (response.statusCode() < 500) {
        return successful(response);
      }
      assertThat(System.nanoTime()).as(response.body()).isLessThan(deadline);
      Thread.sleep(50);
    }
  }

  private static void put(String url, String json) throws Exception {
    call(HttpRequest.newBuilder(URI.create(url))
        .header("Content-Type", "application/json")
        .PUT(HttpRequest.BodyPublishers.ofString(json)));
  }

  private static String call(HttpRequest.Builder request) throws Exception {
    return successful(send(request));
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return HttpClient.newBuilder()
        .followRedirects(HttpClient.Redirect.NORMAL)
        .build()
        .send(
            request.timeout(Duration.ofSeconds(30)).build(),
            HttpResponse.BodyHandlers.ofString(UTF_8));
  }

  private static String successful(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
    return response.body();
  }
}
