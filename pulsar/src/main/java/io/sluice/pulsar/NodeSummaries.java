package io.sluice.pulsar;

import io.sluice.quota.NodeSummary;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.PulsarClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the other nodes tell of their busiest and their throttled. Each node tells it every five seconds on a
 * non-persistent topic, beside that of the {@link NodeDirectory}: a summary is larger than an announcement, and
 * whether nodes know of each other must not depend on it.
 */
public final class NodeSummaries implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(NodeSummaries.class);

  static final Duration INTERVAL = Duration.ofSeconds(5);

  /** What is older is not shown: two of three summaries may be lost. */
  public static final Duration LONGEST_AGE = Duration.ofSeconds(16);

  private static final int MOST_NODES = 200;

  /**
   * What a node has told.
   *
   * @param summary that
   * @param when it was so, by this node's clock
   */
  public record Heard(NodeSummary summary, Instant when) {}

  private final String self;
  private final Supplier<Optional<NodeSummary>> own;
  private final Clock clock;
  private final String name;
  private final ConcurrentHashMap<String, Heard> others = new ConcurrentHashMap<>();
  private final AtomicLong unreadable = new AtomicLong();
  private final ScheduledExecutorService thread;
  private final LiveTopic topic;
  private boolean saidFault;

  private NodeSummaries(
      PulsarClient client,
      String topic,
      String self,
      Supplier<Optional<NodeSummary>> own,
      Clock clock) {
    this.self = self;
    this.own = own;
    this.clock = clock;
    this.name = topic;
    this.thread = OwnThread.called("sluice-summaries");
    this.topic = new LiveTopic(client, topic, thread, this::tell, this::heard);
  }

  /**
   * Tells of this node and listens to the others until it is closed, however often that fails.
   *
   * @param topic a non-persistent one
   * @param self the id of this node
   * @param own what this node tells, whenever it is asked; nothing is told while it is empty
   */
  public static NodeSummaries open(
      PulsarClient client,
      String topic,
      String self,
      Supplier<Optional<NodeSummary>> own,
      Clock clock) {
    NodeSummaries summaries = new NodeSummaries(client, topic, self, own, clock);
    summaries.topic.start();
    var unused = summaries.thread.scheduleWithFixedDelay(
        summaries::tell, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    return summaries;
  }

  /** What other nodes have told, by their ids; what is too old is left out. */
  public Map<String, Heard> heard() {
    Instant now = clock.instant();
    return others.entrySet().stream()
        .filter(other -> !isOld(other.getValue(), now))
        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static boolean isOld(Heard heard, Instant now) {
    return heard.when.isBefore(now.minus(LONGEST_AGE));
  }

  private void forgetOld() {
    Instant now = clock.instant();
    others.values().removeIf(heard -> isOld(heard, now));
  }

  private void tell() {
    forgetOld();
    try {
      own.get()
          .map(summary -> SummaryFormat.write(new SummaryFormat.Said(self, summary)))
          .ifPresent(this::send);
      saidFault = false;
    } catch (RuntimeException e) { // or the thread would never tell anything again
      if (!saidFault) {
        saidFault = true; // once until it is over
        LOG.atError()
            .addKeyValue("topic", name)
            .setCause(e)
            .log("nothing can be told of this node");
      }
    }
  }

  private void send(byte[] message) {
    var unused = topic.send(message).exceptionally(fault -> {
      LOG.debug("a summary was lost; the next one follows", fault);
      return MessageId.earliest;
    });
  }

  private void heard(byte[] message) {
    SummaryFormat.Said said;
    try {
      said = SummaryFormat.read(message);
    } catch (IOException e) {
      if (unreadable.incrementAndGet() == 1) {
        LOG.atWarn()
            .addKeyValue("topic", name)
            .addKeyValue("reason", e.getMessage())
            .log("something on the topic cannot be read and is ignored, as will be what follows");
      }
      return;
    }
    if (!said.node().equals(self) && (others.containsKey(said.node()) || hasRoom())) {
      Instant when = clock.instant().minusMillis(said.summary().ageMillis());
      others.put(said.node(), new Heard(said.summary(), when));
    }
  }

  private boolean hasRoom() {
    if (others.size() >= MOST_NODES) {
      forgetOld();
    }
    return others.size() < MOST_NODES;
  }

  /** How many messages could not be understood. */
  public long unreadable() {
    return unreadable.get();
  }

  @Override
  public void close() {
    topic.close(() -> {});
  }
}
