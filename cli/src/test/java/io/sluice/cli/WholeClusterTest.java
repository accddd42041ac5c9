package io.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.embeddedpulsar.EmbeddedPulsar;
import io.sluice.embeddedpulsar.EmbeddedPulsarOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two nodes as processes, a Pulsar and a client, and something on the nodes' topics that only says that it is a node:
 * one node that is asked shows the whole cluster, and the token goes nowhere else.
 */
class WholeClusterTest {

  private static final String NOISY = "persistent://public/default/noisy";
  private static final String CLAIMED = "persistent://public/default/claimed";
  private static final String POLICIES =
      "policies: {store: \"persistent://public/default/policies\"}";

  /** As docs/wire-format.md describes them. */
  private static final String ANNOUNCEMENT = """
      {"id": "trap-1", "name": "trap", "serviceUrl": "pulsar://127.0.0.1:1", "adminUrl": "%s",
       "version": "1", "startedMillis": 1, "state": "ready"}""";

  private static final String SUMMARY = """
      {"node": "trap-1", "summary": {"ageMillis": 0, "overSeconds": 5,
       "totals": {"topics": 1, "producers": 0, "throttledProducers": 0, "throttledConsumers": 0, "connections": 0},
       "topics": [{"name": "%s", "traffic": {"messages": 12345, "bytes": 1, "dispatchMessages": 0,
         "dispatchBytes": 0, "throttledMillis": 0, "heldFrames": 0, "heldBytes": 0, "producers": 1,
         "throttled": 0, "consumers": 0, "waiting": 0, "waitsFor": []}}],
       "producers": [], "throttledProducers": [], "throttledConsumers": [], "connections": []}}""".formatted(CLAIMED);

  @TempDir
  Path folder;

  private TestNode start(String name, EmbeddedPulsar pulsar) throws Exception {
    return TestNode.start(folder, name, pulsar, POLICIES);
  }

  private static String run(RemoteCommands sluice, String command) {
    assertThat(sluice.run((Object[]) command.split(" ", -1)))
        .as(command + ": " + sluice.errors())
        .isZero();
    return String.join("\n", sluice.shown());
  }

  @Test
  void shouldShowAllNodesByAskingOne() throws Exception {
    try (EmbeddedPulsar pulsar = EmbeddedPulsar.start(EmbeddedPulsarOptions.defaults());
        TestNode one = start("one", pulsar);
        TestNode two = start("two", pulsar);
        FakeNode trap = new FakeNode();
        PulsarClient beside =
            PulsarClient.builder().serviceUrl(pulsar.serviceUrl()).build()) {
      RemoteCommands sluice =
          new RemoteCommands(folder).with("SLUICE_URL", one.adminUrl()).with("SLUICE_TOKEN", "abc");
      run(sluice, "limits set public/default/noisy --messages 10");
      TestNode.eventually(
          () -> Http.get(two.adminUrl() + "/sluice/v1/explain/persistent/public/default/noisy")
              .contains("10 messages/s"));

      PulsarClient client = PulsarClient.builder().serviceUrl(two.serviceUrl()).build();
      try {
        publishTooMuch(client);
        showsTheOtherNode(one, sluice);
        believesNobody(one, trap, beside, sluice);

        two.process().close(); // as kill -9 does
        TestNode.eventually(
            () -> run(sluice, "top --once").contains("two is not in here: it is down"));
        assertThat(run(sluice, "top --once")).doesNotContain(NOISY);
        assertThat(throttled(one, "scope=cluster")).doesNotContain(NOISY);
        assertThat(trap.requests()).as("what was asked of another node").isEmpty();
      } finally {
        client.shutdown(); // does not wait for what is held
      }
    }
  }

  private static String throttled(TestNode node, String query) throws Exception {
    return Http.get(node.adminUrl() + "/sluice/v1/throttled?" + query);
  }

  private static void publishTooMuch(PulsarClient client) throws IOException {
    Producer<byte[]> producer = client
        .newProducer()
        .topic(NOISY)
        .producerName("shop")
        .enableBatching(false)
        .create();
    for (int i = 0; i < 1000; i++) { // which take a hundred seconds, and need not be done
      var unused = producer.sendAsync("message".getBytes(UTF_8));
    }
  }

  private static void showsTheOtherNode(TestNode asked, RemoteCommands sluice) throws Exception {
    TestNode.eventually(() -> throttled(asked, "scope=cluster").contains(NOISY));
    assertThat(throttled(asked, "scope=cluster&contains=noisy"))
        .contains("\"node\":\"two\",\"topic\":\"" + NOISY + "\",\"producer\":\"shop\"")
        .contains("\"limit\":{\"messages\":10,", "\"origin\":\"topic " + NOISY + "\"");
    assertThat(throttled(asked, "scope=cluster&node=one")).doesNotContain(NOISY);
    assertThat(throttled(asked, "contains=noisy")).doesNotContain(NOISY);
    assertThat(run(sluice, "top --once --by throttled"))
        .contains("on 2 nodes", NOISY, "  two  ", "10 messages/s", "publish: topic " + NOISY);
    assertThat(run(sluice, "top --once --producers --node two")).contains(NOISY, "shop", "  two  ");
  }

  /** Whoever may write to the topics can say that there is a node, and what it does. */
  private static void believesNobody(
      TestNode asked, FakeNode trap, PulsarClient beside, RemoteCommands sluice) throws Exception {
    String topics = "non-persistent://public/default/";
    try (Producer<byte[]> nodes = producer(beside, topics + "sluice-nodes");
        Producer<byte[]> summaries = producer(beside, topics + "sluice-node-summaries")) {
      TestNode.eventually(() -> {
        nodes.send(ANNOUNCEMENT.formatted(trap.url()).getBytes(UTF_8));
        summaries.send("garbage".getBytes(UTF_8));
        summaries.send(deflated(SUMMARY.replace("12345", "-1")));
        summaries.send(deflated(SUMMARY));
        return run(sluice, "top --once").contains(CLAIMED);
      });
      assertThat(run(sluice, "top --once")).contains("12345");
      assertThat(run(sluice, "top --once --producers")).contains("PRODUCER");
      assertThat(run(sluice, "nodes")).contains(trap.url());
      assertThat(Http.get(asked.adminUrl() + "/metrics"))
          .containsPattern("sluice_nodes_summaries_unreadable_total(\\{[^}]*})? [1-9]");
    }
  }

  private static Producer<byte[]> producer(PulsarClient client, String topic) throws IOException {
    return client.newProducer(Schema.BYTES).topic(topic).create();
  }

  private static byte[] deflated(String json) throws IOException {
    ByteArrayOutputStream deflated = new ByteArrayOutputStream();
    Deflater raw = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    try (DeflaterOutputStream to = new DeflaterOutputStream(deflated, raw)) {
      to.write(json.getBytes(UTF_8));
    } finally {
      raw.end();
    }
    return deflated.toByteArray();
  }
}
