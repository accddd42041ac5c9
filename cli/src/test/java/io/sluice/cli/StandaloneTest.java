package io.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.SubscriptionInitialPosition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandaloneTest {

  private static final String[] ANY_PORTS = {"standalone", "--port", "0", "--admin-port", "0"};

  @TempDir
  Path folder;

  @Test
  void shouldServeStockClientsAndKeepTheirMessages() throws Exception {
    List<ProcessHandle> children;
    try (SluiceProcess sluice = new SluiceProcess(folder, ANY_PORTS)) {
      String serviceUrl = sluice.await("service URL +(\\S+)\\R");
      String metrics = sluice.await("metrics +(\\S+)\\R");
      sluice.await("(Stop:  Ctrl-C)");
      children = sluice.children();
      assertThat(children).isNotEmpty();
      publish(serviceUrl, "first", "second");
      assertThat(readOne(serviceUrl)).isEqualTo("first");
      assertThat(Http.get(metrics))
          .containsPattern("sluice_gateway_frames_total\\{from=\"client\"} [1-9]");

      assertThat(sluice.terminate()).as(sluice.output()).isZero();
      assertThat(sluice.output())
          .contains("Stopping ...", "Stopped.")
          .doesNotContain("WARN", "ERROR");
    }
    assertThat(children).noneMatch(ProcessHandle::isAlive);

    try (SluiceProcess again = new SluiceProcess(folder, ANY_PORTS)) {
      String serviceUrl = again.await("service URL +(\\S+)\\R");
      assertThat(readOne(serviceUrl)).isEqualTo("second");
    }
  }

  private static void publish(String serviceUrl, String... messages) throws PulsarClientException {
    try (PulsarClient client = PulsarClient.builder().serviceUrl(serviceUrl).build();
        Producer<byte[]> producer = client.newProducer().topic("hello").create()) {
      for (String message : messages) {
        producer.send(message.getBytes(UTF_8));
      }
    }
  }

  private static String readOne(String serviceUrl) throws PulsarClientException {
    try (PulsarClient client = PulsarClient.builder().serviceUrl(serviceUrl).build();
        Consumer<byte[]> consumer = client
            .newConsumer()
            .topic("hello")
            .subscriptionName("reader")
            .subscriptionInitialPosition(SubscriptionInitialPosition.Earliest)
            .subscribe()) {
      Message<byte[]> message = consumer.receive(60, TimeUnit.SECONDS);
      if (message == null) {
        return "nothing";
      }
      consumer.acknowledge(message);
      return new String(message.getData(), UTF_8);
    }
  }
}
