package io.sluice.cli.top;

import io.sluice.api.NodePart;
import io.sluice.api.Top;
import io.sluice.cli.remote.Api;
import io.sluice.cli.remote.ApiException;
import io.sluice.cli.remote.ApiPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks one node which topics or producers of the cluster publish most. The node answers with what the others have told
 * it: no other node is asked, and none gets the token.
 */
final class ClusterTop {

  static final int MOST_ITEMS = 200;

  /**
   * What the node has answered.
   *
   * @param node the name of the node itself
   * @param nodes the names of the nodes of which it has something
   * @param missing a line for each node that is not included, with the reason, and one for what nodes have left out
   */
  record Seen(
      String node,
      String by,
      double overSeconds,
      List<String> nodes,
      List<Top.Item> items,
      List<String> missing) {}

  private final Api api;
  private final ApiPath path;
  private final boolean producers;

  /** @param node the name of the one node to show; null for all */
  ClusterTop(Api api, boolean producers, TopBy by, int count, @Nullable String node) {
    this.api = api;
    ApiPath cluster = ApiPath.of("top", producers ? "producers" : "topics")
        .with("by", by.toString())
        .with("count", Integer.toString(count))
        .with("scope", "cluster");
    this.path = node == null ? cluster : cluster.with("node", node);
    this.producers = producers;
  }

  Seen ask() throws ApiException, InterruptedException {
    Top answer = api.read(path, api.get(path), Top.class);
    List<NodePart> nodes = Objects.requireNonNullElse(answer.nodes(), List.of());
    return new Seen(
        answer.node(),
        answer.by(),
        answer.overSeconds(),
        nodes.stream()
            .filter(node -> node.missing() == null)
            .map(NodePart::name)
            .toList(),
        answer.items(),
        missing(nodes));
  }

  private List<String> missing(List<NodePart> nodes) {
    List<String> missing = new ArrayList<>();
    for (NodePart node : nodes) {
      if (node.missing() != null) {
        missing.add(node.name() + " is not in here: " + node.missing());
      }
    }
    long leftOut = nodes.stream().mapToLong(NodePart::leftOut).sum();
    if (leftOut > 0) {
      missing.add("other nodes tell of a few: " + leftOut + " more "
          + (producers ? "producers" : "topics") + " on them may not be in here");
    }
    return missing;
  }
}
