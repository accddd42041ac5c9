package io.sluice.server.console;

import io.opentelemetry.exporter.prometheus.PrometheusMetricReader;
import io.sluice.admin.AdminServer;
import io.sluice.admin.access.AccessSettings;
import io.sluice.admin.node.AdminConfig;
import io.sluice.admin.node.LimitShareSource;
import io.sluice.admin.node.NodeSources;
import io.sluice.admin.node.NodeView;
import io.sluice.gateway.config.NodeLimits;
import io.sluice.gateway.config.PublishSettings;
import io.sluice.gateway.view.GroupView;
import io.sluice.gateway.view.GroupView.NodeUse;
import io.sluice.gateway.view.GroupView.Use;
import io.sluice.gateway.view.LimitShareView;
import io.sluice.gateway.view.RampView;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.InMemoryPolicyStore;
import io.sluice.policy.Membership;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.RampUp;
import io.sluice.policy.TopicName;
import io.sluice.quota.NodeLoad;
import io.sluice.quota.NodeSummary;
import io.sluice.quota.NodeSummary.Connection;
import io.sluice.quota.NodeSummary.Pause;
import io.sluice.quota.NodeSummary.Producer;
import io.sluice.quota.NodeSummary.ThrottledConsumer;
import io.sluice.quota.NodeSummary.ThrottledProducer;
import io.sluice.quota.NodeSummary.Topic;
import io.sluice.quota.NodeSummary.Totals;
import io.sluice.quota.NodeSummary.Traffic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The real admin server of a node that is made up: with as many topics as wanted, with states that
 * are hard to bring about, and with names that no operator wants. It ends with this JVM, as to
 * stop it takes seconds.
 */
final class FakeNode {

  static final String GROUP = "gold";
  static final int MANY = 5000;

  static final String SELF = "sluice-eu-1";

  /** The producer and the consumer of which another node has told. */
  static final String ELSEWHERE = "elsewhere";

  private static final List<String> GROUPS = List.of(GROUP, "silver", "bronze", "batch", "trial");
  private static final double NONE = Double.POSITIVE_INFINITY;
  private static final PolicyKey NAMESPACE = PolicyKey.namespace(FakeTraffic.NAMESPACE);
  private static final PolicyKey RAMPED = PolicyKey.namespace("acme/imports");

  private final FakeTraffic traffic;
  private final List<String> others;
  private final InMemoryPolicyStore policies;
  private final AdminServer server;
  private volatile Optional<String> unknown = Optional.empty();

  /** With a few topics, the same for all tests. */
  static FakeNode small() {
    return Small.NODE;
  }

  private static final class Small {
    static final FakeNode NODE = started(60);
  }

  /** With {@value #MANY} topics, the same for all tests. */
  static FakeNode large() {
    return Large.NODE;
  }

  private static final class Large {
    static final FakeNode NODE = started(MANY);
  }

