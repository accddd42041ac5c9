package io.sluice.cli;

import io.sluice.quota.Direction;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;

/** The clients of every {@link LimitedTopic} on every node. */
final class LimitedTopics implements AutoCloseable {

  /** More than is dispatched. */
  private static final int FED_PER_SECOND = 160;

  private final LimitedCluster cluster;
  private final PulsarClient beside;
  private final ScheduledExecutorService timer;
  private final Map<String, NodeClients> clients = new HashMap<>();

  private final Map<LimitedTopic, Map<String, LongAdder>> counts =
      new EnumMap<>(LimitedTopic.class);

  private double messageLimit = LimitedTopic.MESSAGES.perSecond;

  /** Sets the limits. */
  LimitedTopics(LimitedCluster cluster, ScheduledExecutorService timer) throws Exception {
    this.cluster = cluster;
    this.timer = timer;
    this.beside = cluster.clientBeside();
    LimitedTopic.all().forEach(topic -> counts.put(topic, new ConcurrentHashMap<>()));
    setLimits();
  }

  private void setLimits() throws Exception {
    for (LimitedTopic topic : LimitedTopic.values()) {
      cluster.limit(topic.path(), topic.limit);
    }
    String ramp = "{\"min\": 1, \"max\": 60, \"durationMillis\": %d, \"mode\": \"scheduled\"}";
    cluster.limit(
        LimitedTopic.MINUTE_PUBLISHED.rampPath(), ramp.formatted(TimeUnit.DAYS.toMillis(1)));
    cluster.limit(LimitedTopic.RAMPED.rampPath(), ramp.formatted(TimeUnit.SECONDS.toMillis(1)));
    for (String node : LimitedCluster.NODES) {
      TestNode.eventually(() -> cluster.ramps(node).contains("\"factor\":1.0"));
    }
  }

  /** Clients come to these nodes, and stay until they leave; answers when all of them are there. */
  long comeTo(String... nodes) throws Exception {
    for (String node : nodes) {
      NodeClients come = clients.get(node);
      if (come == null) {
        come = cluster.clients(node);
        clients.put(node, come);
      }
      for (LimitedTopic topic : LimitedTopic.values()) {
        if (topic.direction == Direction.DISPATCH) {
          come.consume(topic.topic(), counter(topic, node));
        }
        for (int i = 0; i < topic.producersOn(node); i++) {
          come.push(topic.topic(), topic.bytes(), topic.underWay(), counter(topic, node + "-" + i));
        }
      }
    }
    return System.nanoTime();
  }

  private LongAdder counter(LimitedTopic topic, String client) {
    return counts(topic).computeIfAbsent(client, absent -> new LongAdder());
  }

  /** There is more to dispatch than is allowed, from now on. */
  void feed() throws Exception {
    for (LimitedTopic topic : LimitedTopic.values()) {
      if (topic.direction == Direction.DISPATCH) {
        Producer<byte[]> feed = beside
            .newProducer()
            .topic(topic.topic())
            .enableBatching(false)
            .sendTimeout(0, TimeUnit.SECONDS)
            .create();
        var unused = timer.scheduleAtFixedRate(
            () -> {
              var unusedSend = feed.sendAsync(new byte[topic.bytes()]);
            },
            0,
            TimeUnit.SECONDS.toNanos(1) / (topic.isFast() ? FED_PER_SECOND : 1),
            TimeUnit.NANOSECONDS);
      }
    }
  }

  void leave(String node) {
    Objects.requireNonNull(clients.get(node)).leave();
  }

  /** Ends the clients of a node that is gone. */
  void end(String node) throws Exception {
    Objects.requireNonNull(clients.remove(node)).close();
  }

  void limitMessages(int perSecond) throws Exception {
    messageLimit = perSecond;
    cluster.limit(LimitedTopic.MESSAGES.path(), "{\"messages\": " + perSecond + "}");
  }

  /** Of messages per second. */
  double messageLimit() {
    return messageLimit;
  }

  /** What was published or received, by client; their names begin with that of their node. */
  Map<String, LongAdder> counts(LimitedTopic topic) {
    return Objects.requireNonNull(counts.get(topic));
  }

  /** At once: nodes may be gone. */
  @Override
  public void close() throws PulsarClientException {
    for (NodeClients each : clients.values()) {
      each.close();
    }
    beside.shutdown();
  }
}
