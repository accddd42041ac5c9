package io.sluice.admin.api;

import io.sluice.admin.node.NodeSources;
import io.sluice.admin.node.NodeView;
import io.sluice.api.LimitShare;
import io.sluice.gateway.view.HomeView;
import io.sluice.gateway.view.LimitShareView;
import io.sluice.policy.TopicName;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How limits of topics are divided among the nodes, as the API tells it. Belongs to one request. */
final class LimitShareItems implements LimitsNow.Nodes {

  private final NodeSources node;
  private final LimitsNow limits;

  /** Asked for once, and only if a limit is divided. */
  private @Nullable List<NodeView> nodes;

  /** @param limits which limits hold now */
  LimitShareItems(NodeSources node, LimitsNow limits) {
    this.node = node;
    this.limits = limits;
  }

  /** The limits of a topic that this node uses, with texts. */
  List<LimitShare> of(TopicName topic) {
    return node.limitShares().all(topic).stream()
        .flatMap(
            view -> SharedRates.of(view.kind(), topic, limits)
                .map(rates -> item(view, rates, text(view, rates)))
                .stream())
        .toList();
  }

  @Override
  public Optional<LimitShare> publishShare(TopicName topic) {
    return node.limitShares().publish(topic).flatMap(view -> SharedRates.of(
            view.kind(), topic, limits)
        .map(rates -> item(view, rates, null)));
  }

  @Override
  public Optional<String> home(TopicName topic) {
    return node.home().apply(topic).map(HomeView::node);
  }

  private LimitShare item(LimitShareView view, SharedRates rates, @Nullable String text) {
    return new LimitShare(
        view.kind().name(),
        view.subscription().orElse(null),
        rates.messages() > 0 ? TopItems.part(view.shareOfMessages()) : null,
        rates.bytes() > 0 ? TopItems.part(view.shareOfBytes()) : null,
        view.nodes(),
        dividedBy(view).orElse(null),
        view.heard(),
        text);
  }

  private Optional<String> dividedBy(LimitShareView view) {
    return view.dividedBy()
        .map(id ->
            isThisNode(view, id) ? node.name() : find(id).map(NodeView::name).orElse(id));
  }

  /** A node that is alone with a limit divides it, and may know of no nodes at all. */
  private boolean isThisNode(LimitShareView view, String id) {
    return view.nodes() == 1 || find(id).filter(NodeView::self).isPresent();
  }

  private Optional<NodeView> find(String id) {
    List<NodeView> known = nodes;
    if (known == null) {
      known = node.nodes().get();
      nodes = known;
    }
    return known.stream().filter(each -> each.id().equals(id)).findFirst();
  }

  private String text(LimitShareView view, SharedRates rates) {
    String whose = view.subscription()
        .map(name -> "Of subscription " + name + " this node")
        .orElse("This node");
    String end = view.heard() ? "." : "; this node does not hear of the others now.";
    if (view.nodes() == 1 && view.dividedBy().isPresent()) {
      return whose + " may use all of the limit now: no other node uses it" + end;
    }
    String may =
        whose + " may use " + rates.part(view.shareOfMessages(), view.shareOfBytes()) + " now: ";
    return view.nodes() == 1
        ? may + "it has begun to use the limit, and asks which other nodes do" + end
        : may + "the limit is used on " + view.nodes() + " nodes, and " + divider(view) + end;
  }

  private String divider(LimitShareView view) {
    return view.dividedBy()
        .map(id -> isThisNode(view, id)
            ? "this node divides it"
            : "node " + dividedBy(view).orElse(id) + " divides it")
        .orElse("this node asks which one divides it");
  }
}
