package io.sluice.ramp;

import io.sluice.ramp.PoolStore.Member;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One processor's throttle towards something that the whole group shares. Each second the group has
 * as many tokens as its level says, and each of its N processors grants up to an N-th of them. How
 * the level moves is up to the {@link RampMode}; N is agreed on through the {@link PoolStore}, in
 * the background.
 *
 * <p>Any number of threads may call anything at any time. Acquiring never touches the store, and
 * nothing that happens to the store comes out of it as an exception.
 *
 * <p>On the path of a grant there are one reading of the clock, to know the second, and one
 * compare-and-set.
 */
public final class RampThrottle implements AutoCloseable {

  private static final long LONGEST_WAIT_NANOS = Long.MAX_VALUE / 4;

  private final RampConfig config;
  private final String group;
  private final String processor;
  private final RampTime time;
  private final Executor executor;
  private final Tokens tokens;
  private final Membership membership;
  private final WaitingRoom room;
  private final Second nothing;
  private final LongAdder granted = new LongAdder();
  private final LongAdder givenBack = new LongAdder();
  private final LongAdder givenBackLate = new LongAdder();

  private RampThrottle(Builder builder, String group, String processor, PoolStore store) {
    config = builder.config;
    this.group = group;
    this.processor = processor;
    time = builder.time;
    executor = builder.executor;
    tokens = new Tokens(config);
    nothing = Second.empty((double) config.min());
    room = new WaitingRoom(
        time,
        builder.random,
        builder.mostWaiting,
        this::tryAcquire,
        () -> new Permit(this, nothing, 1, 0));
    membership = new Membership(
        config,
        new Member(group, processor, UUID.randomUUID().toString()),
        store,
        time,
        builder.random,
        tokens,
        room::serve);
  }

  public static Builder builder(RampConfig config) {
    return new Builder(config);
  }

  /**
   * Acquires up to {@code n}; if there is nothing, waits for the next seconds, for so long at most.
   * Calls that wait are served in the order in which they came.
   *
   * @return a permit for 0 to {@code n}: partial ones are normal, and 0 is an answer
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws IllegalArgumentException if {@code n} is not positive
   * @throws IllegalStateException if the throttle was closed before the call; a call that is
   *     waiting then is answered with 0
   */
  public Permit acquire(int n, Duration timeout) throws InterruptedException {
    Permit permit = acquireAtOnce(n, timeout);
    if (permit != null) {
      return permit;
    }
    CompletableFuture<Permit> waiting = room.join(n, nanos(timeout), null);
    try {
      return waiting.get();
    } catch (InterruptedException e) {
      if (!waiting.cancel(false)) {
        waiting.join().close(); // it was granted in the same moment
      }
      throw e;
    } catch (ExecutionException | CancellationException e) {
      throw new AssertionError("only the caller can end a wait like that", e);
    }
  }

  /**
   * The same without blocking: the answer is completed by the throttle's executor if it has to
   * wait. A caller that loses interest cancels the answer's future.
   *
   * @throws IllegalArgumentException if {@code n} is not positive
   * @throws IllegalStateException if the throttle was closed
   */
  public CompletionStage<Permit> acquireAsync(int n, Duration timeout) {
    Permit permit = acquireAtOnce(n, timeout);
    return permit != null
        ? CompletableFuture.completedFuture(permit)
        : room.join(n, nanos(timeout), executor);
  }

  /**
   * Acquires up to {@code n} of what there is now.
   *
   * @return a permit for 0 to {@code n}
   * @throws IllegalArgumentException if {@code n} is not positive
   * @throws IllegalStateException if the throttle was closed
   */
  public Permit tryAcquire(int n) {
    requirePositive(n);
    for (; ; ) {
      long now = time.millis();
      Second second = second(now);
      int poolSize = poolSize(second, now);
      int taken = second.take(n, poolSize);
      if (taken != Second.OVER) {
        granted.add(taken);
        return new Permit(this, second, poolSize, taken);
      }
    }
  }

  /**
   * Takes up to {@code n} of what there is now, for good: nothing of it can be given back, and
   * nothing is allocated.
   *
   * @return how many were taken, 0 to {@code n}
   * @throws IllegalArgumentException if {@code n} is not positive
   * @throws IllegalStateException if the throttle was closed
   */
  public int tryTake(int n) {
    requirePositive(n);
    for (; ; ) {
      long now = time.millis();
      Second second = second(now);
      int taken = second.take(n, poolSize(second, now));
      if (taken != Second.OVER) {
        granted.add(taken);
        return taken;
      }
    }
  }

  /** What it is doing, for metrics and for people. */
  public RampStatus status() {
    long now = time.millis();
    Agreement agreement = membership.at(now);
    Second second = tokens.current();
    int poolSize = now < second.endMillis ? poolSize(second, now) : agreement.sizeAt(now);
    return new RampStatus(
        second.level,
        agreement.grantsAt(now) ? (long) second.level / poolSize : 0,
        agreement.size(),
        agreement.state(),
        granted.sum(),
        givenBack.sum(),
        givenBackLate.sum(),
        room.waits(),
        Duration.ofNanos(room.waitedNanos()),
        room.waiting(),
        room.turnedAway(),
        membership.storeAge(),
        membership.failures(),
        agreement.state() == PoolState.FALLBACK);
  }

  public RampConfig config() {
    return config;
  }

  @Override
  public String toString() {
    return "RampThrottle[" + processor + " of " + group + ", " + status() + "]";
  }

  /** The name of the group that shares the rate. */
  public String group() {
    return group;
  }

  /** The name of this one of them. */
  public String processor() {
    return processor;
  }

