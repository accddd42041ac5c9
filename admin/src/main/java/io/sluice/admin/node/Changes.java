package io.sluice.admin.node;

import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.util.Exceptions;
import io.sluice.admin.access.Caller;
import io.sluice.admin.http.Refusal;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyChange;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PolicyStore;
import io.sluice.policy.RampUp;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Changes policies for a caller, and writes into the audit log who changed what. */
public final class Changes {

  private static final Logger AUDIT = LoggerFactory.getLogger("io.sluice.audit");

  private final PolicyStore store;

  private final Supplier<Optional<String>> unknownBecause;

  /**
   * @param store has the policies
   * @param unknownBecause why the node does not know the policies yet; empty if it does
   */
  public Changes(PolicyStore store, Supplier<Optional<String>> unknownBecause) {
    this.store = store;
    this.unknownBecause = unknownBecause;
  }

  /**
   * The policies as they are now.
   *
   * @throws Refusal if they are not known yet: to say that there are none would be wrong
   */
  public Policies current() {
    requireKnown();
    return store.current();
  }

  /**
   * The latest changes, the newest first.
   *
   * @throws Refusal if the policies are not known yet
   */
  public List<PolicyChange> recent() {
    requireKnown();
    return store.changes();
  }

  private void requireKnown() {
    unknownBecause.get().ifPresent(reason -> {
      throw new Refusal(HttpStatus.SERVICE_UNAVAILABLE, reason);
    });
  }

  /**
   * Sets a policy; completed when the change cannot get lost any more, or with a {@link Refusal}.
   */
  public <P extends Record> CompletionStage<Void> put(
      Caller caller, PolicyKind<P> kind, PolicyKey key, P policy) {
    @Nullable P before = store.current().get(kind, key).orElse(null);
    return store
        .put(caller.role(), kind, key, policy)
        .whenComplete((done, fault) -> audit(caller, kind, key, before, policy, fault))
        .exceptionallyCompose(Changes::refused);
  }

  /** Removes a policy; completed when that cannot get lost any more, or with a {@link Refusal}. */
  public <P extends Record> CompletionStage<Void> remove(
      Caller caller, PolicyKind<P> kind, PolicyKey key) {
    @Nullable P before = store.current().get(kind, key).orElse(null);
    return store
        .remove(caller.role(), kind, key)
        .whenComplete((done, fault) -> audit(caller, kind, key, before, null, fault))
        .exceptionallyCompose(Changes::refused);
  }

  /**
   * Changes a policy depending on what it is. No other change that this node makes comes in
   * between. A change by another node can, within the tens of milliseconds until this node has read
   * it; the later of the two then holds.
   *
   * @param change as of {@link PolicyStore#update}; throws a {@link Refusal} if there is nothing to
   *     be changed
   * @return what is set from now on
   */
  public <P extends Record> CompletionStage<Optional<P>> update(
      Caller caller, PolicyKind<P> kind, PolicyKey key, UnaryOperator<Optional<P>> change) {
    AtomicReference<@Nullable P> before = new AtomicReference<>();
    AtomicReference<@Nullable P> after = new AtomicReference<>();
    AtomicBoolean tried = new AtomicBoolean();
    return store
        .update(caller.role(), kind, key, now -> {
          Optional<P> next = change.apply(now);
          before.set(now.orElse(null));
          after.set(next.orElse(null));
          tried.set(true); // otherwise the store has not called this, and nothing was sent
          return next;
        })
        .whenComplete((done, fault) -> {
          if (tried.get()) {
            audit(caller, kind, key, before.get(), after.get(), fault);
          }
        })
        .exceptionallyCompose(Changes::refused)
        .thenApply(done -> Optional.ofNullable(after.get()));
  }

  /**
   * Removes a group and its ramp. Otherwise a new group of the same name would have the old ramp.
   *
   * @param check throws a {@link Refusal} if the group is not to be removed
   */
  public CompletionStage<?> removeGroup(
      Caller caller, PolicyKey.Group group, Consumer<Optional<GroupQuota>> check) {
    Policies policies = current();
    check.accept(policies.get(PolicyKind.GROUP, group));
    Optional<RampUp> ramp = policies.get(PolicyKind.RAMP, group);
    if (ramp.isEmpty()) {
      return removeQuota(caller, group, check);
    }
    AtomicBoolean stays = new AtomicBoolean();
    Consumer<Optional<GroupQuota>> noting = quota -> {
      stays.set(quota.isPresent()); // if the check refuses it
      check.accept(quota);
      stays.set(false);
    };
    // The ramp first: if only one of the two succeeds, a group without a ramp is left, not a ramp
    // without a group.
    return remove(caller, PolicyKind.RAMP, group)
        .thenCompose(done -> removeQuota(caller, group, noting))
        .exceptionallyCompose(refused -> stays.get()
            ? restored(caller, group, ramp, refused)
            : CompletableFuture.failedStage(refused));
  }

  /** The group has not been removed: its ramp is set again, if the group is still there. */
  private <T> CompletionStage<T> restored(
      Caller caller, PolicyKey.Group group, Optional<RampUp> ramp, Throwable refused) {
    return update(caller, PolicyKind.RAMP, group, now -> {
          boolean isThere = store.current().get(PolicyKind.GROUP, group).isPresent();
          return isThere ? now.or(() -> ramp) : now;
        })
        .thenCompose(back -> CompletableFuture.failedStage(refused));
  }

  private CompletionStage<Optional<GroupQuota>> removeQuota(
      Caller caller, PolicyKey.Group group, Consumer<Optional<GroupQuota>> check) {
    return update(caller, PolicyKind.GROUP, group, now -> {
      check.accept(now);
      return Optional.empty();
    });
  }

  /** An {@link IllegalStateException} means that the store has not tried; with others the outcome is unknown. */
  private static CompletionStage<Void> refused(Throwable fault) {
    Throwable cause = Exceptions.peel(fault);
    if (cause instanceof Refusal) {
      return CompletableFuture.failedFuture(cause);
    }
    return CompletableFuture.failedFuture(
        cause instanceof IllegalStateException
            ? new Refusal(HttpStatus.SERVICE_UNAVAILABLE, String.valueOf(cause.getMessage()))
            : new Refusal(
                HttpStatus.SERVICE_UNAVAILABLE,
                "the change is not confirmed; look whether it is there before you try again",
                "a change was not confirmed: " + cause));
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
        .addKeyValue("who", quoteless(caller.role()))
        .addKeyValue("what", quoteless(kind + " of " + key))
        .addKeyValue("from", before == null ? "nothing" : before)
        .addKeyValue("to", after == null ? "nothing" : after)
        .addKeyValue("outcome", fault == null ? "done" : "failed: " + fault.getMessage())
        .log("policy changed");
  }

  /** Without the quotes that a name may have, as a quote ends a value in the log line. */
  private static String quoteless(String text) {
    return text.replace('"', '\'');
  }
}
