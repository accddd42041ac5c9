package io.sluice.cli.top;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.api.Node;
import io.sluice.api.Top;
import io.sluice.cli.remote.Api;
import io.sluice.cli.remote.ApiException;
import io.sluice.cli.remote.ApiPath;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Asks all nodes at once which topics or producers publish most, and adds up what they say. */
final class ClusterTop {

  private static final Duration LONGEST = Duration.ofSeconds(3);
  private static final int MOST_NODES = 200;

  /**
   * Each node is asked for so many times the items that are shown: an item that is among the first on all nodes
   * together need not be among the first of each node.
   */
  private static final int ASK_FOR_MORE = 5;

  static final int MOST_ITEMS = 200;

  /**
   * The answers of all nodes, added up.
   *
   * @param missing a line for each node that is not included, with the reason
   */
  record Seen(
      String by, double overSeconds, int nodes, List<Top.Item> items, List<String> missing) {}

  private final Api api;
  private final ApiPath path;
  private final TopBy by;
  private final int count;

  ClusterTop(Api api, boolean producers, TopBy by, int count) {
    this.api = api;
    this.path = ApiPath.of("top", producers ? "producers" : "topics")
        .with("by", by.toString())
        .with("count", Integer.toString(Math.min(MOST_ITEMS, count) * ASK_FOR_MORE));
    this.by = by;
    this.count = count;
  }

  /** @throws ApiException if no node has answered */
  Seen ask() throws ApiException, InterruptedException {
    List<String> missing = new ArrayList<>();
    Map<String, CompletableFuture<JsonNode>> asked = askAll(missing);
    List<Top> answers = new ArrayList<>();
    ApiException last = null;
    for (Map.Entry<String, CompletableFuture<JsonNode>> each : asked.entrySet()) {
      try {
        // Needs no timeout here, as every request has one.
        answers.add(api.read(path, each.getValue().get(), Top.class));
      } catch (ExecutionException | ApiException e) {
        last = Api.fault(e);
        missing.add(each.getKey() + " is not in here: " + last.getMessage());
      }
    }
    if (answers.isEmpty() && last != null) {
      throw last;
    }
    return new Seen(by.toString(), overSeconds(answers), answers.size(), merge(answers), missing);
  }

  private Map<String, CompletableFuture<JsonNode>> askAll(List<String> missing)
      throws InterruptedException {
    Map<String, CompletableFuture<JsonNode>> asked = new LinkedHashMap<>();
    for (Node node : nodes(missing)) {
      if (node.hasGone()) {
        missing.add(node.name() + " is not in here: it is down, last seen " + node.seen());
        continue;
      }
      try {
        // Two nodes may have the same name.
        String name =
            asked.containsKey(node.name()) ? node.name() + " at " + node.adminUrl() : node.name();
        asked.put(name, RemoteNode.api(node, api).getLater(path, LONGEST));
      } catch (ApiException e) {
        missing.add(node.name() + " is not in here: " + e.getMessage());
      }
    }
    if (asked.isEmpty()) {
      asked.put(api.url().toString(), api.getLater(path, LONGEST));
    }
    return asked;
  }

  private List<Node> nodes(List<String> missing) throws InterruptedException {
    List<Node> nodes;
    try {
      nodes = RemoteNode.all(api, api.get(RemoteNode.ALL));
    } catch (ApiException e) {
      missing.add("other nodes are not in here: " + e.getMessage());
      return List.of();
    }
    if (nodes.size() > MOST_NODES) {
      missing.add((nodes.size() - MOST_NODES) + " more nodes are not in here");
    }
    return nodes.subList(0, Math.min(nodes.size(), MOST_NODES));
  }

  private static double overSeconds(List<Top> answers) {
    return answers.stream().mapToDouble(Top::overSeconds).max().orElse(0);
  }

  private List<Top.Item> merge(List<Top> answers) {
    Map<TopItems.Key, Top.Item> items = new LinkedHashMap<>();
    for (Top answer : answers) {
      for (Top.Item item : answer.items()) {
        items.merge(TopItems.key(item), TopItems.sums(item), TopItems::plus);
      }
    }
    return items.values().stream()
        .sorted(Comparator.<Top.Item>comparingDouble(by::of)
            .reversed()
            .thenComparing(Top.Item::topic)
            .thenComparing(item -> String.valueOf(item.producer())))
        .limit(count)
        .toList();
  }
}