  /**
   * Grants nothing more, lets go of the callers that wait, and leaves the group, so that the others can
   * use its share. Waits for the store, but no longer than its timeout; if it does not answer, the
   * others notice after the ttl. Closing twice is allowed.
   */
  @Override
  public void close() {
    try {
      closeAsync().toCompletableFuture().get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      // Logged where it happened. There is nothing that the caller could do about it.
    }
  }

  /** The same without waiting; the answer fails if the store did not take note. */
  public CompletionStage<Void> closeAsync() {
    // In this order: a caller that waits must not come to ask a closed throttle.
    room.close();
    return membership.leave();
  }

  void giveBack(Second second, int n, int poolSize) {
    (second.giveBack(n, poolSize) ? givenBack : givenBackLate).add(n);
  }

  private Second second(long now) {
    Second current = tokens.current();
    if (now < current.endMillis && membership.agreement().grantsAt(now)) {
      return current;
    }
    return newSecond(now);
  }

  private Second newSecond(long now) {
    Agreement agreement = membership.at(now);
    if (agreement.state() == PoolState.CLOSED) {
      throw new IllegalStateException("this throttle is closed");
    }
    if (!agreement.grantsAt(now)) {
      return nothing;
    }
    boolean atMin = agreement.state() == PoolState.FALLBACK && config.fallback() == Fallback.MIN;
    return tokens.at(now, agreement.sizeAt(now), atMin);
  }

  private int poolSize(Second second, long now) {
    return Math.max(second.size, membership.agreement().sizeAt(now));
  }

  private @Nullable Permit acquireAtOnce(int n, Duration timeout) {
    boolean waits = !timeout.isNegative() && !timeout.isZero();
    if (waits && !room.isEmpty()) {
      requirePositive(n);
      return null; // behind the callers that came before
    }
    Permit permit = tryAcquire(n);
    return permit.granted() > 0 || !waits ? permit : null;
  }

  private static long nanos(Duration timeout) {
    return timeout.toSeconds() >= LONGEST_WAIT_NANOS / 1_000_000_000
        ? LONGEST_WAIT_NANOS
        : timeout.toNanos();
  }

  private static void requirePositive(int n) {
    if (n <= 0) {
      throw new IllegalArgumentException("at least one has to be asked for, not " + n);
    }
  }

  /** What a throttle is made of. Group, processor and store are required. */
  public static final class Builder {

    private final RampConfig config;
    private @Nullable String group;
    private @Nullable String processor;
    private @Nullable PoolStore store;
    private RampTime time = RampTime.system();
    private RandomGenerator random = () -> ThreadLocalRandom.current().nextLong();
    private Executor executor = ForkJoinPool.commonPool();
    private int mostWaiting = 10_000;

    private Builder(RampConfig config) {
      this.config = config;
    }

    /** The group that shares the rate; the name of what its members call, for instance. */
    public Builder group(String name) {
      group = requireName("group", name);
      return this;
    }

    /**
     * This one of them; different from all others, and the same after a restart. If two processes
     * have the same name, the one that started last grants; until the other hears of that, with its
     * next sync, both do.
     */
    public Builder processor(String name) {
      processor = requireName("processor", name);
      return this;
    }

    /** Where they meet. It is not closed with the throttle. */
    public Builder store(PoolStore poolStore) {
      store = poolStore;
      return this;
    }

    /** By default the JVM's. */
    public Builder time(RampTime rampTime) {
      time = rampTime;
      return this;
    }

    /** Spreads what replicas would otherwise do at once; has to be thread-safe. */
    public Builder random(RandomGenerator generator) {
      random = generator;
      return this;
    }

    /** Completes answers that were waited for; by default the common pool. */
    public Builder executor(Executor forAnswers) {
      executor = forAnswers;
      return this;
    }

    /** How many calls may wait; further ones are answered with nothing. By default 10 000. */
    public Builder mostWaiting(int calls) {
      if (calls < 1) {
        throw new IllegalArgumentException("at least one has to be able to wait, not " + calls);
      }
      mostWaiting = calls;
      return this;
    }

    /**
     * Registers with the store, waiting for its answer, but not for the others to agree.
     *
     * @throws IllegalStateException if something required is missing, or the store cannot be
     *     reached and the configuration does not say to start without
     */
    public RampThrottle build() {
      CompletionStage<RampThrottle> building = start();
      try {
        return building.toCompletableFuture().get();
      } catch (InterruptedException e) {
        building.thenAccept(RampThrottle::closeAsync); // should it still come about
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while registering in group " + group, e);
      } catch (ExecutionException e) {
        throw new IllegalStateException(
            "cannot register " + processor + " in group " + group + ", as the store failed (with"
                + " startWithoutStore it would start all the same, and go on trying): "
                + e.getCause(),
            e);
      }
    }

    /** The same without blocking; what is attached to the answer is run by the executor. */
    public CompletionStage<RampThrottle> buildAsync() {
      return start().thenApplyAsync(throttle -> throttle, executor);
    }

    private CompletionStage<RampThrottle> start() {
      RampThrottle throttle = new RampThrottle(
          this,
          required("group", group),
          required("processor", processor),
          required("store", store));
      return throttle.membership.start().thenApply(started -> throttle);
    }

    private static String requireName(String what, String name) {
      if (name.isBlank() || name.length() > 256) {
        throw new IllegalArgumentException(
            "the name of a " + what + " must have 1 to 256 characters, not '" + name + "'");
      }
      return name;
    }

    private static <T> T required(String what, @Nullable T value) {
      if (value == null) {
        throw new IllegalStateException("a throttle needs a " + what);
      }
      return value;
    }
  }
}
