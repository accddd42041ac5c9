package io.sluice.policy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Policies of this process, which end with it. Listeners are told before a change completes. */
public final class InMemoryPolicyStore implements PolicyStore {

  private final Broadcast broadcast;

  /** A store that starts with these. */
  public InMemoryPolicyStore(Policies initial) {
    this.broadcast = new Broadcast(initial);
  }

  @Override
  public Policies current() {
    return broadcast.current();
  }

  @Override
  public <P extends Record> CompletionStage<Void> put(PolicyKind<P> kind, PolicyKey key, P policy) {
    return change(policies -> policies.with(kind, key, policy));
  }

  @Override
  public CompletionStage<Void> remove(PolicyKind<?> kind, PolicyKey key) {
    return change(policies -> policies.without(kind, key));
  }

  private CompletionStage<Void> change(UnaryOperator<Policies> change) {
    broadcast.change(change);
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public Subscription subscribe(Consumer<Policies> listener) {
    return broadcast.subscribe(listener);
  }
}
