package io.sluice.ramp;

import io.sluice.ramp.testing.ManualRampTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/**
 * A process with a throttle, on the time of a simulated world and with a network between it and the
 * store: calls take a while, arrive in order, and fail while the network is down. The process can
 * be stopped and continued, and killed.
 */
final class SimulatedProcess implements RampTime, PoolStore {

  /** What all processes of a world share. */
  static final class World {
    final ManualRampTime time = new ManualRampTime();
    final InMemoryPoolStore store = new InMemoryPoolStore(time);
    final Random random;
    long latencyMillis = 5;
    boolean storeIsDown;

    World(Random random) {
      this.random = random;
    }
  }

  private final World world;
  private final List<Runnable> heldBack = new ArrayList<>();
  private final CompletableFuture<RampThrottle> starting;
  private boolean stopped;
  private boolean cutOff;
  private boolean dead;
  private long lastArrivalNanos;

  SimulatedProcess(World world, RampConfig config, String name) {
    this.world = world;
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

  boolean isDead() {
    return dead;
  }

  boolean isUp() {
    return !dead && starting.isDone() && !starting.isCompletedExceptionally();
  }

  boolean isRunning() {
    return isUp() && !stopped;
  }

  RampThrottle throttle() {
    return starting.join();
  }

  void stop() {
    stopped = true;
  }

  void resume() {
    stopped = false;
    List<Runnable> due = List.copyOf(heldBack);
    heldBack.clear();
    due.forEach(this::run);
  }

  void kill() {
    dead = true;
  }

  /** Cuts this process alone off from the store, or ends that. */
  void cutOff(boolean isCutOff) {
    cutOff = isCutOff;
  }

  void leave() {
    CompletionStage<Void> left = throttle().closeAsync();
    kill(left);
  }

  private void kill(CompletionStage<Void> after) {
    CompletionStage<Void> unused = after.whenComplete((left, error) -> dead = true);
  }

  @Override
  public long millis() {
    return world.time.millis();
  }

  @Override
  public long nanos() {
    return world.time.nanos();
  }

  @Override
  public Future<?> schedule(Runnable task, long delayNanos) {
    return world.time.schedule(() -> run(task), delayNanos);
  }

  private void run(Runnable task) {
    if (stopped) {
      heldBack.add(task);
    } else if (!dead) {
      task.run();
    }
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
  public void close() {}

  private <T> CompletionStage<T> call(Supplier<CompletionStage<T>> operation) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    lastArrivalNanos = Math.max(lastArrivalNanos, nanos() + latencyNanos());
    Future<?> unused = world.time.schedule(
        () -> {
          if (world.storeIsDown || cutOff) {
            answerLater(() -> answer.completeExceptionally(new IllegalStateException("down")));
          } else {
            CompletionStage<T> result = operation.get();
            answerLater(() -> answer.complete(result.toCompletableFuture().join()));
          }
        },
        lastArrivalNanos - nanos());
    return answer;
  }

  private void answerLater(Runnable answer) {
    Future<?> unused = schedule(answer, latencyNanos());
  }

  private long latencyNanos() {
    return world.random.nextLong(world.latencyMillis * 1_000_000) + 1;
  }
}
