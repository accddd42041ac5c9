package io.sluice.admin.api;

import io.sluice.admin.figures.DisplayNames;
import io.sluice.admin.figures.Figures;
import io.sluice.admin.figures.Speed;
import io.sluice.api.Top;
import io.sluice.quota.NodeSummary;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What topics and producers do on the nodes that are asked for: all on this one, and what the others have told. */
final class ClusterFigures {

  /** A producer, and its node; null if the answer is about one node. */
  record Producer(@Nullable String node, Figures.Producer of) {}

  private record OnNode(String node, Speed speed) {}

  private final Figures own;
  private final Across across;

  /** The topics that others have told of: there are few of these, and may be many of this node's own. */
  private final Map<String, Speed> shared = new HashMap<>();

  private final Map<String, List<OnNode>> elsewhere = new HashMap<>();

  ClusterFigures(Figures own, Across across) {
    this.own = own;
    this.across = across;
    for (Across.Other other : across.others()) {
      for (NodeSummary.Topic topic : other.summary().topics()) {
        String name = DisplayNames.topic(topic.name());
        elsewhere
            .computeIfAbsent(name, first -> new ArrayList<>())
            .add(new OnNode(other.name(), Speed.of(topic.traffic())));
      }
    }
    elsewhere.forEach((topic, nodes) -> shared.put(
        topic, nodes.stream().map(OnNode::speed).reduce(ownOr(topic, Speed.ZERO), Speed::plus)));
  }

  /** Those of this node alone. */
  static ClusterFigures of(Figures own) {
    return new ClusterFigures(own, Across.one(""));
  }

  private Speed ownOr(String topic, Speed otherwise) {
    return across.hasSelf() ? own.topics().getOrDefault(topic, otherwise) : otherwise;
  }

  /** What is done of a topic on all of these nodes together. */
  Speed topic(String name) {
    Speed all = shared.get(name);
    return all == null ? ownOr(name, Speed.ZERO) : all;
  }

  /** The names of all topics. */
  Stream<String> topics() {
    return Stream.concat(
        across.hasSelf()
            ? own.topics().keySet().stream().filter(topic -> !shared.containsKey(topic))
            : Stream.empty(),
        shared.keySet().stream());
  }

  Stream<Producer> producers() {
    String self = across.isCluster() ? across.self() : null;
    return Stream.concat(
        across.hasSelf()
            ? own.producers().stream().map(each -> new Producer(self, each))
            : Stream.empty(),
        across.others().stream().flatMap(other -> other.summary().producers().stream()
            .map(each -> new Producer(other.name(), producer(each)))));
  }

  private static Figures.Producer producer(NodeSummary.Producer told) {
    return new Figures.Producer(
        DisplayNames.topic(told.topic()), told.name(), told.client(), Speed.of(told.traffic()));
  }

  /** What a topic does on each node; null if the answer is about one. */
  @Nullable
  List<Top.OnNode> onNodes(String topic) {
    if (!across.isCluster()) {
      return null;
    }
    Stream<OnNode> here = across.hasSelf() && own.topics().containsKey(topic)
        ? Stream.of(new OnNode(across.self(), ownOr(topic, Speed.ZERO)))
        : Stream.empty();
    return Stream.concat(here, elsewhere.getOrDefault(topic, List.of()).stream())
        .map(each -> TopItems.onNode(each.node, each.speed))
        .toList();
  }
}
