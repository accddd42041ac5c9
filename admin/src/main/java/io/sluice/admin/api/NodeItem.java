package io.sluice.admin.api;

/** A node as JSON, in which times are texts. */
record NodeItem(
    String name,
    String serviceUrl,
    String adminUrl,
    String version,
    String started,
    String seen,
    boolean self,
    String state) {

  static NodeItem of(NodeView node) {
    return new NodeItem(
        node.name(),
        node.serviceUrl(),
        node.adminUrl(),
        node.version(),
        node.started().toString(),
        node.seen().toString(),
        node.self(),
        node.state());
  }
}
