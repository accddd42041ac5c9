package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.testing.ManualClock;
import io.sluice.core.testing.ManualTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Owners on several threads: whatever they interleave, every token is in one place. */
class ThrottleQueueConcurrencyTest {

  private static final long TOKENS = 10;

  /**
   * Two owners, each on a thread of its own, and time that stands still. Which of them gets the
   * tokens depends on who comes first, so it is not the answers that are checked but the account.
   */
  @Param(name = "amount", gen = IntGen.class, conf = "1:6")
  public static class TwoOwners {

    private final ManualClock clock = new ManualClock();
    private final Limiter limiter = new Limiter(
        TokenBucket.builder(Rate.perSecond(1))
            .burst(TOKENS)
            .initialTokens(TOKENS)
            .clock(clock)
            .build(),
        TokenBucket.builder(Rate.UNLIMITED).clock(clock).build());
    private final ThrottleQueue queue = new ThrottleQueue(limiter, TwoOwners::never);
    private final Waiter first = queue.newWaiter(() -> {});
    private final Waiter second = queue.newWaiter(() -> {});
    private long usedByFirst;
    private long usedBySecond;
    private volatile @Nullable Throwable fault;

    @Operation(nonParallelGroup = "first")
    public void firstJoins(@Param(name = "amount") int amount) {
      guarded(() -> join(first, amount));
    }

    @Operation(nonParallelGroup = "first")
    public void firstUses() {
      guarded(() -> usedByFirst += first.tryUse(1, 1) ? 1 : 0);
    }

    @Operation(nonParallelGroup = "first")
    public void firstLeaves() {
      guarded(first::leave);
    }

    @Operation(nonParallelGroup = "second")
    public void secondJoins(@Param(name = "amount") int amount) {
      guarded(() -> join(second, amount));
    }

    @Operation(nonParallelGroup = "second")
    public void secondUses() {
      guarded(() -> usedBySecond += second.tryUse(1, 1) ? 1 : 0);
    }

    @Operation(nonParallelGroup = "second")
    public void secondLeaves() {
      guarded(second::leave);
    }

    /** The answers are not compared, so an exception would pass for one. */
    private void guarded(Runnable operation) {
      try {
        operation.run();
      } catch (RuntimeException e) {
        fault = e;
      }
    }

    private static Future<?> never(Runnable task, long delayNanos) {
      return new FutureTask<>(task, null);
    }

    private static void join(Waiter waiter, int amount) {
      if (!waiter.isWaiting()) {
        waiter.join(amount, 1);
      }
    }

    @Validate
    public void everyTokenIsInOnePlace() {
      if (fault != null) {
        throw new AssertionError("an operation failed", fault);
      }
      first.leave();
      second.leave();
      long used = usedByFirst + usedBySecond;
      if (limiter.messages().tokens() != TOKENS - used || !queue.isEmpty()) {
        throw new AssertionError(
            used + " used, " + limiter.messages().tokens() + " left, " + queue.size() + " waiting");
      }
    }
  }

  @Test
  void shouldLeakNoTokenInAnyInterleavingOfTwoOwners() {
    new ModelCheckingOptions()
        .iterations(10)
        .invocationsPerIteration(200)
        .threads(2)
        .actorsPerThread(3)
        .actorsBefore(0)
        .actorsAfter(0)
        .verifier(EpsilonVerifier.class)
        .check(TwoOwners.class);
  }

  /** Sixty producers on four event loops, and time that moves under them. */
  @Test
  @Timeout(value = 1, unit = TimeUnit.MINUTES)
  void shouldAccountForEverythingUnderManyThreads() throws Exception {
    long rate = 100_000;
    ManualClock clock = new ManualClock();
    ManualTimer timer = new ManualTimer(clock);
    Limiter limiter = new Limiter(
        TokenBucket.builder(Rate.perSecond(rate)).initialTokens(0).clock(clock).build(),
        TokenBucket.builder(Rate.perSecond(rate * 10))
            .initialTokens(0)
            .clock(clock)
            .build());
    ThrottleQueue queue = new ThrottleQueue(limiter, timer);
    AtomicLong sent = new AtomicLong();
    List<ExecutorService> eventLoops = new ArrayList<>();
    List<Restless> producers = new ArrayList<>();
    for (int loop = 0; loop < 4; loop++) {
      ExecutorService eventLoop = Executors.newSingleThreadExecutor();
      eventLoops.add(eventLoop);
      for (int i = 0; i < 15; i++) {
        producers.add(new Restless(queue, eventLoop, sent, producers.size()));
      }
    }
    producers.forEach(Restless::start);

    for (int millis = 0; millis < 3_000; millis++) {
      timer.advance(Duration.ofMillis(1));
      awaitIdle(eventLoops); // let them keep up with time
      if (millis % 500 == 250) {
        limiter.setRates(Rate.perSecond(rate), Rate.perSecond(rate * (5 + millis % 7)));
      }
    }
    producers.forEach(Restless::stop);
    awaitIdle(eventLoops);
    for (ExecutorService eventLoop : eventLoops) {
      eventLoop.shutdown();
      assertThat(eventLoop.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
    }

    assertThat(producers).allSatisfy(producer -> assertThat(producer.fault).isNull());
    assertThat(queue.isEmpty()).isTrue();
    assertThat(timer.pending()).isZero();
    assertThat(limiter.messages().consumed()).isEqualTo(sent.get());
    assertThat(sent.get()).isBetween(rate, 3 * rate);
  }

  private static void awaitIdle(List<ExecutorService> eventLoops) throws Exception {
    for (ExecutorService eventLoop : eventLoops) {
      eventLoop.submit(() -> {}).get();
    }
  }

  /** A producer that sends frames of random size and leaves and comes back at random. */
  private static final class Restless {

    private final ExecutorService eventLoop;
    private final Waiter waiter;
    private final AtomicLong sent;
    private final Random random;
    private boolean stopped;
    private volatile @Nullable Throwable fault;

    Restless(ThrottleQueue queue, ExecutorService eventLoop, AtomicLong sent, int seed) {
      this.eventLoop = eventLoop;
      this.waiter = queue.newWaiter(() -> execute(this::send));
      this.sent = sent;
      this.random = new Random(seed);
    }

    void start() {
      execute(this::joinAgain);
    }

    void stop() {
      execute(() -> {
        stopped = true;
        waiter.leave();
      });
    }

    private void execute(Runnable task) {
      eventLoop.execute(() -> {
        try {
          task.run();
        } catch (RuntimeException e) {
          fault = e;
        }
      });
    }

    private void send() {
      if (stopped || !waiter.hasTurn()) {
        return;
      }
      long batch = 1 + random.nextLong(50);
      while (waiter.tryUse(batch, batch * 10)) {
        sent.addAndGet(batch);
        batch = 1 + random.nextLong(50);
      }
      if (random.nextInt(10) == 0) {
        waiter.leave();
        execute(this::joinAgain);
      } else {
        waiter.join(batch, batch * 10);
      }
      if (random.nextInt(10) == 0) {
        waiter.leave();
        execute(this::joinAgain);
      }
    }

    private void joinAgain() {
      if (!stopped && !waiter.isWaiting() && !waiter.hasTurn()) {
        waiter.join(1 + random.nextInt(50), 10 + random.nextInt(490));
      }
    }
  }
}
