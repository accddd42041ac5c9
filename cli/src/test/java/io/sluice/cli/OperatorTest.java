package io.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.embeddedpulsar.EmbeddedPulsar;
import io.sluice.embeddedpulsar.EmbeddedPulsarOptions;
import io.sluice.server.BrokerUrls;
import io.sluice.server.HostPort;
import io.sluice.server.NodeConfig;
import io.sluice.server.SluiceNode;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of operators with a real node, a real Pulsar behind it, and a client over its limit. */
class OperatorTest {

  private static final HostPort ANY_PORT = new HostPort("127.0.0.1", 0);
  private static final String NOISY = "persistent://public/default/noisy";

  private static EmbeddedPulsar pulsar;
  private static SluiceNode node;

  @TempDir
  Path home;

  private RemoteCommands sluice;

  @BeforeAll
  static void start() throws Exception {
    pulsar = EmbeddedPulsar.start(EmbeddedPulsarOptions.defaults());
    BrokerUrls brokers = BrokerUrls.parse(pulsar.serviceUrl()).orElseThrow();
    node = SluiceNode.start(
        NodeConfig.local(ANY_PORT, ANY_PORT, brokers).withWebService(URI.create(pulsar.webUrl())));
  }

  @AfterAll
  static void stop() {
    node.close();
    pulsar.close();
  }

  @BeforeEach
  void atTheNode() {
    sluice = new RemoteCommands(home)
        .with("SLUICE_URL", "http://127.0.0.1:" + node.adminAddress().getPort());
  }

  private String run(String command) {
    assertThat(sluice.run((Object[]) command.split(" ", -1)))
        .as(command + ": " + sluice.errors())
        .isZero();
    return String.join("\n", sluice.shown());
  }

  @Test
  void shouldLimitATopicSeeItWaitAndLetItGo() throws Exception {
    assertThat(run("limits set public/default/noisy --messages 10 --bytes 1M"))
        .contains("10 messages/s and 1MiB/s");
    int port = node.addresses().get(0).getPort();
    try (PulsarClient client =
            PulsarClient.builder().serviceUrl("pulsar://127.0.0.1:" + port).build();
        Producer<byte[]> producer =
            client.newProducer().topic(NOISY).enableBatching(false).create()) {
      List<CompletableFuture<MessageId>> sent = new ArrayList<>();
      for (int i = 0; i < 1000; i++) { // which takes a hundred seconds at this limit
        sent.add(producer.sendAsync("message".getBytes(UTF_8)));
      }
      sent.get(10).get(60, TimeUnit.SECONDS); // its burst is spent

      // What it shows may be from two seconds ago, before there was a producer.
      TestNode.eventually(() -> run("top --once --by throttled").contains(NOISY));
      assertThat(run("top --once --by throttled")).contains(NOISY, "10 messages/s and 1MiB/s");
      assertThat(run("top --once --producers")).contains(NOISY, "127.0.0.1");
      assertThat(run("limits explain " + NOISY)).contains("10 messages/s", NOISY);
      assertThat(run("limits list")).contains(NOISY);
      assertThat(run("nodes")).contains("pulsar://127.0.0.1:" + port, "ready");

      run("limits set public/default/noisy --shadow");

      CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
    }
    assertThat(run("limits get public/default/noisy")).contains("in shadow");
    run("limits remove public/default/noisy");
    assertThat(run("limits list")).doesNotContain(NOISY);
  }

  @Test
  void shouldLimitEachBrokerWhileNodesRun() throws Exception {
    assertThat(run("limits set broker --messages 10")).contains("10 messages/s to each broker");
    int port = node.addresses().get(0).getPort();
    try (PulsarClient client =
            PulsarClient.builder().serviceUrl("pulsar://127.0.0.1:" + port).build();
        Producer<byte[]> producer =
            client.newProducer().topic(NOISY).enableBatching(false).create()) {
      List<CompletableFuture<MessageId>> sent = new ArrayList<>();
      for (int i = 0; i < 1000; i++) { // which takes a hundred seconds at this limit
        sent.add(producer.sendAsync("message".getBytes(UTF_8)));
      }
      sent.get(10).get(60, TimeUnit.SECONDS); // the broker's burst is spent
      assertThat(sent.get(999)).isNotDone();
      assertThat(run("limits explain " + NOISY))
          .contains("Each broker may be sent 10 messages/s by all topics together.");

      run("limits remove broker");

      CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
    }
    assertThat(sluice.run("limits", "get", "broker")).isNotZero();
  }

