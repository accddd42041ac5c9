package io.sluice.admin.api;

import io.sluice.admin.figures.NodeLoad;
import io.sluice.admin.node.NodeView;
import org.jspecify.annotations.Nullable;

/** A node as JSON, in which times are texts. */
record NodeItem(
    String name,
    String serviceUrl,
    String adminUrl,
    String version,
    String started,
    String seen,
    boolean self,
    boolean up,
    String state,
    @Nullable NodeLoad load) {

  static NodeItem of(NodeView node) {
    return new NodeItem(
        node.name(),
        node.serviceUrl(),
        node.adminUrl(),
        node.version(),
        node.started().toString(),
        node.seen().toString(),
        node.self(),
        node.up(),
        node.state(),
        node.load().orElse(null));
  }
}
