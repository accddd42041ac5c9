package io.sluice.admin.pulsar;

import static java.util.concurrent.CompletableFuture.completedFuture;

import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import io.sluice.admin.http.Refusal;
import io.sluice.admin.node.Changes;
import io.sluice.admin.pulsar.PulsarBodies.ResourceGroup;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.Membership;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** {@code resourcegroups}, and {@code resourcegroup} of a namespace and of a tenant. */
final class GroupEndpoints {

  private final Changes changes;
  private final Existence existence;

  GroupEndpoints(Changes changes, Existence existence) {
    this.changes = changes;
    this.existence = existence;
  }

  Endpoint all() {
    return call -> switch (call.method()) {
      case GET ->
        completedFuture(Call.json(changes.current().all(PolicyKind.GROUP).keySet().stream()
            .map(key -> ((PolicyKey.Group) key).name())
            .sorted()
            .toList()));
      default -> throw call.notAllowed();
    };
  }

  Endpoint one(String group) {
    return call -> {
      PolicyKey.Group key = new PolicyKey.Group(Names.group(group));
      return switch (call.method()) {
        case GET ->
          completedFuture(Call.json(ResourceGroup.of(
              changes.current().get(PolicyKind.GROUP, key).orElseThrow(() -> unknown()))));
        case PUT -> {
          ResourceGroup given = call.body(ResourceGroup.class);
          yield done(changes.update(
              call.caller(),
              PolicyKind.GROUP,
              key,
              now -> Optional.of(given.quota(now.orElse(GroupQuota.UNLIMITED)))));
        }
        case DELETE ->
          done(changes.removeGroup(call.caller(), key, now -> requireUnused(now, group)));
        default -> throw call.notAllowed();
      };
    };
  }

  private void requireUnused(Optional<GroupQuota> quota, String group) {
    if (quota.isEmpty()) {
      throw unknown();
    }
    List<PolicyKey> members = changes.current().members(group);
    if (!members.isEmpty()) {
      throw new Refusal(
          HttpStatus.PRECONDITION_FAILED,
          "ResourceGroup is in use: by " + members.get(0)
              + (members.size() == 1 ? "" : " and " + (members.size() - 1) + " more"));
    }
  }

  private static Refusal unknown() {
    return new Refusal(HttpStatus.NOT_FOUND, "ResourceGroup does not exist");
  }

  /** Which group a namespace is in. */
  Endpoint ofNamespace(String tenant, String namespace) {
    return call -> {
      String name = Names.namespace(tenant, namespace);
      PolicyKey key = PolicyKey.namespace(name);
      return membership(call, key, () -> existence.ofNamespaceUnless(isMember(key), call, name));
    };
  }

  /** Which group a tenant is in; Pulsar has nothing of the kind. */
  Endpoint ofTenant(String tenant) {
    return call -> {
      String name = Names.tenant(tenant);
      PolicyKey key = new PolicyKey.Tenant(name);
      return membership(call, key, () -> existence.ofTenantUnless(isMember(key), call, name));
    };
  }

  private boolean isMember(PolicyKey key) {
    return changes.current().get(PolicyKind.MEMBERSHIP, key).isPresent();
  }

  private CompletionStage<HttpResponse> membership(
      Call call, PolicyKey key, Supplier<CompletionStage<Void>> there) {
    return switch (call.method()) {
      case GET ->
        // As in Pulsar the name stands there by itself, whatever the content type says.
        there.get().thenApply(ok -> changes
            .current()
            .get(PolicyKind.MEMBERSHIP, key)
            .map(member -> HttpResponse.of(HttpStatus.OK, MediaType.JSON, member.group()))
            .orElseGet(Call::empty));
      case DELETE ->
        done(there
            .get()
            .thenCompose(ok -> changes.remove(call.caller(), PolicyKind.MEMBERSHIP, key)));
      default -> throw call.notAllowed();
    };
  }

  /** Puts a namespace into a group. */
  Endpoint attachNamespace(String tenant, String namespace, String group) {
    return call -> {
      String name = Names.namespace(tenant, namespace);
      return attach(
          call, PolicyKey.namespace(name), group, () -> existence.ofNamespace(call, name));
    };
  }

  /** Puts a tenant into a group. */
  Endpoint attachTenant(String tenant, String group) {
    return call -> {
      String name = Names.tenant(tenant);
      return attach(call, new PolicyKey.Tenant(name), group, () -> existence.ofTenant(call, name));
    };
  }

  private CompletionStage<HttpResponse> attach(
      Call call, PolicyKey member, String group, Supplier<CompletionStage<Void>> there) {
    PolicyKey key = new PolicyKey.Group(Names.group(group));
    return switch (call.method()) {
      case POST, PUT ->
        done(there.get().thenCompose(ok -> {
          if (changes.current().get(PolicyKind.GROUP, key).isEmpty()) {
            throw new Refusal(HttpStatus.PRECONDITION_FAILED, "ResourceGroup does not exist");
          }
          return changes.put(call.caller(), PolicyKind.MEMBERSHIP, member, new Membership(group));
        }));
      default -> throw call.notAllowed();
    };
  }

  private static CompletionStage<HttpResponse> done(CompletionStage<?> change) {
    return change.thenApply(done -> Call.noContent());
  }
}
