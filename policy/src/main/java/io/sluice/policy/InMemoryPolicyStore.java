package io.sluice.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Policies of this process, which end with it. Listeners are told before a change completes. */
public final class InMemoryPolicyStore implements PolicyStore {

  private final List<Consumer<Policies>> listeners = new ArrayList<>();
  private volatile Policies current;

  /** A store that starts with these. */
  public InMemoryPolicyStore(Policies initial) {
    this.current = initial;
  }

  @Override
  public Policies current() {
    return current;
  }

  @Override
  public <P extends Record> CompletionStage<Void> put(PolicyKind<P> kind, PolicyKey key, P policy) {
    return change(policies -> policies.with(kind, key, policy));
  }

  @Override
  public CompletionStage<Void> remove(PolicyKind<?> kind, PolicyKey key) {
    return change(policies -> policies.without(kind, key));
  }

  private synchronized CompletionStage<Void> change(UnaryOperator<Policies> change) {
    Policies changed = change.apply(current);
    current = changed;
    List.copyOf(listeners).forEach(listener -> listener.accept(changed));
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public synchronized Subscription subscribe(Consumer<Policies> listener) {
    listeners.add(listener);
    listener.accept(current);
    return () -> unsubscribe(listener);
  }

  private synchronized void unsubscribe(Consumer<Policies> listener) {
    listeners.remove(listener);
  }
}
