package io.sluice.cli.top;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.api.Node;
import io.sluice.cli.remote.Api;
import io.sluice.cli.remote.ApiException;
import io.sluice.cli.remote.ApiPath;
import java.util.List;

/** Reaches the nodes of the cluster that the node that is asked knows. */
final class RemoteNode {

  static final ApiPath ALL = ApiPath.of("nodes");

  private RemoteNode() {}

  static List<Node> all(Api api, JsonNode answer) throws ApiException {
    return api.read(ALL, answer, Node.Page.class).items();
  }

  /** The API of a node. For the node that was asked, that is the same API, whatever address it gives for itself. */
  static Api api(Node node, Api asked) throws ApiException {
    return node.self() ? asked : asked.at(node.adminUrl());
  }
}
