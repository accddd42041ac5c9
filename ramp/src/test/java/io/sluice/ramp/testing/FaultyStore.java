package io.sluice.ramp.testing;

import io.sluice.ramp.PoolStore;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** A store that can be made to fail, to throw, to be silent and to be slow, on time moved by hand. */
public final class FaultyStore implements PoolStore {

  /** What is wrong with it. */
  public enum Fault {
    NONE,
    FAILS,
    THROWS,
    /** Throws what the throttle does not expect, such as the error of a missing class. */
    BREAKS,
    /** Returns null where it must not. */
    RETURNS_NOTHING,
    /** Completes with null where it must not. */
    ANSWERS_NOTHING,
    SILENT
  }

  private final PoolStore store;
  private final ManualRampTime time;
  private Fault fault = Fault.NONE;
  private Duration delay = Duration.ZERO;
  private long calls;

  public FaultyStore(PoolStore store, ManualRampTime time) {
    this.store = store;
    this.time = time;
  }

  public void become(Fault newFault) {
    fault = newFault;
  }

  /** Answers come so much later from now on. */
  public void delayAnswers(Duration by) {
    delay = by;
  }

  /** How often it was called so far. */
  public long calls() {
    return calls;
  }

  @Override
  public CompletionStage<Registration> register(Member member, Duration ttl) {
    return call(() -> store.register(member, ttl));
  }

  @Override
  public CompletionStage<Answer> sync(Member member, Report report) {
    return call(() -> store.sync(member, report));
  }

  @Override
  public CompletionStage<Void> deregister(Member member, OptionalDouble level, Duration ttl) {
    return call(() -> store.deregister(member, level, ttl));
  }

  @Override
  public boolean mayForget() {
    return store.mayForget();
  }

  @Override
  public void close() {
    store.close();
  }

  @SuppressWarnings("NullAway") // a user's own store may do this
  private <T> CompletionStage<T> call(Supplier<CompletionStage<T>> operation) {
    calls++;
    return switch (fault) {
      case NONE -> delayed(operation.get());
      case FAILS -> delayed(CompletableFuture.failedStage(new IllegalStateException("no store")));
      case THROWS -> throw new IllegalStateException("no store at all");
      case BREAKS -> throw new NoClassDefFoundError("store");
      case RETURNS_NOTHING -> null;
      case ANSWERS_NOTHING -> CompletableFuture.completedStage(null);
      case SILENT -> new CompletableFuture<>();
    };
  }

  private <T> CompletionStage<T> delayed(CompletionStage<T> answer) {
    if (delay.isZero()) {
      return answer;
    }
    CompletableFuture<T> later = new CompletableFuture<>();
    Future<?> unused = time.schedule(() -> passOn(answer, later), delay.toNanos());
    return later;
  }

  private static <T> void passOn(CompletionStage<T> answer, CompletableFuture<T> to) {
    CompletionStage<T> unused = answer.whenComplete((value, error) -> {
      if (error == null) {
        to.complete(value);
      } else {
        to.completeExceptionally(error);
      }
    });
  }
}
