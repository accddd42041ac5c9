package io.sluice.pulsar;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import io.sluice.policy.json.StrictJson;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.PulsarClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which nodes there are. Each says every other second who it is, on a topic that keeps nothing; who has
 * not been heard of for a while, or has said goodbye, is forgotten.
 */
public final class NodeDirectory implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(NodeDirectory.class);

  /** A later version may say more of itself. */
  private static final ObjectReader LENIENT = StrictJson.mapper()
      .readerFor(Announcement.class)
      .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private static final Duration INTERVAL = Duration.ofSeconds(2);
  private static final Duration FORGOTTEN_AFTER = INTERVAL.multipliedBy(5);
  private static final int MOST_NODES = 1000;

  /**
   * What a node says of itself.
   *
   * @param id which one it is, whatever it is called; new with every start
   * @param name what it is called
   * @param serviceUrl where it serves clients
   * @param adminUrl where its admin API is
   * @param version of its software
   * @param startedMillis since 1970, by its own clock
   * @param state {@code ready}, or why it is not; {@link #GONE} when it goes
   */
  public record Announcement(
      String id,
      String name,
      String serviceUrl,
      String adminUrl,
      String version,
      long startedMillis,
      String state) {

    static final String GONE = "gone";

    /** Nothing may be missing: anybody could have sent it. */
    public Announcement {
      Stream.of(id, name, serviceUrl, adminUrl, version, state).forEach(Objects::requireNonNull);
    }

    private Announcement goodbye() {
      return new Announcement(id, name, serviceUrl, adminUrl, version, startedMillis, GONE);
    }
  }

  /**
   * A node, and when it was last heard of, by this one's clock.
   *
   * @param node what it says of itself
   * @param seen when it said so
   */
  public record Entry(Announcement node, Instant seen) {}

  private final Supplier<Announcement> self;
  private final Clock clock;
  private final ConcurrentHashMap<String, Entry> others = new ConcurrentHashMap<>();
  private final ScheduledExecutorService thread;
  private final LiveTopic topic;
  private boolean gone;

  private NodeDirectory(
      PulsarClient client, String topic, Supplier<Announcement> self, Clock clock) {
    this.self = self;
    this.clock = clock;
    this.thread = OwnThread.called("sluice-nodes");
    this.topic = new LiveTopic(client, topic, thread, this::announce, this::heard);
  }

  /**
   * Begins to tell and to listen, and goes on until it is closed, however often that fails.
   *
   * @param topic a non-persistent one
   * @param self what this node says of itself, whenever it is asked
   */
  public static NodeDirectory open(
      PulsarClient client, String topic, Supplier<Announcement> self, Clock clock) {
    NodeDirectory directory = new NodeDirectory(client, topic, self, clock);
    directory.topic.start();
    var unused = directory.thread.scheduleWithFixedDelay(
        directory::announce, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    return directory;
  }

  /** All nodes that were heard of of late, and this one first. */
  public List<Entry> nodes() {
    Instant now = clock.instant();
    return Stream.concat(
            Stream.of(new Entry(self.get(), now)),
            others.values().stream()
                .filter(entry -> entry.seen.isAfter(now.minus(FORGOTTEN_AFTER)))
                .sorted(Comparator.comparing((Entry entry) -> entry.node.name)
                    .thenComparing(entry -> entry.node.id)))
        .toList();
  }

  private void announce() {
    others.values().removeIf(entry -> entry.seen.isBefore(clock.instant().minus(FORGOTTEN_AFTER)));
    say(self.get());
  }

  private void say(Announcement what) {
    if (!gone) {
      var unused = topic.send(StrictJson.write(what)).exceptionally(fault -> {
        LOG.debug("an announcement was lost; the next one follows", fault);
        return MessageId.earliest;
      });
    }
  }

  private void heard(byte[] said) {
    Announcement node;
    try {
      node = LENIENT.readValue(said);
    } catch (IOException e) {
      LOG.debug("something that is no announcement", e);
      return;
    }
    if (node.id.equals(self.get().id)) {
      return;
    }
    if (node.state.equals(Announcement.GONE)) {
      others.remove(node.id);
    } else if (others.size() < MOST_NODES || others.containsKey(node.id)) {
      others.put(node.id, new Entry(node, clock.instant()));
    }
  }

  /** Says goodbye. */
  @Override
  public void close() {
    topic.close(() -> {
      say(self.get().goodbye());
      gone = true;
    });
  }
}
