package io.sluice.simulator;

import io.sluice.ramp.PoolStore;
import io.sluice.ramp.RampConfig;
import io.sluice.ramp.RampThrottle;
import io.sluice.ramp.RampTime;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/**
 * A process with a throttle, its own time of day, and a network between it and the store: calls take a
 * while, arrive in their order, and fail while the store cannot be reached.
 */
final class SimulatedReplica implements RampTime, PoolStore {

  private final RampSimulation.World world;
  private final long skewMillis;
  private final CompletableFuture<RampThrottle> starting;
  private long lastArrivalNanos;
  private boolean dead;
  private boolean cut;

  SimulatedReplica(RampSimulation.World world, RampConfig config, String name, long skewMillis) {
    this.world = world;
    this.skewMillis = skewMillis;
    starting = RampThrottle.builder(config)
        .group("group")
        .processor(name)
        .store(this)
        .time(this)
        .random(world.random)
        .executor(Runnable::run)
        .buildAsync()
        .toCompletableFuture();
  }

  /** Whether it has got so far that it can be asked. */
  boolean isUp() {
    return !dead && starting.isDone() && !starting.isCompletedExceptionally();
  }

  RampThrottle throttle() {
    return starting.join();
  }

  void kill() {
    dead = true;
  }

  void leave() {
    if (isUp()) {
      CompletionStage<Void> unused = throttle().closeAsync().whenComplete((left, e) -> kill());
    } else {
      kill();
    }
  }

  void cut(boolean isCut) {
    cut = isCut;
  }

  @Override
  public long millis() {
    return world.time.millis() + skewMillis;
  }

  @Override
  public long nanos() {
    return world.time.nanos();
  }

  @Override
  public Future<?> schedule(Runnable task, long delayNanos) {
    return world.time.schedule(
        () -> {
          if (!dead) {
            task.run();
          }
        },
        delayNanos);
  }

  @Override
  public CompletionStage<Registration> register(Member member, Duration ttl) {
    return call(() -> world.store.register(member, ttl));
  }

  @Override
  public CompletionStage<Answer> sync(Member member, Report report) {
    return call(() -> world.store.sync(member, report));
  }

  @Override
  public CompletionStage<Void> deregister(Member member, OptionalDouble level, Duration ttl) {
    return call(() -> world.store.deregister(member, level, ttl));
  }

  @Override
  public boolean mayForget() {
    return world.store.mayForget();
  }

  @Override
  public void close() {}

  private <T> CompletionStage<T> call(Supplier<CompletionStage<T>> operation) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    boolean lost = cut || world.random.nextDouble() < world.loss;
    lastArrivalNanos = Math.max(lastArrivalNanos, nanos() + latency());
    Future<?> unused = world.time.schedule(
        () -> {
          if (lost) {
            later(() -> answer.completeExceptionally(new IllegalStateException("no store")));
          } else {
            CompletionStage<T> result = operation.get();
            later(() -> answer.complete(result.toCompletableFuture().join()));
          }
        },
        lastArrivalNanos - nanos());
    return answer;
  }

  private void later(Runnable answer) {
    Future<?> unused = schedule(answer, latency());
  }

  private long latency() {
    return 1 + world.random.nextLong(world.delayNanos);
  }
}
