package io.sluice.admin.pulsar;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.failedFuture;

import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.util.Exceptions;
import io.sluice.admin.http.Refusal;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * When the cluster is asked whether a namespace or tenant exists: always before a policy is set for
 * it. A policy that is set is shown and removed without asking, which works while the cluster is
 * down, and for a namespace or tenant that was deleted.
 */
final class Existence {

  private final ClusterCheck check;

  Existence(ClusterCheck check) {
    this.check = check;
  }

  CompletionStage<Void> ofNamespace(Call call, String namespace) {
    return check.requireNamespace(call.ctx(), namespace);
  }

  CompletionStage<Void> ofTenant(Call call, String tenant) {
    return check.requireTenant(call.ctx(), tenant);
  }

  CompletionStage<Void> ofNamespaceUnless(boolean set, Call call, String namespace) {
    return unless(set, () -> ofNamespace(call, namespace));
  }

  CompletionStage<Void> ofTenantUnless(boolean set, Call call, String tenant) {
    return unless(set, () -> ofTenant(call, tenant));
  }

  /**
   * Fails if the cluster answers 404. Other refusals of the cluster do not count, as a caller that
   * may read policies here need not have rights there.
   */
  private static CompletionStage<Void> unless(boolean set, Supplier<CompletionStage<Void>> asked) {
    return set
        ? completedFuture(null)
        : asked
            .get()
            .exceptionallyCompose(fault -> Exceptions.peel(fault) instanceof Refusal refusal
                    && !refusal.status().equals(HttpStatus.NOT_FOUND)
                ? completedFuture(null)
                : failedFuture(fault));
  }
}
