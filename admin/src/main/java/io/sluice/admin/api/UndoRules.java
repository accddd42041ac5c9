package io.sluice.admin.api;

import static java.util.concurrent.CompletableFuture.completedFuture;

import com.linecorp.armeria.common.HttpStatus;
import io.sluice.admin.access.Caller;
import io.sluice.admin.http.Refusal;
import io.sluice.admin.node.Changes;
import io.sluice.admin.pulsar.ClusterCheck;
import io.sluice.policy.Membership;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyChange;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Undoes changes, under the rules that hold for making them: policies are set only for topics, namespaces and
 * tenants that the cluster has, a group that has members is not removed, and members are put only into groups that
 * exist.
 */
final class UndoRules {

  private final Changes changes;
  private final ClusterCheck cluster;

  UndoRules(Changes changes, ClusterCheck cluster) {
    this.changes = changes;
    this.cluster = cluster;
  }

  /** Fails with a {@link Refusal} if the change may not be undone. Asks the cluster if necessary. */
  CompletionStage<Void> require(ApiRequest request, PolicyChange change) {
    return change.before().isEmpty()
        ? completedFuture(null)
        : cluster.require(request.ctx(), change.key());
  }

  /** Sets what was set before the change, if what the change has set is still set. */
  CompletionStage<?> undo(Caller caller, PolicyChange change) {
    Policies now = changes.current();
    change.before().ifPresent(before -> requireItsGroup(now, change, before));
    return change.before().isEmpty()
            && change.kind().equals(PolicyKind.GROUP)
            && change.key() instanceof PolicyKey.Group group
        ? changes.removeGroup(caller, group, quota -> {
          requireSame(change, quota);
          GroupRoutes.requireUnused(changes.current(), group);
        })
        : restore(caller, change.kind(), change);
  }

  private <P extends Record> CompletionStage<?> restore(
      Caller caller, PolicyKind<P> kind, PolicyChange change) {
    return changes.update(caller, kind, change.key(), now -> {
      requireSame(change, now);
      return change.before().map(kind.type()::cast);
    });
  }

  private static void requireSame(PolicyChange change, Optional<? extends Record> now) {
    if (!now.equals(change.after())) {
      throw changedSince(change, "");
    }
  }

  /** @param by which role and when, if that is known */
  static Refusal changedSince(PolicyChange change, String by) {
    return new Refusal(
        HttpStatus.CONFLICT,
        "the " + change.kind() + " policy of " + change.key() + " was changed since" + by);
  }

  private static void requireItsGroup(Policies now, PolicyChange change, Record before) {
    if (before instanceof Membership member) {
      requireGroup(now, new PolicyKey.Group(member.group()));
    } else if (change.key() instanceof PolicyKey.Group group
        && !change.kind().equals(PolicyKind.GROUP)) {
      requireGroup(now, group);
    }
  }

  private static void requireGroup(Policies now, PolicyKey.Group group) {
    if (now.get(PolicyKind.GROUP, group).isEmpty()) {
      throw ApiRequest.missing("there is no " + group);
    }
  }
}
