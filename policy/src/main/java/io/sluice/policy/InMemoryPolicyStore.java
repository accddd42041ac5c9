package io.sluice.policy;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Policies of this process, which end with it. Listeners are told before a change completes. */
public final class InMemoryPolicyStore implements PolicyStore {

  private final Broadcast broadcast;
  private final Clock clock;
  private final ChangeLog changes = new ChangeLog();
  private final AtomicLong lastId = new AtomicLong();

  /** A store that starts with these. */
  public InMemoryPolicyStore(Policies initial) {
    this(initial, Clock.systemUTC());
  }

  /** With a clock for the times of changes. */
  public InMemoryPolicyStore(Policies initial, Clock clock) {
    this.broadcast = new Broadcast(initial);
    this.clock = clock;
  }

  @Override
  public Policies current() {
    return broadcast.current();
  }

  @Override
  public List<PolicyChange> changes() {
    return changes.newestFirst();
  }

  @Override
  public <P extends Record> CompletionStage<Void> put(
      String who, PolicyKind<P> kind, PolicyKey key, P policy) {
    return change(who, kind, key, policies -> policies.with(kind, key, policy));
  }

  @Override
  public CompletionStage<Void> remove(String who, PolicyKind<?> kind, PolicyKey key) {
    return change(who, kind, key, policies -> policies.without(kind, key));
  }

  private <P extends Record> CompletionStage<Void> change(
      String who, PolicyKind<P> kind, PolicyKey key, UnaryOperator<Policies> change) {
    broadcast.change(before -> {
      Policies after = change.apply(before);
      changes.add(new PolicyChange(
          Long.toString(lastId.incrementAndGet()),
          clock.instant(),
          who,
          kind,
          key,
          Optional.ofNullable(before.all(kind).get(key)),
          Optional.ofNullable(after.all(kind).get(key))));
      return after;
    });
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public Subscription subscribe(Consumer<Policies> listener) {
    return broadcast.subscribe(listener);
  }
}
