package io.sluice.ramp;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A store for processors that live in one JVM: several pipelines of one process, or tests. It never
 * fails, and answers before it returns.
 */
public final class InMemoryPoolStore implements PoolStore {

  private final RampTime time;
  private final Map<String, PoolGroup> groups = new HashMap<>();

  public InMemoryPoolStore() {
    this(RampTime.system());
  }

  public InMemoryPoolStore(RampTime time) {
    this.time = time;
  }

  @Override
  public synchronized CompletionStage<Registration> register(Member member, Duration ttl) {
    return answer(() -> group(member).register(member, time.nanos(), ttl.toNanos()));
  }

  @Override
  public synchronized CompletionStage<Answer> sync(Member member, Report report) {
    return answer(() -> group(member).sync(member, report, time.nanos()));
  }

  @Override
  public synchronized CompletionStage<Void> deregister(
      Member member, OptionalDouble level, Duration ttl) {
    PoolGroup group = group(member);
    group.deregister(member, level, time.nanos(), ttl.toNanos());
    return CompletableFuture.completedStage(null);
  }

  /** Forgets everything, as a Redis does on {@code FLUSHALL}. */
  synchronized void clear() {
    groups.clear();
  }

  @Override
  public boolean mayForget() {
    return false;
  }

  @Override
  public void close() {}

  /** Also forgets groups without processors, so that the map does not grow for ever. */
  private PoolGroup group(Member member) {
    long now = time.nanos();
    groups.values().removeIf(group -> group.isDeserted(now));
    return groups.computeIfAbsent(member.group(), name -> new PoolGroup(now));
  }

  private static <T> CompletionStage<T> answer(Supplier<T> operation) {
    try {
      return CompletableFuture.completedStage(operation.get());
    } catch (IllegalStateException e) {
      return CompletableFuture.failedStage(e);
    }
  }
}
