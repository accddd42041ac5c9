package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.embeddedpulsar.EmbeddedPulsar;
import io.sluice.embeddedpulsar.EmbeddedPulsarOptions;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.Reader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes as processes, a Pulsar and clients that ask one node each: a limited topic's producers come to its
 * home, also when that is killed or stopped, and its limit is that of the topic.
 */
class HomesAcrossNodesTest {

  private static final int LIMIT = 300;
  private static final String TOPIC = "persistent://public/default/limited";

  @TempDir
  Path folder;

  private final Map<String, TestNode> nodes = new LinkedHashMap<>();

  @Test
  void shouldKeepTheProducersOfATopicTogetherWhateverHappens() throws Exception {
    try (EmbeddedPulsar pulsar = EmbeddedPulsar.start(EmbeddedPulsarOptions.defaults())) {
      try {
        for (String name : List.of("one", "two", "three")) {
          nodes.put(
              name,
              TestNode.start(
                  folder,
                  name,
                  pulsar,
                  Map.of("node", "advertisedAddress: 127.0.0.1", "gateway", "homes: true"),
                  "policies: {default: {messages: " + LIMIT + "}}"));
        }
        String home = agreedHome();
        assertExplained();

        List<Pusher> pushers = pushersAtHome(home);
        assertTogetherWithinTheLimit(pushers);
        for (Pusher pusher : pushers) {
          if (!pusher.asks.equals(home)) {
            assertThat(metrics(pusher.asks))
                .containsPattern("sluice_gateway_lookups_redirected_total [1-9]")
                .contains(
                    "sluice_gateway_lookups_away_from_home_total{reason=\"redirected_before\"}",
                    "sluice_gateway_lookups_away_from_home_total{reason=\"unreached\"}");
          }
        }

        stop(pushers, home);
        node(home).process().close(); // as kill -9 does
        nodes.remove(home);
        assertAllGoOn(pushers);
        home = agreedHome();

        stop(pushers, home);
        assertThat(node(home).process().terminate()).isZero();
        nodes.remove(home);
        assertAllGoOn(pushers);

        stop(pushers, pushers.get(0).asks);
        assertNothingLostAndInOrder(pulsar);
      } finally {
        nodes.values().forEach(TestNode::close);
      }
    }
  }

  private TestNode node(String name) {
    return Objects.requireNonNull(nodes.get(name));
  }

  private String metrics(String node) throws Exception {
    return Http.get(node(node).adminUrl() + "/metrics");
  }

  private Optional<String> homeSeenBy(TestNode node, String topic) throws Exception {
    JsonNode explained = new ObjectMapper()
        .readTree(Http.get(node.adminUrl() + "/sluice/v1/explain/" + topic.replace("://", "/")));
    return Optional.ofNullable(explained.path("home").path("node").textValue());
  }

  /** The home of the topic by what each node that is left says, once they say the same. */
  private String agreedHome() throws Exception {
    Set<String> homes = new TreeSet<>();
    TestNode.eventually(() -> {
      homes.clear();
      for (TestNode node : nodes.values()) {
        homes.add(homeSeenBy(node, TOPIC).orElse("none"));
      }
      return homes.size() == 1
          && nodes.containsKey(homes.iterator().next())
          && nodes.values().stream().allMatch(this::seesTheOthers);
    });
    return homes.iterator().next();
  }

