package io.sluice.ramp;

import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The callers that asked when nothing was left. They are served in the order in which they came, shortly
 * after the next second has begun: not at its very start, so that the replicas do not all call the
 * resource in the same instant.
 */
final class WaitingRoom {

  private static final System.Logger LOG = System.getLogger(WaitingRoom.class.getName());
  private static final long SECOND_MILLIS = 1000;
  private static final long JITTER_NANOS = 20_000_000;

  /** A caller that waits; completed with what was granted, in the end with nothing. */
  private static final class Waiter {
    final int n;
    final long sinceNanos;
    final CompletableFuture<Permit> permit;
    final @Nullable Executor executor;

    @Nullable
    Future<?> timeout;

    Waiter(int n, long sinceNanos, CompletableFuture<Permit> permit, @Nullable Executor executor) {
      this.n = n;
      this.sinceNanos = sinceNanos;
      this.permit = permit;
      this.executor = executor;
    }
  }

  private final RampTime time;
  private final RandomGenerator random;
  private final IntFunction<Permit> tryAcquire;
  private final Supplier<Permit> nothing;
  private final int most;
  private final ArrayDeque<Waiter> waiters = new ArrayDeque<>();
  private @Nullable Future<?> nextSecond;
  private volatile int waiting;
  private boolean closed;
  private long waits;
  private long waitedNanos;
  private long turnedAway;

  WaitingRoom(
      RampTime time,
      RandomGenerator random,
      int most,
      IntFunction<Permit> tryAcquire,
      Supplier<Permit> nothing) {
    this.time = time;
    this.random = random;
    this.most = most;
    this.tryAcquire = tryAcquire;
    this.nothing = nothing;
  }

  boolean isEmpty() {
    return waiting == 0;
  }

  /**
   * Waits for a permit, for so long at most.
   *
   * @param executor where to complete the answer, if anything may be attached to it
   */
  CompletableFuture<Permit> join(int n, long timeoutNanos, @Nullable Executor executor) {
    CompletableFuture<Permit> permit = new CompletableFuture<>();
    Waiter waiter = new Waiter(n, time.nanos(), permit, executor);
    if (tryJoin(waiter, timeoutNanos)) {
      serve(); // a new second may have begun since the caller looked
    } else {
      permit.complete(tryAcquire.apply(n));
    }
    return permit;
  }

  private boolean tryJoin(Waiter waiter, long timeoutNanos) {
    synchronized (this) {
      if (!closed && waiters.size() < most) {
        waiters.add(waiter);
        waiting = waiters.size();
        waits++;
        waiter.timeout = time.schedule(() -> giveUp(waiter), timeoutNanos);
        waitForNextSecond();
        CompletableFuture<Permit> unused =
            waiter.permit.whenComplete((granted, error) -> forgetIfCancelled(waiter, error));
        return true;
      }
      if (!closed && turnedAway++ == 0) {
        LOG.log(
            System.Logger.Level.WARNING,
            "More than {0} calls wait for tokens; further ones are answered with nothing. This is"
                + " logged once and counted.",
            most);
      }
      return false;
    }
  }

  /** Serves the callers that can be served now. */
  void serve() {
    for (; ; ) {
      Waiter served;
      Permit permit;
      synchronized (this) {
        if (waiters.isEmpty()) {
          return;
        }
        served = waiters.element();
        permit = tryAcquire.apply(served.n);
        if (permit.granted() == 0) {
          waitForNextSecond();
          return;
        }
        remove(served);
      }
      complete(served, permit);
    }
  }

  /** Lets all callers go with nothing. */
  void close() {
    for (; ; ) {
      Waiter next;
      synchronized (this) {
        closed = true;
        if (nextSecond != null) {
          nextSecond.cancel(false);
        }
        if (waiters.isEmpty()) {
          return;
        }
        next = waiters.element();
        remove(next);
      }
      complete(next, nothing.get());
    }
  }

  synchronized long waits() {
    return waits;
  }

  synchronized long waitedNanos() {
    return waitedNanos;
  }

  synchronized long turnedAway() {
    return turnedAway;
  }

  int waiting() {
    return waiting;
  }

  /** One last look, in the order in which they came: tokens may have come since the last. */
  private void giveUp(Waiter waiter) {
    serve();
    synchronized (this) {
      if (!remove(waiter)) {
        return;
      }
    }
    complete(waiter, nothing.get());
  }

  private void forgetIfCancelled(Waiter waiter, @Nullable Throwable error) {
    if (error != null) {
      synchronized (this) {
        remove(waiter);
      }
    }
  }

  private boolean remove(Waiter waiter) {
    if (!waiters.remove(waiter)) {
      return false;
    }
    waiting = waiters.size();
    waitedNanos += time.nanos() - waiter.sinceNanos;
    if (waiter.timeout != null) {
      waiter.timeout.cancel(false);
    }
    return true;
  }

  private void waitForNextSecond() {
    if (nextSecond == null || nextSecond.isDone()) {
      long millis = SECOND_MILLIS - Math.floorMod(time.millis(), SECOND_MILLIS);
      nextSecond = time.schedule(
          this::nextSecondHasBegun, millis * 1_000_000 + random.nextLong(JITTER_NANOS));
    }
  }

  private void nextSecondHasBegun() {
    synchronized (this) {
      nextSecond = null;
    }
    serve();
  }

  private static void complete(Waiter waiter, Permit permit) {
    if (waiter.executor != null) {
      try {
        // Not here: what is attached to the answer may take its time, and others are waiting.
        waiter.executor.execute(() -> handOver(waiter, permit));
        return;
      } catch (RejectedExecutionException e) {
        // A pool that was shut down is no reason to let a caller wait for ever.
        LOG.log(System.Logger.Level.DEBUG, "The executor for answers takes none any more", e);
      }
    }
    handOver(waiter, permit);
  }

  private static void handOver(Waiter waiter, Permit permit) {
    if (!waiter.permit.complete(permit)) {
      permit.close(); // cancelled meanwhile
    }
  }
}
