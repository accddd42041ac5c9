package io.sluice.cli.top;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.api.Node;
import io.sluice.cli.remote.Api;
import io.sluice.cli.remote.ApiException;
import io.sluice.cli.remote.ApiPath;
import java.util.List;

/** The nodes as the one that is asked knows them. */
final class RemoteNode {

  static final ApiPath ALL = ApiPath.of("nodes");

  private RemoteNode() {}

  static List<Node> all(Api api, JsonNode answer) throws ApiException {
    return api.read(ALL, answer, Node.Page.class).items();
  }

  /** The one that is asked can be reached as it just was, whatever it calls itself. */
  static Api api(Node node, Api asked) throws ApiException {
    return node.self() ? asked : asked.at(node.adminUrl());
  }
}
