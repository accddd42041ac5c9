package io.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.embeddedpulsar.EmbeddedPulsar;
import io.sluice.embeddedpulsar.EmbeddedPulsarOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes, a Pulsar and a client as users have them; limits are set while all of that runs. */
class PoliciesThatLastTest {

  private static final String ORDERS = "/admin/v2/persistent/public/default/orders/publishRate";
  private static final String EXPLAIN = "/sluice/v1/explain/persistent/public/default/orders";

  @TempDir
  Path folder;

  private EmbeddedPulsar startPulsar() throws IOException {
    return EmbeddedPulsar.start(
        EmbeddedPulsarOptions.defaults().withDataFolder(folder.resolve("pulsar")));
  }

  private TestNode startNode(String name, EmbeddedPulsar pulsar) throws Exception {
    return TestNode.start(folder, name, pulsar, "");
  }

  private static String rate(int messages) {
    return "{\"publishThrottlingRateInMsg\":" + messages + ",\"publishThrottlingRateInByte\":-1}";
  }

  @Test
  void shouldHoldOnEveryNodeAllOfThemAndSurviveTheDeathOfEverything() throws Exception {
    EmbeddedPulsar pulsar = startPulsar();
    try (TestNode one = startNode("one", pulsar);
        TestNode two = startNode("two", pulsar)) {
      TestNode.eventually(() -> Http.get(one.adminUrl() + "/sluice/v1/nodes").contains("\"two\""));
      assertThat(Http.post(one.adminUrl() + ORDERS, rate(20))).isEqualTo(204);

      TestNode.eventually(() -> Http.get(two.adminUrl() + ORDERS).equals(rate(20)));

      assertThat(Http.get(two.adminUrl() + EXPLAIN))
          .contains("topic persistent://public/default/orders");
      assertThat(millisForSixty(two.serviceUrl())).as("60 at 20 per second").isGreaterThan(1900);
      changeManyLimits(one, two);
    }
    assertThat(ProcessHandle.of(pulsar.pid()).orElseThrow().destroyForcibly()).isTrue();
    pulsar.close();

    try (EmbeddedPulsar again = startPulsar();
        TestNode three = startNode("three", again)) {
      assertThat(Http.get(three.adminUrl() + ORDERS)).isEqualTo(rate(20));
      assertThat(Http.get(three.adminUrl() + "/sluice/v1/limits")).contains("\"total\":101");
      assertThat(millisForSixty(three.serviceUrl())).as("60 at 20 per second").isGreaterThan(1900);
    }
  }

  private static long millisForSixty(String serviceUrl) throws PulsarClientException {
    try (PulsarClient client = PulsarClient.builder().serviceUrl(serviceUrl).build();
        Producer<byte[]> producer =
            client.newProducer().topic("orders").enableBatching(false).create()) {
      long start = System.nanoTime();
      for (int i = 0; i < 60; i++) {
        var unused = producer.sendAsync("message".getBytes(UTF_8));
      }
      producer.flush();
      return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }
  }

  /** A thousand changes of a hundred topics, through both nodes in turn. */
  private static void changeManyLimits(TestNode one, TestNode two) throws Exception {
    int topics = 100;
    Map<String, String> expected = new TreeMap<>();
    for (int from = 0; from < 1000; from += topics) { // so that the last of each topic is known
      List<CompletableFuture<Integer>> changes = new ArrayList<>();
      for (int i = from; i < from + topics; i++) {
        String path = "/admin/v2/persistent/public/default/many-" + i % topics + "/publishRate";
        String node = i % 2 == 0 ? one.adminUrl() : two.adminUrl();
        changes.add(Http.postAsync(node + path, rate(1000 + i)));
        expected.put(path, rate(1000 + i));
      }
      assertThat(changes.stream().map(CompletableFuture::join)).containsOnly(204);
    }
    for (Map.Entry<String, String> topic : expected.entrySet()) {
      for (TestNode node : List.of(one, two)) {
        TestNode.eventually(
            () -> Http.get(node.adminUrl() + topic.getKey()).equals(topic.getValue()));
      }
    }
  }
}
