package io.sluice.pulsar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pulsar.NodeDirectory.Announcement;
import io.sluice.pulsar.NodeDirectory.Entry;
import io.sluice.quota.NodeLoad;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.Schema;
import org.junit.jupiter.api.Test;

class NodeDirectoryTest {

  private static final String LOAD = "{\"messagesPerSecond\":1.5,\"bytesPerSecond\":2,"
      + "\"dispatchMessagesPerSecond\":3,\"dispatchBytesPerSecond\":4,\"throttledProducers\":5,"
      + "\"waitingConsumers\":6,\"heldBytes\":7,\"later\":[8]}";

  private final String topic = "non-persistent://pulsar/system/nodes-" + UUID.randomUUID();
  private final PulsarClient client = Cluster.CLIENT;

  private static Announcement node(String name) {
    return new Announcement(
        name + "-1",
        name,
        "pulsar://" + name + ":6650",
        "http://" + name + ":8080",
        "1",
        5,
        "ready",
        new NodeLoad(1.5, 2, 3, 4, 5, 6, 7),
        new Home("pulsar://" + name + ":6650", null, 8));
  }

  private NodeDirectory open(String name, Clock clock) {
    return NodeDirectory.open(client, topic, () -> node(name), clock);
  }

  private static List<String> names(NodeDirectory directory) {
    return directory.nodes().stream().map(entry -> entry.node().name()).toList();
  }

  @Test
  void shouldKnowOfEveryNodeUntilItSaysGoodbye() throws Exception {
    try (NodeDirectory one = open("one", Clock.systemUTC())) {
      try (NodeDirectory other = open("other", Clock.systemUTC());
          NodeDirectory another = open("another", Clock.systemUTC())) {
        Cluster.eventually(() -> names(one).equals(List.of("one", "another", "other")));
        Cluster.eventually(() -> names(other).equals(List.of("other", "another", "one")));
        assertThat(another.nodes().get(0).node()).isEqualTo(node("another"));
      }

      Cluster.eventually(() -> names(one).equals(List.of("one")));
    }
  }

  private static byte[] said(String id, String name, String more) {
    return ("{\"id\":\"" + id + "\",\"name\":\"" + name
            + "\",\"serviceUrl\":\"\",\"adminUrl\":\"\","
            + "\"version\":\"\",\"startedMillis\":1,\"state\":\"ready\"" + more + "}")
        .getBytes(UTF_8);
  }

  private static byte[] goodbye(String id) {
    return new String(said(id, id, ""), UTF_8).replace("ready", "gone").getBytes(UTF_8);
  }

  /**
   * Waits until the directory has heard all that this producer has said, which may be more than
   * the test has waited for: another node comes and goes, and the directory hears all in order.
   */
  private static void awaitHeard(NodeDirectory directory, Producer<byte[]> by) throws Exception {
    Cluster.eventually(() -> {
      by.send(said("passer-by", "passer-by", ""));
      return names(directory).contains("passer-by");
    });
    Cluster.eventually(() -> {
      by.send(goodbye("passer-by"));
      return !names(directory).contains("passer-by");
    });
  }

  @Test
  void shouldKeepWhoIsSilentForAWhileAndOverhearWhatIsNoNode() throws Exception {
    MovableClock clock = new MovableClock();
    try (NodeDirectory one = open("one", clock);
        Producer<byte[]> stranger =
            client.newProducer(Schema.BYTES).topic(topic).create()) {
      Cluster.eventually(() -> {
        stranger.send("garbage".getBytes(UTF_8));
        stranger.send("{}".getBytes(UTF_8));
        stranger.send("{\"startedMillis\":1}".getBytes(UTF_8));
        stranger.send("null".getBytes(UTF_8));
        stranger.newMessage().value(null).send();
        stranger.send(said("h", "huge".repeat(100_000), ""));
        stranger.send(said("b", "bad", ",\"load\":\"high\""));
        stranger.send(said("c", "lure", ",\"home\":{\"serviceUrl\":\"http://lure:6650\"}"));
        stranger.send(said("s", "silent", ",\"later\":[1],\"load\":" + LOAD));
        return names(one).equals(List.of("one", "silent"));
      });
      assertThat(one.nodes()).extracting(Entry::up).containsOnly(true);
      assertThat(one.nodes().get(1).node().load()).isEqualTo(node("one").load());

      awaitHeard(one, stranger);
      clock.now = clock.now.plus(Duration.ofSeconds(11));
      assertThat(names(one)).containsExactly("one", "silent");
      assertThat(one.nodes()).extracting(Entry::up).containsExactly(true, false);

      clock.now = clock.now.plus(Duration.ofMinutes(15));
      assertThat(names(one)).containsExactly("one");
    }
  }

  @Test
  void shouldLeaveOutWhoIsDownWhenAnotherIsUpInItsPlace() throws Exception {
    MovableClock clock = new MovableClock();
    try (NodeDirectory one = open("one", clock);
        Producer<byte[]> others = client.newProducer(Schema.BYTES).topic(topic).create()) {
      Cluster.eventually(() -> {
        others.send(said("first", "restarted", ""));
        return one.nodes().size() == 2;
      });
      awaitHeard(one, others);
      clock.now = clock.now.plus(Duration.ofMinutes(1));

      Cluster.eventually(() -> {
        others.send(said("second", "restarted", ""));
        return one.nodes().get(1).up();
      });

      assertThat(one.nodes()).hasSize(2);
      assertThat(one.nodes().get(1).node().id()).isEqualTo("second");
      assertThat(one.nodes().get(1).node().load()).as("of an older version").isNull();
      assertThat(one.nodes().get(1).node().home()).as("of an older version").isNull();
    }
  }

  @Test
  void shouldHaveRoomForWhoIsUpWhenManyAreDown() throws Exception {
    MovableClock clock = new MovableClock();
    try (NodeDirectory one = open("one", clock);
        Producer<byte[]> others = client.newProducer(Schema.BYTES).topic(topic).create()) {
      Cluster.eventually(() -> {
        for (int i = 0; i < 1100; i++) {
          var unused = others.sendAsync(said("id-" + i, "many-" + i, ""));
        }
        others.flush();
        return one.nodes().size() == 1001; // and this one
      });
      // As in awaitHeard, but there is no room for a passer-by before one of the many has gone.
      byte[] goes = goodbye(one.nodes().get(1).node().id());
      Cluster.eventually(() -> {
        others.send(goes);
        return one.nodes().size() == 1000;
      });
      Cluster.eventually(() -> {
        others.send(said("last", "last", ""));
        return one.nodes().size() == 1001;
      });
      clock.now = clock.now.plus(Duration.ofMinutes(1));

      Cluster.eventually(() -> {
        others.send(said("new", "new", ""));
        return names(one).contains("new");
      });
    }
  }

  private static final class MovableClock extends Clock {
    private volatile Instant now = Instant.EPOCH;

    @Override
    public ZoneOffset getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(java.time.ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }
}
