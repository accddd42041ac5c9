package io.sluice.ramp;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.ramp.testing.ManualRampTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What happens to those who ask when nothing is left, on time that is moved by hand. */
@Timeout(60)
class WaitingTest {

  private static final RampConfig TEN = RampConfig.builder(10).min(10).build();

  private final ManualRampTime time = new ManualRampTime();
  private final RampThrottle throttle = start(new InMemoryPoolStore(time), time, Runnable::run);

  @BeforeEach
  void useUpThisSecond() {
    throttle.tryTake(10);
  }

  @Test
  void shouldBeServedShortlyAfterTheNextSecondHasBegun() {
    CompletableFuture<Permit> waiting = acquire(4, Duration.ofSeconds(5));
    time.advance(Duration.ofMillis(999));
    assertThat(waiting).isNotDone();

    time.advance(Duration.ofMillis(21));

    assertThat(waiting.join().granted()).isEqualTo(4);
  }

  @Test
  void shouldServeInTheOrderInWhichTheyCame() {
    List<CompletableFuture<Permit>> waiting = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      waiting.add(acquire(4, Duration.ofSeconds(5)));
    }

    time.advance(Duration.ofMillis(1020));

    assertThat(waiting).extracting(each -> each.join().granted()).containsExactly(4, 4, 2);
  }

  @Test
  void shouldNotOvertakeThoseWhoWait() {
    CompletableFuture<Permit> first = acquire(10, Duration.ofSeconds(5));
    time.advanceToNextSecond();
    // The second has begun, but those who wait have not been served yet.
    CompletableFuture<Permit> second = acquire(10, Duration.ofSeconds(5));

    time.advance(Duration.ofMillis(20));

    assertThat(first.join().granted()).isEqualTo(10);
    assertThat(second).isNotDone();
  }

  @Test
  void shouldNotOvertakeThoseWhoWaitByGivingUp() {
    CompletableFuture<Permit> first = acquire(10, Duration.ofSeconds(5));
    CompletableFuture<Permit> second = acquire(10, Duration.ofSeconds(1));

    time.advance(Duration.ofSeconds(1)); // the second has begun just as the time is up

    assertThat(first.join().granted()).isEqualTo(10);
    assertThat(second.join().granted()).isZero();
  }

  /** The second turns between the look at the tokens and joining those who wait. */
  @Test
  void shouldNotWaitThoughANewSecondHasBegunMeanwhile() {
    InterleavedTime interleaved = new InterleavedTime(time);
    RampThrottle other = start(PoolStore.ofFixedSize(1), interleaved, Runnable::run);
    other.tryTake(10);
    time.advance(Duration.ofMillis(999));
    interleaved.once = () -> time.sleep(Duration.ofMillis(2));

    assertThat(other
            .acquireAsync(4, Duration.ofSeconds(5))
            .toCompletableFuture()
            .join()
            .granted())
        .isEqualTo(4);
  }

  /** Lets something happen between two steps of a call, as another thread would. */
  private static final class InterleavedTime implements RampTime {

    private final ManualRampTime time;

    @Nullable
    Runnable once;

    InterleavedTime(ManualRampTime time) {
      this.time = time;
    }

    @Override
    public long millis() {
      return time.millis();
    }

    @Override
    public long nanos() {
      if (once != null) {
        once.run();
        once = null;
      }
      return time.nanos();
    }

    @Override
    public Future<?> schedule(Runnable task, long delayNanos) {
      return time.schedule(task, delayNanos);
    }
  }

  @Test
  void shouldHandAnswersOverItselfIfTheExecutorTakesNone() {
    RampThrottle other = start(PoolStore.ofFixedSize(1), time, task -> {
      throw new RejectedExecutionException("shut down");
    });
    other.tryTake(10);
    CompletableFuture<Permit> waiting =
        other.acquireAsync(4, Duration.ofSeconds(5)).toCompletableFuture();

    time.advance(Duration.ofMillis(1020));

    assertThat(waiting.join().granted()).isEqualTo(4);
  }

  @Test
  void shouldTakeBackWhatWasGrantedToWhoCancelledInTheSameMoment() {
    List<Runnable> executor = new ArrayList<>();
    RampThrottle other = start(PoolStore.ofFixedSize(1), time, executor::add);
    other.tryTake(10);
    CompletableFuture<Permit> waiting =
        other.acquireAsync(4, Duration.ofSeconds(5)).toCompletableFuture();
    time.advance(Duration.ofMillis(1020));

    waiting.cancel(false); // granted, but the answer is still on its way
    executor.forEach(Runnable::run);

    assertThat(other.tryTake(100)).isEqualTo(10);
  }

  @Test
  void shouldAnswerWithNothingWhenTheTimeIsUp() {
    CompletableFuture<Permit> waiting = acquire(4, Duration.ofMillis(300));
    time.advance(Duration.ofMillis(299));
    assertThat(waiting).isNotDone();

    time.advance(Duration.ofMillis(1));

    assertThat(waiting.join().granted()).isZero();
    assertThat(throttle.status().waiting()).isZero();
  }

  @Test
  void shouldLookOnceMoreWhenTheTimeIsUp() {
    Permit permit = nextSecond(10);
    CompletableFuture<Permit> waiting = acquire(4, Duration.ofMillis(300));

    permit.used(7);
    time.advance(Duration.ofMillis(300));

    assertThat(waiting.join().granted()).isEqualTo(3);
  }

  @Test
  void shouldNotWaitIfThereIsNoTimeToWait() throws InterruptedException {
    assertThat(throttle.acquire(4, Duration.ZERO).granted()).isZero();
    assertThat(throttle.acquire(4, Duration.ofSeconds(-1)).granted()).isZero();
    assertThat(acquire(4, Duration.ZERO).join().granted()).isZero();
  }

  @Test
  void shouldWaitForVeryLongWithoutTrouble() {
    CompletableFuture<Permit> waiting = acquire(4, Duration.ofSeconds(Long.MAX_VALUE));

    time.advance(Duration.ofMillis(1020));

    assertThat(waiting.join().granted()).isEqualTo(4);
  }

  @Test
  void shouldTurnAwayWhoeverIsOneTooMany() {
    for (int i = 0; i < 3; i++) {
      assertThat(acquire(1, Duration.ofSeconds(1))).isNotDone();
    }

    assertThat(acquire(1, Duration.ofSeconds(1)).join().granted()).isZero();

    assertThat(throttle.status().turnedAway()).isEqualTo(1);
    assertThat(throttle.status().waiting()).isEqualTo(3);
  }

  @Test
  void shouldNotServeWhoeverHasCancelled() {
    CompletableFuture<Permit> cancelled = acquire(10, Duration.ofSeconds(5));
    CompletableFuture<Permit> waiting = acquire(4, Duration.ofSeconds(5));

    cancelled.cancel(false);
    assertThat(throttle.status().waiting()).isEqualTo(1);
    time.advance(Duration.ofMillis(1020));

    assertThat(waiting.join().granted()).isEqualTo(4);
    assertThat(throttle.tryTake(100)).isEqualTo(6);
  }

  @Test
  void shouldLetGoOfThoseWhoWaitOnClosing() {
    CompletableFuture<Permit> waiting = acquire(4, Duration.ofSeconds(5));

    throttle.close();

    assertThat(waiting.join().granted()).isZero();
    assertThat(time.pending()).isZero();
  }

  @Test
  void shouldLetGoOfThoseWhoseTimeIsUpWhileItCloses() {
    RampThrottle closing = start(new SlowToLeave(), time, Runnable::run);
    closing.tryTake(10);
    CompletableFuture<Permit> waiting =
        closing.acquireAsync(4, Duration.ofMillis(300)).toCompletableFuture();

    closing.close();

    assertThat(waiting.join().granted()).isZero();
  }

  @Test
  void shouldCountWaits() {
    assertThat(acquire(4, Duration.ofMillis(300))).isNotDone();
    time.advance(Duration.ofMillis(300));

    assertThat(throttle.status().waits()).isEqualTo(1);
    assertThat(throttle.status().waited()).isEqualTo(Duration.ofMillis(300));
  }

  @Test
  void shouldBlockUntilServed() throws InterruptedException {
    AtomicReference<Permit> permit = new AtomicReference<>();
    Thread thread = new Thread(() -> permit.set(acquireBlocking(4)));
    thread.start();
    awaitWaiting(1);

    time.advance(Duration.ofMillis(1020));
    thread.join();

    assertThat(requireNonNull(permit.get()).granted()).isEqualTo(4);
  }

  @Test
  void shouldStopWaitingWhenInterrupted() throws InterruptedException {
    CountDownLatch interrupted = new CountDownLatch(1);
    Thread thread = new Thread(() -> {
      try {
        throttle.acquire(4, Duration.ofSeconds(5));
      } catch (InterruptedException e) {
        interrupted.countDown();
      }
    });
    thread.start();
    awaitWaiting(1);

    thread.interrupt();

    assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(throttle.status().waiting()).isZero();
    time.advance(Duration.ofMillis(1020));
    assertThat(throttle.tryTake(100)).as("the interrupted caller took nothing").isEqualTo(10);
  }

  @Test
  void shouldNotLetWhatIsAttachedToAnAnswerHoldUpTheOthers() {
    List<Runnable> executor = new ArrayList<>();
    RampThrottle other = start(new InMemoryPoolStore(time), time, executor::add);
    other.tryTake(10);
    CompletableFuture<Permit> waiting =
        other.acquireAsync(4, Duration.ofSeconds(5)).toCompletableFuture();

    time.advance(Duration.ofMillis(1020));

    assertThat(waiting).isNotDone();
    executor.forEach(Runnable::run);
    assertThat(waiting.join().granted()).isEqualTo(4);
  }

  @Test
  void shouldRefuseToLetNobodyWait() {
    assertThatThrownBy(() -> RampThrottle.builder(TEN).mostWaiting(0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static RampThrottle start(PoolStore store, RampTime time, Executor executor) {
    return RampThrottle.builder(TEN)
        .group("group")
        .processor("pod")
        .store(store)
        .time(time)
        .executor(executor)
        .mostWaiting(3)
        .build();
  }

  private CompletableFuture<Permit> acquire(int n, Duration timeout) {
    return throttle.acquireAsync(n, timeout).toCompletableFuture();
  }

  private Permit nextSecond(int n) {
    time.advanceToNextSecond();
    return throttle.tryAcquire(n);
  }

  private Permit acquireBlocking(int n) {
    try {
      return throttle.acquire(n, Duration.ofSeconds(5));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void awaitWaiting(int count) {
    while (throttle.status().waiting() < count) {
      Thread.onSpinWait();
    }
  }

  /** A store that takes longer to let go than the caller is ready to wait. */
  private final class SlowToLeave implements PoolStore {

    private final PoolStore store = PoolStore.ofFixedSize(1);

    @Override
    public CompletionStage<Registration> register(Member member, Duration ttl) {
      return store.register(member, ttl);
    }

    @Override
    public CompletionStage<Answer> sync(Member member, Report report) {
      return store.sync(member, report);
    }

    @Override
    public CompletionStage<Void> deregister(Member member, OptionalDouble level, Duration ttl) {
      time.advance(Duration.ofMillis(400));
      return store.deregister(member, level, ttl);
    }

    @Override
    public boolean mayForget() {
      return false;
    }

    @Override
    public void close() {}
  }
}
