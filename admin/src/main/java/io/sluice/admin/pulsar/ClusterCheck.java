package io.sluice.admin.pulsar;

import com.linecorp.armeria.server.ServiceRequestContext;
import io.sluice.policy.PolicyKey;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Whether the cluster has what a caller wants to set a policy for; asked with the caller's credentials. */
public interface ClusterCheck {

  /**
   * Asks for a namespace such as {@code public/default}.
   *
   * @return fails with a {@link io.sluice.admin.http.Refusal} if the cluster does not have it, does not let
   *     the caller see it, or does not answer
   */
  CompletionStage<Void> requireNamespace(ServiceRequestContext ctx, String namespace);

  /** Asks for a tenant; fails as {@link #requireNamespace} does. */
  CompletionStage<Void> requireTenant(ServiceRequestContext ctx, String tenant);

  /** Asks for the namespace or tenant of a policy, if it has one; fails as {@link #requireNamespace} does. */
  default CompletionStage<Void> require(ServiceRequestContext ctx, PolicyKey key) {
    if (key instanceof PolicyKey.Topic topic) {
      return requireNamespace(ctx, topic.name().namespace());
    }
    if (key instanceof PolicyKey.Namespace namespace) {
      return requireNamespace(ctx, namespace.name());
    }
    return key instanceof PolicyKey.Tenant tenant
        ? requireTenant(ctx, tenant.name())
        : CompletableFuture.completedFuture(null);
  }
}
