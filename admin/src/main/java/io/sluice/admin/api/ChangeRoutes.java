package io.sluice.admin.api;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.server.ServerBuilder;
import io.sluice.admin.figures.DisplayNames;
import io.sluice.admin.node.Changes;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyChange;
import io.sluice.policy.PolicyStore;
import io.sluice.policy.json.PolicyJson;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The latest changes with the roles that made them, and how to take one back. */
final class ChangeRoutes {

  private record Item(
      String id,
      String time,
      String who,
      String kind,
      String target,
      @Nullable Record before,
      @Nullable Record after,
      boolean undoable) {

    static Item of(PolicyChange change, boolean undoable) {
      return new Item(
          change.id(),
          change.time().toString(),
          change.who(),
          change.kind().name(),
          change.key().toString(),
          change.before().map(PolicyJson::of).orElse(null),
          change.after().map(PolicyJson::of).orElse(null),
          undoable);
    }
  }

  private record Items(int total, List<Item> items) {}

  private final Changes changes;
  private final UndoRules rules;

  ChangeRoutes(Changes changes, UndoRules rules) {
    this.changes = changes;
    this.rules = rules;
  }

  void addTo(ServerBuilder builder) {
    Endpoint.get(builder, "/changes", this::list, "contains", "offset", "count");
    Endpoint.add(builder, HttpMethod.POST, "/changes/{id}/undo", this::undo);
  }

  private CompletionStage<HttpResponse> list(ApiRequest request) {
    Page page = Page.of(request);
    String part = request.query("contains", "");
    List<PolicyChange> all = changes.recent();
    Set<PolicyChange> undoable = undoable(all, changes.current());
    List<PolicyChange> wanted = all.stream()
        .filter(change -> DisplayNames.contains(part, change.key().toString(), change.who()))
        .toList();
    return Endpoint.answer(new Items(
        wanted.size(),
        page.of(wanted).stream()
            .map(change -> Item.of(change, undoable.contains(change)))
            .toList()));
  }

  /** The last change of each policy, if that is in force. */
  private static Set<PolicyChange> undoable(List<PolicyChange> newestFirst, Policies now) {
    Set<PolicyChange> undoable = new HashSet<>();
    Set<Object> changed = new HashSet<>();
    for (PolicyChange change : newestFirst) {
      if (changed.add(List.of(change.kind(), change.key())) && isInForce(change, now)) {
        undoable.add(change);
      }
    }
    return undoable;
  }

  private static boolean isInForce(PolicyChange change, Policies now) {
    return now.get(change.kind(), change.key()).equals(change.after());
  }

  private CompletionStage<HttpResponse> undo(ApiRequest request) {
    PolicyChange change = changeThatHolds(request.part("id"));
    return Endpoint.done(rules
        .require(request, change)
        // The cluster has had its time to answer, in which another caller may have changed it.
        .thenApply(allowed -> changeThatHolds(change.id()))
        .thenCompose(same -> rules.undo(request.caller(), same)));
  }

  private PolicyChange changeThatHolds(String id) {
    List<PolicyChange> all = changes.recent();
    PolicyChange change = all.stream()
        .filter(each -> each.id().equals(id))
        .findFirst()
        .orElseThrow(() -> ApiRequest.missing("there is no change " + id + " among the last "
            + PolicyStore.MOST_CHANGES + " that are known"));
    Optional<PolicyChange> last = all.stream()
        .filter(change::isOfSamePolicy)
        .findFirst()
        .filter(same -> !same.equals(change));
    if (last.isPresent() || !isInForce(change, changes.current())) {
      throw UndoRules.changedSince(change, last.map(ChangeRoutes::byWhomAndWhen).orElse(""));
    }
    return change;
  }

  private static String byWhomAndWhen(PolicyChange change) {
    return ", by " + (change.who().isEmpty() ? "an unknown role" : change.who()) + " at "
        + change.time().truncatedTo(ChronoUnit.SECONDS);
  }
}
