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

  /** What holds where nothing is set. */
  private final Policies base;

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
    this(initial, Policies.NONE, clock);
  }

  private InMemoryPolicyStore(Policies initial, Policies base, Clock clock) {
    this.base = base;
    this.broadcast = new Broadcast(initial);
    this.clock = clock;
  }

  /** A store on top of a configuration: where a policy is removed, that of the configuration holds again. */
  public static InMemoryPolicyStore over(Policies configured) {
    return new InMemoryPolicyStore(configured, configured, Clock.systemUTC());
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
    kind.requireFor(key);
    return update(who, kind, key, before -> Optional.of(policy));
  }

  @Override
  public CompletionStage<Void> remove(String who, PolicyKind<?> kind, PolicyKey key) {
    return update(who, kind, key, before -> Optional.empty());
  }

  @Override
  public <P extends Record> CompletionStage<Void> update(
      String who, PolicyKind<P> kind, PolicyKey key, UnaryOperator<Optional<P>> change) {
    try {
      broadcast.change(policies -> {
        Optional<P> before = policies.get(kind, key);
        Optional<P> after = change.apply(before).or(() -> base.get(kind, key));
        changes.add(new PolicyChange(
            Long.toString(lastId.incrementAndGet()),
            clock.instant(),
            who,
            kind,
            key,
            before.map(Record.class::cast),
            after.map(Record.class::cast)));
        return after
            .map(policy -> policies.with(kind, key, policy))
            .orElseGet(() -> policies.without(kind, key));
      });
    } catch (RuntimeException refused) {
      return CompletableFuture.failedFuture(refused);
    }
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public Subscription subscribe(Consumer<Policies> listener) {
    return broadcast.subscribe(listener);
  }
}
