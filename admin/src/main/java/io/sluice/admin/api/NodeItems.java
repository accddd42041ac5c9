package io.sluice.admin.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.admin.node.NodeView;
import io.sluice.api.Node;
import io.sluice.policy.json.StrictJson;
import java.util.List;

/** What nodes there are, as the API tells it. */
final class NodeItems {

  private NodeItems() {}

  static Node.Page of(List<NodeView> nodes) {
    return new Node.Page(nodes.stream().map(NodeItems::of).toList());
  }

  private static Node of(NodeView node) {
    return new Node(
        node.name(),
        node.serviceUrl(),
        node.adminUrl(),
        node.version(),
        node.started().toString(),
        node.seen().toString(),
        node.self(),
        node.up(),
        node.state(),
        node.load().<JsonNode>map(StrictJson.mapper()::valueToTree).orElse(null));
  }
}
