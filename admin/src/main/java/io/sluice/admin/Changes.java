package io.sluice.admin;

import io.sluice.admin.access.Caller;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PolicyStore;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Changes policies for somebody, and writes into the audit log who changed what. */
public final class Changes {

  private static final Logger AUDIT = LoggerFactory.getLogger("io.sluice.audit");

  private final PolicyStore store;

  Changes(PolicyStore store) {
    this.store = store;
  }

  /** The policies as they are now. */
  public Policies current() {
    return store.current();
  }

  /** Sets a policy; completed when the change cannot get lost any more. */
  public <P extends Record> CompletionStage<Void> put(
      Caller caller, PolicyKind<P> kind, PolicyKey key, P policy) {
    @Nullable P before = store.current().get(kind, key).orElse(null);
    return store
        .put(kind, key, policy)
        .whenComplete((done, fault) -> audit(caller, kind, key, before, policy, fault));
  }

  /** Removes a policy; likewise. */
  public <P extends Record> CompletionStage<Void> remove(
      Caller caller, PolicyKind<P> kind, PolicyKey key) {
    @Nullable P before = store.current().get(kind, key).orElse(null);
    return store
        .remove(kind, key)
        .whenComplete((done, fault) -> audit(caller, kind, key, before, null, fault));
  }

  private static void audit(
      Caller caller,
      PolicyKind<?> kind,
      PolicyKey key,
      @Nullable Object before,
      @Nullable Object after,
      @Nullable Throwable fault) {
    AUDIT
        .atInfo()
        .addKeyValue("who", caller.role())
        .addKeyValue("what", kind + " of " + key)
        .addKeyValue("from", before == null ? "nothing" : before)
        .addKeyValue("to", after == null ? "nothing" : after)
        .addKeyValue("outcome", fault == null ? "done" : "failed: " + fault.getMessage())
        .log("policy changed");
  }
}
