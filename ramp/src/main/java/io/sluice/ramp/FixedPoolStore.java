package io.sluice.ramp;

import java.time.Duration;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A pool whose size is known from elsewhere, such as a deployment's count of replicas. */
final class FixedPoolStore implements PoolStore {

  private final int size;

  FixedPoolStore(int size) {
    if (size < 1) {
      throw new IllegalArgumentException("a pool has at least one processor, not " + size);
    }
    this.size = size;
  }

  @Override
  public CompletionStage<Registration> register(Member member, Duration ttl) {
    return CompletableFuture.completedStage(new Registration(size, true, OptionalDouble.empty()));
  }

  @Override
  public CompletionStage<Answer> sync(Member member, Report report) {
    return CompletableFuture.completedStage(new Answer.Agree(size, Duration.ZERO));
  }

  @Override
  public CompletionStage<Void> deregister(Member member, OptionalDouble level, Duration ttl) {
    return CompletableFuture.completedStage(null);
  }

  @Override
  public boolean mayForget() {
    return false;
  }

  @Override
  public void close() {}
}