  private static FakeNode started(int topicCount) {
    try {
      return new FakeNode(topicCount);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Hostile in all its names, as far as they may be. */
  private FakeNode(int topicCount) throws IOException {
    this(
        FakeTraffic.ofTopics(topicCount),
        HostileNames.ALL,
        HostileNames.ALL.subList(2, 4),
        AccessSettings.NONE);
  }

  /** One without clients, alone and without any policies. */
  static FakeNode unused() throws IOException {
    return new FakeNode(new FakeTraffic(List.of()), List.of(), List.of(), AccessSettings.NONE);
  }

  /**
   * @param people those who have made changes; if there are none, nothing is set
   * @param others the names of two more nodes, or of none
   */
  FakeNode(FakeTraffic traffic, List<String> people, List<String> others, AccessSettings access)
      throws IOException {
    this.traffic = traffic;
    this.others = others;
    policies =
        new InMemoryPolicyStore(people.isEmpty() ? Policies.NONE : policies(traffic.topics()));
    for (int i = 0; i < people.size(); i++) {
      PolicyKey key = i < traffic.topics().size()
          ? PolicyKey.topic(traffic.topics().get(i))
          : PolicyKey.namespace("acme/n" + i);
      var unused =
          policies.put(people.get(i), PolicyKind.PUBLISH, key, PublishLimit.of(100 + i, 1 << 20));
    }
    server = AdminServer.start(
        new AdminConfig(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            Optional.empty(),
            access,
            Optional.empty(),
            Optional.empty(),
            AdminConfig.DEFAULT_MAX_REQUESTS_PER_SECOND),
        new NodeSources(
            SELF,
            "0.1.0",
            Optional::empty,
            PrometheusMetricReader.create(),
            policies,
            () -> unknown,
            PublishSettings.DEFAULT,
            NodeLimits.NONE,
            () -> CompletableFuture.completedFuture(traffic.connections()),
            FakeNode::group,
            FakeNode::group,
            () -> List.of(GROUP),
            () -> people.isEmpty()
                ? Map.of()
                : Map.of(RAMPED, new RampView(ramp(), 400, 0.4, 0.9, 3)),
            this::nodes,
            topic -> Optional.empty(),
            new Shares()));
  }

  /** Three nodes use the publish limit of the first topic, if there are so many. */
  private final class Shares implements LimitShareSource {

    @Override
    public Optional<LimitShareView> publish(TopicName topic) {
      return all(topic).stream().findFirst();
    }

    @Override
    public List<LimitShareView> all(TopicName topic) {
      boolean isFirst = traffic.topics().stream().limit(1).anyMatch(first -> TopicName.parse(first)
          .equals(topic));
      return others.isEmpty() || !isFirst
          ? List.of()
          : List.of(
              new LimitShareView(
                  PolicyKind.PUBLISH, Optional.empty(), 0.25, 0.25, 3, Optional.of("id-2"), true),
              new LimitShareView(
                  PolicyKind.DISPATCH, Optional.empty(), 1, 1, 1, Optional.of("id-1"), true));
    }
  }

  /** From now on it does not know its policies, for this reason; empty if it does. */
  void forgetPolicies(Optional<String> reason) {
    unknown = reason;
  }

  FakeTraffic traffic() {
    return traffic;
  }

  Policies policies() {
    return policies.current();
  }

  /** As another operator does. */
  void limit(String topic, PublishLimit limit) {
    var unused = policies.put("another", PolicyKind.PUBLISH, PolicyKey.topic(topic), limit);
  }

  String url(String path) {
    return "http://127.0.0.1:" + server.address().getPort() + path;
  }

  private static Policies policies(List<String> topics) {
    Policies.Builder set = Policies.NONE.changed();
    set.put(PolicyKind.PUBLISH, PolicyKey.DEFAULT, PublishLimit.of(10_000, 0).inShadow());
    set.put(PolicyKind.PUBLISH, NAMESPACE, PublishLimit.of(FakeTraffic.LIMIT, 10 << 20));
    set.put(PolicyKind.PUBLISH, RAMPED, PublishLimit.of(1000, 0));
    topics.stream()
        .limit(1)
        .forEach(topic -> set.put(
            PolicyKind.PUBLISH, PolicyKey.topic(topic), PublishLimit.of(FakeTraffic.LIMIT, 0)));
    set.put(PolicyKind.DISPATCH, NAMESPACE, DispatchLimit.of(FakeTraffic.LIMIT, 0));
    set.put(PolicyKind.RAMP, RAMPED, ramp());
    for (int i = 0; i < GROUPS.size(); i++) {
      set.put(
          PolicyKind.GROUP,
          new PolicyKey.Group(GROUPS.get(i)),
          new GroupQuota(10_000 >> i, 100 << 20 >> i, 5000 >> i, -1));
    }
    set.put(PolicyKind.MEMBERSHIP, NAMESPACE, new Membership(GROUP));
    set.put(PolicyKind.MEMBERSHIP, new PolicyKey.Tenant("acme"), new Membership(GROUPS.get(1)));
    return set.build();
  }

  private static RampUp ramp() {
    return new RampUp(100, 1000, Duration.ofMinutes(5), RampUp.Mode.GO_BACK_N);
  }

  /** Those that have members are in use. */
  private static Optional<GroupView> group(String name) {
    int part = 1 + GROUPS.indexOf(name);
    if (part < 1 || part > 2) {
      return Optional.empty();
    }
    return Optional.of(new GroupView(
        3,
        true,
        new GroupView.Part(3900.0 / part, 4 << 20, 4000.0 / part, 40 << 20, 7 / part),
        new GroupView.Part(1200.0 / part, 1 << 20, 2000.0 / part, NONE, 0),
        List.of(
            use("id-1", 3900.0 / part, 4000.0 / part, true),
            use("id-2", 5800.0 / part, 6000.0 / part, part == 1),
            use("id-3", 0, 100, false))));
  }

  private static NodeUse use(String node, double messages, double share, boolean wantsMore) {
    return new NodeUse(
        node,
        new Use(messages, messages * 1000, share, 40 << 20, wantsMore),
        new Use(messages / 2, messages * 500, share / 2, NONE, false));
  }

  /** One that is well, one that has just come, and one that has not been heard of for a while. */
  private List<NodeView> nodes() {
    Instant now = Instant.now();
    if (others.isEmpty()) {
      return List.of(node(1, now, true, "ready"));
    }
    return List.of(
        node(1, now, true, "ready"),
        node(2, now.minusSeconds(1), false, "no broker can be reached"),
        node(3, now.minusSeconds(45), false, "down"));
  }

  private NodeView node(int number, Instant seen, boolean self, String state) {
    return new NodeView(
        "id-" + number,
        self ? SELF : others.get(number - 2),
        "pulsar://node-" + number + ":6650",
        "http://node-" + number + ":8080",
        "0.1.0",
        seen.minus(Duration.ofDays(number)),
        seen,
        self,
        !state.equals("down"),
        state,
        Optional.of(new NodeLoad(
            1240.0 / number, 634_880.0 / number, 612, 313_344, 4 / number, 0, 41_000 / number)),
        self || traffic.topics().isEmpty()
            ? Optional.empty()
            : Optional.of(new NodeView.Told(told(), seen)));
  }

  /** Another node goes on with the first topic, more than this one does, and has one of its own. */
  private NodeSummary told() {
    String topic = traffic.topics().get(0);
    Traffic busy = new Traffic(
        250, 128_000, 125, 64_000, 900, 31, 15_872, 1, 1, 1, 1, List.of("publish: topic " + topic));
    return new NodeSummary(
        500,
        5,
        new Totals(140, 160, 12, 1, 1),
        List.of(new Topic(topic, busy)),
        List.of(new Producer(topic, ELSEWHERE, "10.2.2.2:40000", busy)),
        List.of(new ThrottledProducer(
            topic,
            ELSEWHERE,
            "10.2.2.2:40000",
            7,
            "topic " + topic,
            5_400_000,
            31,
            15_872,
            4000,
            false)),
        List.of(new ThrottledConsumer(
            topic, "sub", ELSEWHERE, "10.2.2.2:40001", 8, "group", "group " + GROUP, 60_000, 500)),
        List.of(new Connection("10.2.2.2:40002", 9, List.of(new Pause("node_rate", 60_000)))));
  }
}
