package io.sluice.pulsar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pulsar.SummaryFormat.Said;
import io.sluice.quota.NodeSummary;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.Schema;
import org.junit.jupiter.api.Test;

class NodeSummariesTest {

  private static final NodeSummary ORDERS = Summaries.of(2, () -> "persistent://a/b/orders");
  private static final NodeSummary NOTHING = Summaries.of(0, () -> "");

  private final String topic = "non-persistent://pulsar/system/summaries-" + UUID.randomUUID();
  private final PulsarClient client = Cluster.CLIENT;

  private NodeSummaries open(String id, Supplier<Optional<NodeSummary>> own, Clock clock) {
    return NodeSummaries.open(client, topic, id, own, clock);
  }

  @Test
  void shouldHearWhatOthersTellAndNotItself() throws Exception {
    try (NodeSummaries one = open("one", () -> Optional.of(NOTHING), Clock.systemUTC());
        NodeSummaries other = open("other", () -> Optional.of(ORDERS), Clock.systemUTC())) {
      Cluster.eventually(() -> one.heard().containsKey("other"));
      Cluster.eventually(() -> other.heard().containsKey("one"));

      assertThat(one.heard()).containsOnlyKeys("other");
      assertThat(requireNonNull(one.heard().get("other")).summary()).isEqualTo(ORDERS);
      assertThat(one.unreadable()).isZero();
    }
  }

  @Test
  void shouldGoOnWhenItHadNothingToTellAndWhenThatFailed() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    Supplier<Optional<NodeSummary>> own = () -> {
      int before = asked.getAndIncrement();
      if (before == 1) {
        throw new IllegalStateException("for a test");
      }
      return before == 0 ? Optional.empty() : Optional.of(ORDERS);
    };
    try (NodeSummaries one = open("one", Optional::empty, Clock.systemUTC());
        NodeSummaries other = open("other", own, Clock.systemUTC())) {
      Cluster.eventually(() -> one.heard().containsKey("other"));

      assertThat(other.heard()).isEmpty();
    }
  }

  @Test
  void shouldForgetWhatIsOldAndCountWhatIsNoSummary() throws Exception {
    MovableClock clock = new MovableClock();
    byte[] said = SummaryFormat.write(new Said("other", ORDERS));
    try (NodeSummaries one = open("one", Optional::empty, clock);
        Producer<byte[]> stranger =
            client.newProducer(Schema.BYTES).topic(topic).create()) {
      Cluster.eventually(() -> {
        stranger.send("garbage".getBytes(UTF_8));
        stranger.send(Deflated.of(new byte[1 << 20]));
        stranger.newMessage().value(null).send();
        stranger.send(said);
        return one.heard().containsKey("other") && one.unreadable() >= 3;
      });
      assertThat(requireNonNull(one.heard().get("other")).when())
          .as("its age when it was told counts")
          .isEqualTo(clock.now.minusMillis(ORDERS.ageMillis()));

      // Messages come in order, so that all before this one have come when it has.
      Cluster.eventually(() -> {
        stranger.send(SummaryFormat.write(new Said("passer-by", NOTHING)));
        return one.heard().containsKey("passer-by");
      });
      clock.now = clock.now.plus(NodeSummaries.LONGEST_AGE);
      assertThat(one.heard()).doesNotContainKey("other");
    }
  }

  @Test
  void shouldKeepNoMoreThanItHasRoomForAndMakeRoomByForgetting() throws Exception {
    MovableClock clock = new MovableClock();
    try (NodeSummaries one = open("one", Optional::empty, clock);
        Producer<byte[]> others = client.newProducer(Schema.BYTES).topic(topic).create()) {
      Cluster.eventually(() -> {
        for (int i = 0; i < 250; i++) {
          var unused = others.sendAsync(SummaryFormat.write(new Said("id-" + i, NOTHING)));
        }
        others.flush();
        return one.heard().size() >= 200;
      });
      // As above, but there is no room for a passer-by.
      Cluster.eventually(() -> {
        others.send("garbage".getBytes(UTF_8));
        return one.unreadable() > 0;
      });
      assertThat(one.heard()).hasSize(200);
      clock.now = clock.now.plus(NodeSummaries.LONGEST_AGE);

      Cluster.eventually(() -> {
        others.send(SummaryFormat.write(new Said("new", NOTHING)));
        return one.heard().containsKey("new");
      });
    }
  }

  private static final class MovableClock extends Clock {
    private volatile Instant now = Instant.parse("2026-01-02T03:04:05Z");

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
