package io.sluice.pulsar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pulsar.NodeDirectory.Announcement;
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
        "ready");
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

  @Test
  void shouldForgetWhoIsSilentAndOverhearWhatIsNoNode() throws Exception {
    MovableClock clock = new MovableClock();
    try (NodeDirectory one = open("one", clock);
        Producer<byte[]> stranger =
            client.newProducer(Schema.BYTES).topic(topic).create()) {
      byte[] silent = ("{\"id\":\"s\",\"name\":\"silent\",\"serviceUrl\":\"\",\"adminUrl\":\"\","
              + "\"version\":\"\",\"startedMillis\":1,\"state\":\"ready\",\"later\":[1]}")
          .getBytes(UTF_8);
      Cluster.eventually(() -> {
        stranger.send("garbage".getBytes(UTF_8));
        stranger.send("{}".getBytes(UTF_8));
        stranger.send("{\"startedMillis\":1}".getBytes(UTF_8));
        stranger.newMessage().value(null).send();
        stranger.send(silent);
        return names(one).equals(List.of("one", "silent"));
      });

      clock.now = clock.now.plus(Duration.ofMinutes(1));

      assertThat(names(one)).containsExactly("one");
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