  private boolean seesTheOthers(TestNode node) {
    try {
      Set<String> homes = new TreeSet<>();
      for (int i = 0; i < 30; i++) {
        homes.add(homeSeenBy(node, TOPIC + "-" + i).orElse("none"));
      }
      return homes.equals(nodes.keySet());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void assertExplained() throws Exception {
    String text =
        Http.get(node("one").adminUrl() + "/sluice/v1/explain/" + TOPIC.replace("://", "/"));
    assertThat(text).contains("The topic's home is ").contains("pulsar://127.0.0.1:");
  }

  /** One that asks each node, all at the home; opened anew if a node that had no processor seemed to be gone. */
  private List<Pusher> pushersAtHome(String home) throws Exception {
    List<Pusher> pushers = new ArrayList<>();
    TestNode.eventually(() -> {
      for (Map.Entry<String, TestNode> node : nodes.entrySet()) {
        pushers.add(new Pusher(node.getKey(), node.getValue().serviceUrl()));
      }
      if (metrics(home).contains("sluice_gateway_producers 3.0")) {
        return true;
      }
      for (Pusher pusher : pushers) {
        pusher.close();
      }
      pushers.clear();
      return false;
    });
    return pushers;
  }

  /** With a limit of its own on each of three nodes the topic would get three times as much. */
  private static void assertTogetherWithinTheLimit(List<Pusher> pushers) throws Exception {
    long start = System.nanoTime();
    for (Pusher pusher : pushers) {
      pusher.begin();
    }
    TestNode.eventually(() -> {
      int published = 0;
      for (Pusher pusher : pushers) {
        published += pusher.accepted.size();
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      assertThat(published).isLessThanOrEqualTo((int) (LIMIT + LIMIT * seconds * 1.02) + 1);
      return published > 5 * LIMIT;
    });
  }

  private static void assertAllGoOn(List<Pusher> pushers) throws Exception {
    for (Pusher pusher : pushers) {
      int before = pusher.accepted.size();
      TestNode.eventually(() -> pusher.accepted.size() > before + 100);
    }
  }

  /** Ends the one that could ask no node but this one. */
  private static void stop(List<Pusher> pushers, String asks) throws Exception {
    for (Pusher pusher : List.copyOf(pushers)) {
      if (pusher.asks.equals(asks)) {
        pusher.close();
        pushers.remove(pusher);
      }
    }
  }

  private void assertNothingLostAndInOrder(EmbeddedPulsar pulsar) throws Exception {
    Map<String, List<Integer>> stored = new ConcurrentHashMap<>();
    try (PulsarClient direct =
            PulsarClient.builder().serviceUrl(pulsar.serviceUrl()).build();
        Reader<byte[]> reader =
            direct.newReader().topic(TOPIC).startMessageId(MessageId.earliest).create()) {
      while (reader.hasMessageAvailable()) {
        Message<byte[]> message = reader.readNext(30, TimeUnit.SECONDS);
        List<Integer> numbers =
            stored.computeIfAbsent(message.getProducerName(), name -> new ArrayList<>());
        int number = ByteBuffer.wrap(message.getData()).getInt();
        if (!numbers.contains(number)) { // what a killed node had not answered was sent again
          numbers.add(number);
        }
      }
    }
    assertThat(accepted).isNotEmpty();
    accepted.forEach((producer, numbers) ->
        assertThat(stored.get(producer)).as(producer).isSorted().containsAll(numbers));
  }

  /** What brokers have accepted, by producer. */
  private final Map<String, Set<Integer>> accepted = new ConcurrentHashMap<>();

  /** Publishes numbers as fast as it may, through the node that it asks or where it is redirected to. */
  private final class Pusher implements AutoCloseable {

    private static final int UNDER_WAY = 50;

    private final String asks;
    private final PulsarClient client;
    private final Producer<byte[]> producer;
    private final Set<Integer> accepted = new ConcurrentSkipListSet<>();
    private int next;
    private volatile boolean ended;

    Pusher(String asks, String serviceUrl) throws PulsarClientException {
      this.asks = asks;
      this.client = PulsarClient.builder()
          .serviceUrl(serviceUrl)
          .startingBackoffInterval(20, TimeUnit.MILLISECONDS)
          .maxBackoffInterval(500, TimeUnit.MILLISECONDS)
          .build();
      this.producer = client
          .newProducer()
          .topic(TOPIC)
          .enableBatching(false)
          .sendTimeout(0, TimeUnit.SECONDS)
          .create();
      HomesAcrossNodesTest.this.accepted.put(producer.getProducerName(), accepted);
    }

    void begin() {
      for (int i = 0; i < UNDER_WAY; i++) {
        publish();
      }
    }

    private synchronized void publish() {
      int number = next++;
      var unused = producer
          .sendAsync(ByteBuffer.allocate(4).putInt(number).array())
          .thenRun(() -> {
            accepted.add(number);
            if (!ended) {
              publish();
            }
          });
    }

    /** At once: its node may be gone. */
    @Override
    public void close() throws PulsarClientException {
      ended = true;
      client.shutdown();
    }
  }
}
