package io.sluice.server;

import io.opentelemetry.api.metrics.Meter;
import io.sluice.admin.node.NodeView;
import io.sluice.gateway.config.GroupSharing;
import io.sluice.gateway.config.HomeNode;
import io.sluice.gateway.config.HomeNodes;
import io.sluice.policy.InMemoryPolicyStore;
import io.sluice.policy.PolicyStore;
import io.sluice.policy.TopicName;
import io.sluice.pulsar.NodeDirectory;
import io.sluice.pulsar.NodeDirectory.Announcement;
import io.sluice.pulsar.NodeDirectory.Entry;
import io.sluice.pulsar.NodeSummaries;
import io.sluice.pulsar.TopicPolicyStore;
import io.sluice.pulsar.TopicUsageExchange;
import io.sluice.quota.InMemoryExchange;
import io.sluice.quota.NodeSummary;
import io.sluice.quota.UsageExchange;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a node has in common with the others of its cluster; if it is to have nothing, its own. */
final class SharedState implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SharedState.class);

  /** In the namespace of the policies. */
  private static final String NODES = "sluice-nodes";

  private static final String SUMMARIES = "sluice-node-summaries";

  private final PolicySettings settings;
  private final GroupSettings groups;
  private final PolicyStore policies;
  private final @Nullable PulsarClient client;
  private final @Nullable TopicPolicyStore topic;
  private final UsageExchange exchange;
  private volatile Supplier<List<NodeView>> nodes = List::of;
  private volatile @Nullable NodeDirectory directory;
  private volatile @Nullable NodeSummaries summaries;

  private SharedState(NodeConfig config) {
    this.settings = config.policies();
    this.groups = config.groups();
    this.policies = InMemoryPolicyStore.over(config.initialPolicies());
    this.client = null;
    this.topic = null;
    this.exchange = new InMemoryExchange().join();
  }

  private SharedState(NodeConfig config, PulsarClient client, Meter meter) {
    this.settings = config.policies();
    this.groups = config.groups();
    this.client = client;
    this.topic = TopicPolicyStore.open(client, settings.store(), config.initialPolicies());
    this.policies = topic;
    this.exchange = groups.resourceUsagePublishToTopic()
        ? exchange(client, meter)
        : new InMemoryExchange().join();
  }

  private UsageExchange exchange(PulsarClient through, Meter meter) {
    TopicUsageExchange opened =
        TopicUsageExchange.open(through, groups.resourceUsagePublishTopicName());
    counter(
        meter,
        "sluice.groups.reports.lost",
        "Messages to other nodes that could not be sent",
        opened::lost);
    counter(
        meter,
        "sluice.groups.reports.unreadable",
        "Messages of other nodes that cannot be understood",
        opened::unreadable);
    return opened;
  }

  /**
   * Begins to read what there is.
   *
   * @throws IOException if the settings cannot be used
   */
  static SharedState open(NodeConfig config, Meter meter) throws IOException {
    if (config.policies().store().isEmpty()) {
      return new SharedState(config);
    }
    SharedState state = new SharedState(config, config.cluster().forClient().open(), meter);
    state.register(meter);
    return state;
  }

  private void register(Meter meter) {
    gauge(meter, "sluice.policies", "Policies that are in force", () -> policies
        .current()
        .size());
    if (topic != null) {
      gauge(
          meter,
          "sluice.policies.unreadable",
          "Entries of the topic of policies that cannot be understood",
          topic::unreadable);
      gauge(
          meter,
          "sluice.policies.stale",
          "1 while the topic of policies cannot be followed",
          () -> topic.fault().isPresent() ? 1 : 0);
    }
    counter(
        meter,
        "sluice.nodes.summaries.unreadable",
        "Messages of other nodes about what they do that cannot be understood",
        () -> Optional.ofNullable(summaries).map(NodeSummaries::unreadable).orElse(0L));
  }

  private static void gauge(Meter meter, String name, String description, Supplier<Integer> value) {
    var unused = meter
        .gaugeBuilder(name)
        .ofLongs()
        .setDescription(description)
        .buildWithCallback(gauge -> gauge.record(value.get()));
  }

  private static void counter(Meter meter, String name, String description, LongSupplier value) {
    var unused = meter
        .counterBuilder(name)
        .setDescription(description)
        .buildWithCallback(counter -> counter.record(value.getAsLong()));
  }

  PolicyStore policies() {
    return policies;
  }

  /** With whom quotas are shared, by the node of this id. */
  GroupSharing sharing(String node) {
    return new GroupSharing(node, groups.forQuota(), exchange, List.copyOf(groups.replicators()));
  }

  /** All nodes that are known of, this one first. */
  List<NodeView> nodes() {
    return nodes.get();
  }

  /** The nodes among which homes are chosen, of which the one of this id is this node. */
  HomeNodes homes(String self) {
    return new HomeNodes(self, this::readyHomes);
  }

  private List<HomeNode> readyHomes() {
    NodeDirectory known = directory;
    if (known == null) {
      return List.of();
    }
    return ReadyHomes.of(known.nodes(), Instant.now());
  }

  /** Tells the other nodes at once that this one's state has changed. */
  void announceNow() {
    NodeDirectory known = directory;
    if (known != null) {
      known.announceNow();
    }
  }

  /** Why nothing can be limited as it should be yet. */
  String beingRead() {
    return "the policies are being read from " + settings.store()
        + Optional.ofNullable(topic)
            .flatMap(TopicPolicyStore::fault)
            .map(fault -> ": " + fault)
            .orElse("");
  }

  /** Waits until the policies are known, but not for longer than the settings say. */
  void awaitPolicies() throws IOException {
    if (topic == null) {
      return;
    }
    try {
      topic.awaitRead(settings.storeTimeout().toMillis());
    } catch (TimeoutException e) {
      throw new IOException(
          e.getMessage() + "; see policies.store and policies.storeTimeout in the configuration",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the policies were being read", e);
    }
  }

  /**
   * Tells the other nodes of this one from now on.
   *
   * @param summary what it tells of its busiest and its throttled
   */
  void announce(Supplier<Announcement> self, Supplier<Optional<NodeSummary>> summary) {
    if (client == null) {
      nodes =
          () -> List.of(view(new Entry(self.get(), Instant.now(), true), true, Optional.empty()));
      return;
    }
    String namespace = "non-persistent://" + TopicName.parse(settings.store()).namespace() + "/";
    String id = self.get().id();
    NodeDirectory opened = NodeDirectory.open(client, namespace + NODES, self, Clock.systemUTC());
    directory = opened;
    NodeSummaries told =
        NodeSummaries.open(client, namespace + SUMMARIES, id, summary, Clock.systemUTC());
    summaries = told;
    nodes = () -> {
      Map<String, NodeSummaries.Heard> heard = told.heard();
      return opened.nodes().stream()
          .map(entry -> view(
              entry,
              entry.node().id().equals(id),
              Optional.ofNullable(heard.get(entry.node().id()))))
          .toList();
    };
  }

  private static NodeView view(Entry entry, boolean self, Optional<NodeSummaries.Heard> heard) {
    Announcement node = entry.node();
    return new NodeView(
        node.id(),
        node.name(),
        node.serviceUrl(),
        node.adminUrl(),
        node.version(),
        Instant.ofEpochMilli(node.startedMillis()),
        entry.seen(),
        self,
        entry.up(),
        node.state(),
        Optional.ofNullable(node.load()),
        heard.map(told -> new NodeView.Told(told.summary(), told.when())));
  }

  @Override
  public void close() {
    exchange.close();
    if (directory != null) {
      directory.close();
    }
    if (summaries != null) {
      summaries.close();
    }
    if (topic != null) {
      topic.close();
    }
    if (client != null) {
      try {
        client.shutdown();
      } catch (PulsarClientException e) {
        LOG.debug("the connection to the cluster could not be closed in order", e);
      }
    }
  }
}
