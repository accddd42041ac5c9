package io.sluice.cli.top;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.remote.Api;
import io.sluice.cli.remote.ApiException;
import io.sluice.cli.remote.ApiPath;
import java.util.ArrayList;
import java.util.List;

/**
 * A node as the one that is asked knows it.
 *
 * @param self whether it is the one that is asked
 * @param up whether it was heard of of late; nodes of older versions know of no others
 */
record RemoteNode(
    String name,
    String serviceUrl,
    String adminUrl,
    String version,
    String started,
    String seen,
    boolean self,
    boolean up,
    String state) {

  static final ApiPath ALL = ApiPath.of("nodes");

  static List<RemoteNode> all(JsonNode answer) {
    List<RemoteNode> nodes = new ArrayList<>();
    for (JsonNode node : answer.path("items")) {
      nodes.add(new RemoteNode(
          node.path("name").asText(),
          node.path("serviceUrl").asText(),
          node.path("adminUrl").asText(),
          node.path("version").asText(),
          node.path("started").asText(),
          node.path("seen").asText(),
          node.path("self").asBoolean(),
          node.path("up").asBoolean(true),
          node.path("state").asText()));
    }
    return nodes;
  }

  /** The one that is asked can be reached as it just was, whatever it calls itself. */
  Api api(Api asked) throws ApiException {
    return self ? asked : asked.at(adminUrl);
  }
}
