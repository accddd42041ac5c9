package io.sluice.pulsar;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import io.sluice.policy.json.StrictJson;
import io.sluice.quota.NodeLoad;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which nodes there are. Each node announces itself every two seconds on a non-persistent topic. A
 * node that says goodbye is forgotten at once, and one that falls silent after a quarter of an
 * hour.
 */
public final class NodeDirectory implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(NodeDirectory.class);

  /** A node of a later version may announce more fields. */
  private static final ObjectReader LENIENT = StrictJson.mapper()
      .readerFor(Announcement.class)
      .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private static final Duration INTERVAL = Duration.ofSeconds(2);
  private static final Duration DOWN_AFTER = INTERVAL.multipliedBy(5);
  private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(15);
  private static final int MOST_NODES = 1000;

  /** An announcement has less than a tenth of it; a larger message is none. */
  private static final int MOST_BYTES = 10_000;

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
   * @param load what it does; missing if it does not know, or is of a version that does not say
   * @param home where lookups may be redirected to; missing if it is not to be a home of topics
   */
  public record Announcement(
      String id,
      String name,
      String serviceUrl,
      String adminUrl,
      String version,
      long startedMillis,
      String state,
      @Nullable NodeLoad load,
      @Nullable Home home) {

    /** The state of a node that serves clients. */
    public static final String READY = "ready";

    static final String GONE = "gone";

    /** Checks that nothing but the load and the home is missing: any client of the topic may have sent it. */
    public Announcement {
      Stream.of(id, name, serviceUrl, adminUrl, version, state).forEach(Objects::requireNonNull);
    }

    private Announcement goodbye() {
      return new Announcement(
          id, name, serviceUrl, adminUrl, version, startedMillis, GONE, null, null);
    }

    /** Whether both have the same name and address, as a node has before and after a restart. */
    private boolean isWhere(Announcement other) {
      return name.equals(other.name) && serviceUrl.equals(other.serviceUrl);
    }
  }

  /**
   * A node, and when it was last heard of, by this one's clock.
   *
   * @param node what it says of itself
   * @param seen when it said so
   * @param up whether that was within the last ten seconds
   */
  public record Entry(Announcement node, Instant seen, boolean up) {}

  private record Heard(Announcement node, Instant when) {}

  private final Supplier<Announcement> self;
  private final Clock clock;
  private final ConcurrentHashMap<String, Heard> others = new ConcurrentHashMap<>();
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
   * Announces this node and listens to the others until it is closed, however often that fails.
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

  /**
   * All nodes that were heard of within a quarter of an hour and have not said goodbye, and this one
   * first. One that is down is left out when another is up in its place, as after a crash.
   */
  public List<Entry> nodes() {
    Instant now = clock.instant();
    List<Entry> all = Stream.concat(
            Stream.of(new Entry(self.get(), now, true)),
            others.values().stream()
                .filter(heard -> !isForgotten(heard, now))
                .map(heard -> new Entry(heard.node, heard.when, !isDown(heard, now)))
                .sorted(Comparator.comparing((Entry entry) -> entry.node.name)
                    .thenComparing(entry -> entry.node.id)))
        .toList();
    List<Announcement> up = all.stream().filter(Entry::up).map(Entry::node).toList();
    return all.stream()
        .filter(entry -> entry.up || up.stream().noneMatch(entry.node::isWhere))
        .toList();
  }

  private static boolean isDown(Heard node, Instant now) {
    return node.when.isBefore(now.minus(DOWN_AFTER));
  }

  private static boolean isForgotten(Heard node, Instant now) {
    return node.when.isBefore(now.minus(FORGOTTEN_AFTER));
  }

  /** Announces this node at once, as its state has changed. */
  public void announceNow() {
    thread.execute(this::announce);
  }

  private void announce() {
    Instant now = clock.instant();
    others.values().removeIf(heard -> isForgotten(heard, now));
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
    if (said.length > MOST_BYTES) {
      LOG.debug("ignored a message that is too large for an announcement");
      return;
    }
    @Nullable Announcement node;
    try {
      node = LENIENT.readValue(said);
    } catch (IOException e) {
      LOG.debug("ignored a message that is no announcement", e);
      return;
    }
    if (node == null || node.id.equals(self.get().id)) {
      return;
    }
    if (node.state.equals(Announcement.GONE)) {
      others.remove(node.id);
    } else if (others.containsKey(node.id) || hasRoom()) {
      others.put(node.id, new Heard(node, clock.instant()));
    }
  }

  /** Makes room by forgetting nodes that are down. */
  private boolean hasRoom() {
    if (others.size() >= MOST_NODES) {
      Instant now = clock.instant();
      others.values().removeIf(heard -> isDown(heard, now));
    }
    return others.size() < MOST_NODES;
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
