package io.sluice.admin.api;

import io.sluice.admin.node.NodeSources;
import io.sluice.admin.node.NodeView;
import io.sluice.api.NodePart;
import io.sluice.quota.NodeSummary;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that an answer is about: the one that answers alone, the whole cluster, or one node of it. Of other nodes
 * it has what they have told through the cluster; none is asked.
 */
final class Across {

  /** The parameters of requests for such answers. */
  static final String SCOPE = "scope";

  static final String NODE = "node";

  private static final String CLUSTER = "cluster";
  private static final String THIS_NODE = "node";

  /** In thousands of milliseconds, as people read it. */
  private static final double MILLIS = 1000;

  /** What another node has told. */
  record Other(String name, NodeSummary summary, Instant when) {

    /** When something began that had lasted for so long. */
    Instant since(long waitedMillis) {
      return when.minusMillis(waitedMillis);
    }
  }

  private record Known(String name, NodeView view) {}

  private final String self;
  private final String filter;
  private final List<Known> known;
  private final Instant now;
  private final boolean isCluster;

  private Across(String self, String filter, List<Known> known, Instant now, boolean isCluster) {
    this.self = self;
    this.filter = filter;
    this.known = known;
    this.now = now;
    this.isCluster = isCluster;
  }

  /** The node that answers alone. */
  static Across one(String self) {
    return new Across(self, "", List.of(), Instant.EPOCH, false);
  }

  /**
   * The whole cluster, or one node of it.
   *
   * @param nodes all that are known of, with the one that answers
   * @param node the name of the one node; empty for all
   */
  static Across cluster(String self, List<NodeView> nodes, String node, Instant now) {
    List<NodeView> last = nodes.stream()
        .filter(one -> nodes.stream().noneMatch(other -> isBefore(one, other)))
        .toList();
    List<Known> known = new ArrayList<>();
    Set<String> names = new HashSet<>();
    Stream.concat(last.stream().filter(NodeView::self), last.stream().filter(view -> !view.self()))
        .forEach(view -> known.add(new Known(unique(view, names), view)));
    return new Across(self, node, List.copyOf(known), now, true);
  }

  /**
   * Whether one is the other before it was killed and started again: for some seconds it is not known that it is gone. Two
   * nodes that have a name and an address in common are both heard of.
   */
  private static boolean isBefore(NodeView one, NodeView other) {
    return !one.self()
        && one.name().equals(other.name())
        && one.adminUrl().equals(other.adminUrl())
        && one.started().isBefore(other.started())
        && one.seen().isBefore(other.started());
  }

  /** The name of a node, with its address if another node has the name, and with its id if that one has both. */
  private static String unique(NodeView node, Set<String> taken) {
    String where = node.name() + " at " + node.adminUrl();
    return Stream.of(node.name(), where, where + " (" + node.id() + ")")
        .filter(taken::add)
        .findFirst()
        .orElse(node.id());
  }

  /** What a request asks for. */
  static Across of(ApiRequest request, NodeSources node, Instant now) {
    String filter = request.query(NODE, "");
    if (request.query(SCOPE, THIS_NODE, List.of(CLUSTER, THIS_NODE)).equals(CLUSTER)) {
      return cluster(node.name(), node.nodes().get(), filter, now);
    }
    if (!filter.isEmpty()) {
      throw ApiRequest.bad("node is for a scope of cluster; otherwise it is the node that answers");
    }
    return one(node.name());
  }

  /** The name of the node that answers. */
  String self() {
    return self;
  }

  /** Whether the node that answers is one of them. */
  boolean hasSelf() {
    return filter.isEmpty() || filter.equals(self);
  }

  boolean isCluster() {
    return isCluster;
  }

  /** What the others have told, if it is not too old. */
  List<Other> others() {
    return known.stream()
        .filter(node -> filter.isEmpty() || filter.equals(node.name))
        .flatMap(node ->
            told(node.view).map(told -> new Other(node.name, told.summary(), told.when())).stream())
        .toList();
  }

  private static Optional<NodeView.Told> told(NodeView node) {
    return node.self() || !node.up() ? Optional.empty() : node.told();
  }

  /**
   * What the answer has of each node; null if it is about one alone.
   *
   * @param leftOut how many a node has not told of
   */
  @Nullable
  List<NodePart> parts(ToIntFunction<NodeSummary> leftOut) {
    return isCluster ? known.stream().map(node -> part(node, leftOut)).toList() : null;
  }

  private NodePart part(Known node, ToIntFunction<NodeSummary> leftOut) {
    NodeView view = node.view;
    Optional<NodeView.Told> told = told(view);
    return new NodePart(
        node.name,
        view.adminUrl(),
        view.self(),
        view.self() || told.isPresent() ? null : missing(view),
        told.map(each -> age(each.when())).orElse(null),
        told.map(each -> Math.max(0, leftOut.applyAsInt(each.summary()))).orElse(0));
  }

  private static String missing(NodeView node) {
    return node.up()
        ? "it has told nothing lately, or is of a version that does not"
        : "it is down, last heard of at " + node.seen().truncatedTo(ChronoUnit.SECONDS);
  }

  private double age(Instant when) {
    return Math.max(0, Math.round(Duration.between(when, now).toMillis() / MILLIS));
  }
}
