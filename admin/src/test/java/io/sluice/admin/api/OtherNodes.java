package io.sluice.admin.api;

import io.sluice.admin.node.NodeView;
import io.sluice.quota.NodeSummary;
import io.sluice.quota.NodeSummary.Connection;
import io.sluice.quota.NodeSummary.Pause;
import io.sluice.quota.NodeSummary.Producer;
import io.sluice.quota.NodeSummary.ThrottledConsumer;
import io.sluice.quota.NodeSummary.ThrottledProducer;
import io.sluice.quota.NodeSummary.Topic;
import io.sluice.quota.NodeSummary.Totals;
import io.sluice.quota.NodeSummary.Traffic;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Nodes beside the one that is tested, and what they have told. */
final class OtherNodes {

  private OtherNodes() {}

  /** One that is up, and has told that at a moment. */
  static NodeView told(String name, NodeSummary summary, Instant when) {
    return node(name, true, Optional.of(new NodeView.Told(summary, when)));
  }

  static NodeView silent(String name) {
    return node(name, true, Optional.empty());
  }

  /** One that is down, whatever it has told before. */
  static NodeView down(String name, NodeSummary summary, Instant when) {
    return node(name, false, Optional.of(new NodeView.Told(summary, when)));
  }

  /** The same node after it was started again. */
  static NodeView startedAgain(NodeView node) {
    return new NodeView(
        node.id() + " anew",
        node.name(),
        node.serviceUrl(),
        node.adminUrl(),
        node.version(),
        node.started().plusSeconds(60),
        node.seen(),
        false,
        node.up(),
        node.state(),
        node.load(),
        node.told());
  }

  private static NodeView node(String name, boolean up, Optional<NodeView.Told> told) {
    return new NodeView(
        "id of " + name + told.hashCode(),
        name,
        "pulsar://" + name + ":6650",
        "http://" + name + ":8080",
        "1.0",
        Instant.EPOCH,
        Instant.EPOCH,
        false,
        up,
        "ready",
        Optional.empty(),
        told);
  }

  /** Of a topic and a producer of it that publish so much; the producer and a consumer have waited for three seconds. */
  static NodeSummary busy(String topic, double messages) {
    Traffic traffic = traffic(messages, "publish: topic " + topic);
    return new NodeSummary(
        500,
        5,
        new Totals(30, 40, 50, 60, 3),
        List.of(new Topic(topic, traffic)),
        List.of(new Producer(topic, "there", "10.9.9.9:1", traffic)),
        List.of(new ThrottledProducer(
            topic, "there", "10.9.9.9:1", 77, "topic " + topic, 3000, 4, 400, 2000, true)),
        List.of(new ThrottledConsumer(
            topic, "sub", "cons", "10.9.9.9:2", 78, "group", "group gold", 3000, 9)),
        List.of(new Connection("10.9.9.9:3", 79, List.of(new Pause("node_rate", 3000)))));
  }

  static Traffic traffic(double messages, String... waitsFor) {
    return new Traffic(messages, 10 * messages, 1, 2, 500, 4, 400, 1, 1, 1, 1, List.of(waitsFor));
  }
}