  @Test
  void shouldKeepGroupsAndWhoIsInThem() {
    run("groups set gold --publish-messages 10k");
    run("groups attach gold public/default");
    run("groups attach gold public");

    assertThat(run("groups get gold")).contains("10000 messages/s");
    assertThat(run("groups list -o json"))
        .contains("\"gold\"", "tenant public", "namespace public/default");
    assertThat(sluice.run("groups", "remove", "gold")).isEqualTo(1);
    assertThat(sluice.errors()).singleElement().asString().contains("public/default");

    run("groups detach public/default");
    run("groups detach public");
    run("groups remove gold");
    assertThat(sluice.run("groups", "get", "gold")).isEqualTo(1);
  }

  @Test
  void shouldKeepWhatTwoOperatorsSetAtTheSameTime() throws Exception {
    List<String> options = List.of("--messages", "--bytes");
    for (int round = 1; round <= 5; round++) {
      int value = 100 * round;
      options.parallelStream().forEach(option -> assertThat(
              another().run("limits", "set", "public/default", option, Integer.toString(value)))
          .isZero());

      assertThat(run("limits get public/default"))
          .contains(value + " messages/s and " + value + "B/s");
    }
    run("limits remove public/default");
  }

  @Test
  void shouldTellAnOperatorThatAnotherWasFaster() throws Exception {
    run("groups set silver --ramp-min 1 --ramp-max 10 --ramp-duration 1m");
    URI ramp = URI.create(
        "http://127.0.0.1:" + node.adminAddress().getPort() + "/sluice/v1/groups/silver/ramp");
    String seen =
        Http.send(HttpRequest.newBuilder(ramp)).headers().firstValue("ETag").orElseThrow();
    run("groups set silver --ramp-max 20");

    HttpResponse<String> late = Http.send(HttpRequest.newBuilder(ramp)
        .header("If-Match", seen)
        .PUT(BodyPublishers.ofString(
            "{\"min\":1,\"max\":30,\"durationMillis\":60000,\"mode\":\"scheduled\"}")));

    assertThat(late.statusCode()).isEqualTo(412);
    assertThat(late.body())
        .isEqualTo("{\"error\":\"the ramp policy of group silver was changed meanwhile; nothing was"
            + " done, look at it again\",\"code\":\"changed\"}");
    assertThat(run("groups get silver")).contains("to 20/s");

    int done = 0;
    for (int round = 0; round < 5; round++) {
      List<RemoteCommands> both = List.of(another(), another());
      List<Integer> codes = both.parallelStream()
          .map(each -> each.run(
              "groups", "set", "silver", "--ramp-max", Integer.toString(100 + both.indexOf(each))))
          .toList();

      assertThat(codes).isSubsetOf(0, 1).contains(0);
      for (int i = 0; i < 2; i++) {
        done += codes.get(i) == 0 ? 1 : 0;
        if (codes.get(i) == 1) {
          assertThat(both.get(i).errors())
              .singleElement()
              .asString()
              .contains("was changed meanwhile; nothing was done, look at it again");
        }
      }
    }
    assertThat(done).isBetween(5, 10);
    run("groups remove silver");
  }

  /** Another operator at another terminal. */
  private RemoteCommands another() {
    return new RemoteCommands(home)
        .with("SLUICE_URL", "http://127.0.0.1:" + node.adminAddress().getPort());
  }

  @Test
  void shouldSayThatANamespaceIsNotThere() {
    assertThat(sluice.run("limits", "set", "public/nowhere", "--messages", "1")).isEqualTo(1);
    assertThat(sluice.errors()).singleElement().asString().contains("public/nowhere");
  }
}
