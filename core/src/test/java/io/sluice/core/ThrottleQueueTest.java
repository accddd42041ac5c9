package io.sluice.core;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.sluice.core.testing.ManualClock;
import io.sluice.core.testing.ManualTimer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ThrottleQueueTest {

  private final ManualClock clock = new ManualClock();
  private final ManualTimer timer = new ManualTimer(clock);

  /** A producer with an endless supply of equal frames. */
  private static final class Producer {

    private final Waiter waiter;
    private final long messages;
    private final long bytes;
    private long sentMessages;
    private long sentBytes;
    private long framesLeft = Long.MAX_VALUE;

    Producer(ThrottleQueue queue, long messages, long bytes) {
      this.waiter = queue.newWaiter(this::send);
      this.messages = messages;
      this.bytes = bytes;
    }

    void start() {
      waiter.join(messages, bytes);
    }

    private void send() {
      while (framesLeft > 0 && waiter.tryUse(messages, bytes)) {
        framesLeft--;
        sentMessages += messages;
        sentBytes += bytes;
      }
      if (framesLeft > 0) {
        waiter.join(messages, bytes);
      } else {
        waiter.leave();
      }
    }
  }

  private Limiter limiter(Rate messages, Rate bytes) {
    return new Limiter(
        TokenBucket.builder(messages).initialTokens(0).clock(clock).build(),
        TokenBucket.builder(bytes).initialTokens(0).clock(clock).build());
  }

  private static List<Producer> started(ThrottleQueue queue, long... batchSizes) {
    List<Producer> producers = new ArrayList<>();
    for (long batchSize : batchSizes) {
      producers.add(new Producer(queue, batchSize, batchSize * 100));
    }
    producers.forEach(Producer::start);
    return producers;
  }

  @Test
  void shouldGuessWhenATurnComesFromTheDebtAndFromWhoWaits() {
    Limiter limiter = limiter(Rate.perSecond(10), Rate.perSecond(1000));
    ThrottleQueue queue = new ThrottleQueue(limiter, timer);

    assertThat(queue.nanosUntilTurn(10, 1)).isEqualTo(1_100_000_000L);
    assertThat(queue.nanosUntilTurn(1, 3000)).isEqualTo(3_100_000_000L);
    limiter.consume(10, 1);
    assertThat(queue.nanosUntilTurn(10, 1)).isEqualTo(2_100_000_000L);

    for (int i = 0; i < 3; i++) {
      queue.newWaiter(() -> {}).join(100, 1);
    }
    assertThat(queue.nanosUntilTurn(10, 1)).isEqualTo(4_100_000_000L);
    limiter.setEnforced(false);
    assertThat(queue.nanosUntilTurn(10, 1)).isZero();
  }

  @Test
  void shouldGiveATurnAtOnceIfThereAreTokens() {
    Limiter limiter = new Limiter(
        TokenBucket.builder(Rate.perSecond(10)).clock(clock).build(),
        TokenBucket.of(Rate.UNLIMITED));
    ThrottleQueue queue = new ThrottleQueue(limiter, timer);
    Producer producer = new Producer(queue, 1, 100);
    producer.framesLeft = 4;

    producer.start();

    assertThat(producer.sentMessages).isEqualTo(4);
    assertThat(limiter.messages().tokens()).isEqualTo(6);
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void shouldReleaseAtTheRateOfTheLimit() {
    Limiter limiter = limiter(Rate.perSecond(1000), Rate.UNLIMITED);
    ThrottleQueue queue = new ThrottleQueue(limiter, timer);
    Producer producer = started(queue, 1).get(0);

    timer.advance(ofSeconds(10));

    assertThat(producer.sentMessages).isEqualTo(10_000);
  }

  @Test
  void shouldNotMakeTheFirstOneSaveForABurstThatIsSpent() {
    Limiter limiter = new Limiter(
        TokenBucket.builder(Rate.perSecond(1000)).clock(clock).build(),
        TokenBucket.of(Rate.UNLIMITED));
    ThrottleQueue queue = new ThrottleQueue(limiter, timer);
    limiter.consume(1000, 1);
    Producer producer = started(queue, 1).get(0);

    timer.advance(ofMillis(100));

    assertThat(producer.sentMessages).isEqualTo(100);
  }

  @Test
  void shouldNotMakeTheFirstOneSaveForABurstThatWasThereWhenTheLimitChanged() {
    Limiter limiter = limiter(Rate.perSecond(500), Rate.UNLIMITED);
    ThrottleQueue queue = new ThrottleQueue(limiter, timer);
    clock.advance(ofSeconds(1));
    limiter.setRates(Rate.perSecond(1000), 1000, Rate.UNLIMITED, 1000);
    limiter.consume(limiter.messages().tokens(), 1);
    Producer producer = started(queue, 1).get(0);

    timer.advance(ofMillis(100));

    assertThat(producer.sentMessages).isEqualTo(100);
  }

  @Test
  void shouldShareByMessagesWhateverTheBatchSizes() {
    Limiter limiter = limiter(Rate.perSecond(10_000), Rate.UNLIMITED);
    ThrottleQueue queue = new ThrottleQueue(limiter, timer);
    List<Producer> producers = started(queue, 1, 3, 7, 20, 100, 250, 500, 1, 1, 50);

    timer.advance(ofSeconds(30));

    assertThat(producers)
        .allSatisfy(p -> assertThat(p.sentMessages).isBetween(30_000L - 510, 30_000L + 510));
    assertThat(producers.stream().mapToLong(p -> p.sentMessages).sum())
        .isLessThanOrEqualTo(300_000);
  }

  @Test
  void shouldShareByBytesWhenBytesAreWhatIsLimited() {
    Limiter limiter = limiter(Rate.UNLIMITED, Rate.perSecond(1_000_000));
    ThrottleQueue queue = new ThrottleQueue(limiter, timer);
    Producer small = new Producer(queue, 1, 100);
    Producer large = new Producer(queue, 1, 40_000);
    small.start();
    large.start();

    timer.advance(ofSeconds(20));

    assertThat(small.sentBytes).isBetween(9_950_000L, 10_050_000L);
    assertThat(large.sentBytes).isBetween(9_950_000L, 10_050_000L);
  }

  @Test
  void shouldShareWhatEachIsBoundByWhenBothAreLimited() {
    Limiter limiter = limiter(Rate.perSecond(1000), Rate.perSecond(1_000_000));
    ThrottleQueue queue = new ThrottleQueue(limiter, timer);
    Producer manySmall = new Producer(queue, 1, 10); // bound by messages
    Producer fewLarge = new Producer(queue, 1, 20_000); // bound by bytes
    manySmall.start();
    fewLarge.start();

    timer.advance(ofSeconds(20));

    // one gets most of the messages and the other most of the bytes, and little is wasted of either
    assertThat(manySmall.sentMessages).isBetween(18_500L, 20_000L - fewLarge.sentMessages);
    assertThat(fewLarge.sentBytes).isBetween(18_500_000L, 20_000_000L - manySmall.sentBytes);
  }

  @Test
  void shouldLetThroughAFrameLargerThanTheBurst() {
    Limiter limiter = limiter(Rate.perSecond(100), Rate.UNLIMITED);
    ThrottleQueue queue = new ThrottleQueue(limiter, timer);
    List<Producer> producers = started(queue, 450, 1);

    timer.advance(ofSeconds(10));

    assertThat(producers.get(0).sentMessages).isEqualTo(450);
    assertThat(producers.get(1).sentMessages).isBetween(440L, 510L);
  }

  @Test
  void shouldLetLargeFramesThroughOneByOneAndNotAllTogether() {
    Limiter limiter = limiter(Rate.perSecond(1000), Rate.UNLIMITED);
    ThrottleQueue queue = new ThrottleQueue(limiter, timer);
    List<Producer> producers =
        started(queue, LongStream.generate(() -> 900).limit(50).toArray());

    for (int step = 1; step <= 1000; step++) {
      timer.advance(ofMillis(100));
      long sent = producers.stream().mapToLong(p -> p.sentMessages).sum();
      assertThat(sent).as("after %d ms", 100 * step).isBetween(100L * step - 1000, 100L * step);
    }
    assertThat(producers).allSatisfy(p -> assertThat(p.sentMessages).isBetween(1800L, 2700L));
  }

  @Test
  void shouldNotLetThoseWhoSitOnTheirTurnSlowTheOthers() {
    Limiter limiter = limiter(Rate.perSecond(10_000), Rate.UNLIMITED);
    ThrottleQueue queue = new ThrottleQueue(limiter, timer);
    for (int i = 0; i < 63; i++) {
      queue.newWaiter(() -> {}).join(1, 1); // which never comes back
    }
    Producer busy = started(queue, 1).get(0);
    timer.advance(ofSeconds(1)); // all have had their turn
    long before = busy.sentMessages;

    timer.advance(ofSeconds(10));

    assertThat(busy.sentMessages - before).isBetween(99_000L, 101_000L);
    busy.waiter.leave();
    timer.advance(ofSeconds(1)); // now there are tokens in plenty
    Waiter quick = queue.newWaiter(() -> {});
    for (int i = 0; i < 3; i++) {
      quick.join(1, 1);
      assertThat(quick.tryUse(1, 1)).as("has its turn at once").isTrue();
    }
  }

  @Test
  void shouldNotMakeOthersSaveForTheLargestFrame() {
    Limiter limiter = limiter(Rate.perSecond(1000), Rate.UNLIMITED);
    ThrottleQueue queue = new ThrottleQueue(limiter, timer);
    Waiter large = queue.newWaiter(() -> {});
    large.join(100_000, 1);
    large.leave();
    Waiter small = queue.newWaiter(() -> {});

    small.join(1, 1);
    timer.advance(ofMillis(20));

    assertThat(small.hasTurn()).isTrue();
  }

  @Test
  void shouldNotSpendWhatWasTakenUnderAHigherLimit() {
    Limiter limiter = limiter(Rate.perSecond(1), Rate.perSecond(1_000_000_000));
    ThrottleQueue queue = new ThrottleQueue(limiter, timer);
    Waiter waiter = queue.newWaiter(() -> {});
    clock.advance(ofSeconds(1)); // now there are bytes in plenty, and one message
    waiter.join(5, 1000);
    timer.advance(ofSeconds(2));

    limiter.setRates(Rate.perSecond(1), Rate.perSecond(1000));
    timer.advance(ofSeconds(10));

    assertThat(waiter.hasTurn()).isTrue();
    assertThat(waiter.tryUse(1, 10_000)).isFalse();
  }

  @Test
  void shouldSaveForAnythingThatCanBeAskedFor() {
    Limiter limiter = limiter(Rate.perSecond(1000), Rate.perSecond(1000));
    ThrottleQueue queue = new ThrottleQueue(limiter, timer);
    Waiter endless = queue.newWaiter(() -> {});
    endless.join(1, Long.MAX_VALUE);
    timer.advance(ofSeconds(1));
    assertThat(endless.hasTurn()).isFalse();

    endless.leave();

    Waiter next = queue.newWaiter(() -> {});
    next.join(1, 1);
    assertThat(next.hasTurn()).isTrue();
  }

  /** Time passes at every look, so that what was not there a moment ago is there now. */
  @Test
  void shouldNotGiveATurnWithLessThanItNeeds() {
    NanoClock hurrying = () -> {
      clock.advanceNanos(200);
      return clock.nanos();
    };
    Limiter limiter = new Limiter(
        TokenBucket.builder(Rate.perSecond(1_000_000_000))
            .burst(100)
            .clock(hurrying)
            .build(),
        TokenBucket.builder(Rate.UNLIMITED).clock(hurrying).build());
    ThrottleQueue queue = new ThrottleQueue(limiter, timer);
    Producer producer = new Producer(queue, 1000, 1);
    producer.framesLeft = 10;

    producer.start();
    timer.advance(ofSeconds(1));

    assertThat(producer.framesLeft).isZero();
  }

  @Test
  void shouldReachTheRateWithABurstOfAMillisecond() {
    Limiter limiter = new Limiter(
        TokenBucket.builder(Rate.perSecond(10_000)).burst(10).clock(clock).build(),
        TokenBucket.builder(Rate.UNLIMITED).clock(clock).build());
    ThrottleQueue queue = new ThrottleQueue(limiter, timer);
    List<Producer> producers = started(queue, 1, 1, 3);

    timer.advance(ofSeconds(1));

    assertThat(producers.stream().mapToLong(p -> p.sentMessages).sum()).isBetween(9_990L, 10_010L);
  }

  @Test
  void shouldNotReleaseMoreThanThereIsWhenManyWait() {
    Limiter limiter = limiter(Rate.perSecond(100), Rate.UNLIMITED);
    ThrottleQueue queue = new ThrottleQueue(limiter, timer);
    List<Producer> producers =
        started(queue, LongStream.generate(() -> 1).limit(1000).toArray());

    for (int second = 1; second <= 20; second++) {
      timer.advance(ofSeconds(1));
      assertThat(producers.stream().mapToLong(p -> p.sentMessages).sum()).isEqualTo(100L * second);
    }
    assertThat(producers).allSatisfy(p -> assertThat(p.sentMessages).isBetween(1L, 3L));
  }

  @Test
  void shouldGiveBackWhatATurnLeavesOver() {
    Limiter limiter = limiter(Rate.perSecond(1000), Rate.perSecond(1000));
    ThrottleQueue queue = new ThrottleQueue(limiter, timer);
    Producer producer = new Producer(queue, 1, 1);
    producer.framesLeft = 3;

    producer.start();
    timer.advance(ofSeconds(1));

    assertThat(producer.sentMessages).isEqualTo(3);
    assertThat(limiter.messages().tokens()).isEqualTo(997);
    assertThat(limiter.bytes().tokens()).isEqualTo(997);
    assertThat(limiter.counts().admitted()).isEqualTo(3);
  }

  @Test
  void shouldLeakNothingWhenAWaiterLeavesWhileSaving() {
    Limiter limiter = limiter(Rate.perSecond(100), Rate.perSecond(100));
    ThrottleQueue queue = new ThrottleQueue(limiter, timer);
    Waiter saving = queue.newWaiter(() -> {});
    Waiter other = queue.newWaiter(() -> {});
    saving.join(150, 150);
    other.join(150, 150);
    timer.advance(ofMillis(1200));
    assertThat(queue.size()).isEqualTo(2);
    assertThat(limiter.messages().tokens()).isLessThan(100);

    saving.leave();
    other.leave();

    assertThat(queue.isEmpty()).isTrue();
    assertThat(timer.pending()).isZero();
    assertThat(limiter.messages().tokens()).isEqualTo(100);
    assertThat(limiter.bytes().tokens()).isEqualTo(100);
    assertThat(limiter.messages().consumed()).isZero();
  }

  @Test
  void shouldLeakNothingWhenAWaiterLeavesDuringItsTurn() {
    Limiter limiter = limiter(Rate.perSecond(100), Rate.UNLIMITED);
    ThrottleQueue queue = new ThrottleQueue(limiter, timer);
    Waiter waiter = queue.newWaiter(() -> {});
    waiter.join(10, 1);
    timer.advance(ofMillis(100));
    assertThat(waiter.hasTurn()).isTrue();
    assertThat(waiter.tryUse(4, 1)).isTrue();

    waiter.leave();
    waiter.leave();

    assertThat(waiter.hasTurn()).isFalse();
    assertThat(waiter.tryUse(1, 1)).isFalse();
    assertThat(limiter.messages().tokens()).isEqualTo(6);
  }

  /**
   * The queue reads the clock at every step of its work, so the clock can make the waiter leave
   * there.
   */
  @Test
  void shouldLeakNothingWhenAWaiterLeavesAtAnyMomentOfItsBeingServed() {
    int moment = 0;
    AtomicInteger untilLeaving = new AtomicInteger();
    do {
      moment++;
      untilLeaving.set(moment);
      AtomicReference<Waiter> leaver = new AtomicReference<>();
      NanoClock hooked = () -> {
        Waiter served = leaver.get();
        if (served != null && untilLeaving.decrementAndGet() == 0) {
          served.leave();
        }
        return 0;
      };
      Limiter limiter = new Limiter(
          TokenBucket.builder(Rate.perSecond(10)).clock(hooked).build(),
          TokenBucket.builder(Rate.perSecond(10)).clock(hooked).build());
      ThrottleQueue queue = new ThrottleQueue(limiter, timer);
      Waiter waiter = queue.newWaiter(() -> {});
      leaver.set(waiter);

      waiter.join(5, 5);
      leaver.set(null);
      waiter.leave();

      assertThat(limiter.messages().tokens()).as("after leaving at %d", moment).isEqualTo(10);
      assertThat(limiter.bytes().tokens()).isEqualTo(10);
      assertThat(queue.isEmpty()).isTrue();
    } while (untilLeaving.get() <= 0);
    assertThat(moment).as("moments at which it could leave").isGreaterThan(5);
  }

  @Test
  void shouldPassOnAtOnceWhatALeaverGivesBack() {
    Limiter limiter = limiter(Rate.perSecond(100), Rate.UNLIMITED);
    ThrottleQueue queue = new ThrottleQueue(limiter, timer);
    Waiter first = queue.newWaiter(() -> {});
    first.join(60, 1);
    timer.advance(ofMillis(700));
    assertThat(first.hasTurn()).isTrue();
    Waiter second = queue.newWaiter(() -> {});
    second.join(50, 1);
    assertThat(second.hasTurn()).isFalse();

    first.leave();

    assertThat(second.hasTurn()).isTrue();
  }

  @Test
  void shouldScheduleOneWakeUpAtMostAndAtTheComputedTime() {
    Limiter limiter = limiter(Rate.perSecond(1), Rate.UNLIMITED);
    ThrottleQueue queue = new ThrottleQueue(limiter, timer);
    List<Waiter> waiters = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      waiters.add(queue.newWaiter(() -> {}));
      waiters.get(i).join(1, 1);
      assertThat(timer.pending()).isEqualTo(1);
    }
    assertThat(timer.scheduledSoFar()).isEqualTo(1);

    timer.advance(ofSeconds(1).minusNanos(1));
    assertThat(waiters.get(0).hasTurn()).isFalse();
    timer.advance(Duration.ofNanos(1));
    assertThat(waiters.get(0).hasTurn()).isTrue();
    assertThat(waiters.get(1).hasTurn()).isFalse();
    assertThat(timer.pending()).isEqualTo(1);
  }

  @Test
  void shouldWakeWaitersAtOnceWhenTheLimitIsRaised() {
    Limiter limiter = limiter(Rate.of(1, Duration.ofDays(1)), Rate.UNLIMITED);
    ThrottleQueue queue = new ThrottleQueue(limiter, timer);
    Producer producer = started(queue, 1).get(0);
    timer.advance(ofSeconds(10));
    assertThat(producer.sentMessages).isZero();

    limiter.setRates(Rate.perSecond(1000), Rate.UNLIMITED);
    timer.advance(ofMillis(100));

    assertThat(producer.sentMessages).isBetween(90L, 100L);
    assertThat(timer.pending()).isEqualTo(1);
  }

  @Test
  void shouldReleaseEverybodyAtOnceWhenTheLimitIsRemoved() {
    Limiter limiter = limiter(Rate.perSecond(1), Rate.perSecond(1));
    ThrottleQueue queue = new ThrottleQueue(limiter, timer);
    List<Producer> producers = started(queue, 1, 10, 100);
    producers.forEach(p -> p.framesLeft = 5);

    limiter.setRates(Rate.UNLIMITED, Rate.UNLIMITED);

    assertThat(producers).allSatisfy(p -> assertThat(p.framesLeft).isZero());
    assertThat(queue.isEmpty()).isTrue();
    assertThat(timer.pending()).isZero();
    assertThat(limiter.counts().admitted()).isEqualTo(555);
  }

  @Test
  void shouldReleaseEverybodyAtOnceWhenTheLimitIsNoLongerEnforced() {
    Limiter limiter = limiter(Rate.perSecond(1), Rate.perSecond(1));
    ThrottleQueue queue = new ThrottleQueue(limiter, timer);
    List<Producer> producers = started(queue, 1, 10, 100);
    producers.forEach(p -> p.framesLeft = 5);

    limiter.setEnforced(false);

    assertThat(producers).allSatisfy(p -> assertThat(p.framesLeft).isZero());
    assertThat(limiter.counts().shadowThrottled()).isEqualTo(555);
    assertThat(limiter.messages().tokens()).isZero();
  }

  @Test
  void shouldReserveAgainWhenALimitComesBackWhileSomebodySaves() {
    Limiter limiter = limiter(Rate.UNLIMITED, Rate.perSecond(100));
    ThrottleQueue queue = new ThrottleQueue(limiter, timer);
    List<Producer> producers = started(queue, 1, 1);
    timer.advance(ofMillis(500)); // both save bytes, with messages unlimited

    limiter.setRates(Rate.perSecond(1), Rate.perSecond(1000));
    timer.advance(ofSeconds(10));

    assertThat(producers.stream().mapToLong(p -> p.sentMessages).sum()).isBetween(9L, 10L);
  }

  @Test
  void shouldEndATurnWithoutALimitWhenThereIsOneAgain() {
    Limiter limiter = limiter(Rate.UNLIMITED, Rate.UNLIMITED);
    Waiter waiter = new ThrottleQueue(limiter, timer).newWaiter(() -> {});
    waiter.join(1, 1);
    assertThat(waiter.tryUse(1_000_000, 1)).isTrue();

    limiter.setRates(Rate.perSecond(10), Rate.UNLIMITED);

    assertThat(waiter.tryUse(1, 1)).isFalse();
    assertThat(limiter.messages().tokens()).isZero();
  }

  @Test
  void shouldForgetAClaimOfAHigherLimit() {
    Limiter limiter = limiter(Rate.perSecond(1_000_000), Rate.UNLIMITED);
    ThrottleQueue queue = new ThrottleQueue(limiter, timer);
    List<Producer> producers = started(queue, 1, 1);
    timer.advance(ofSeconds(1));

    limiter.setRates(Rate.perSecond(1), Rate.UNLIMITED);
    long before = producers.stream().mapToLong(p -> p.sentMessages).sum();
    timer.advance(ofSeconds(60));

    assertThat(producers.stream().mapToLong(p -> p.sentMessages).sum() - before)
        .isBetween(59L, 61L);
  }

  @Test
  void shouldLookAtOnceWhenTokensAreGivenBack() {
    Limiter limiter = limiter(Rate.of(1, Duration.ofDays(1)), Rate.UNLIMITED);
    limiter.consume(10, 1);
    Waiter waiter = new ThrottleQueue(limiter, timer).newWaiter(() -> {});
    waiter.join(1, 1);

    limiter.refund(11, 1);

    assertThat(waiter.hasTurn()).isTrue();
  }

  @Test
  void shouldTryAgainWhenTheTimerHasRejectedAWakeUp() {
    AtomicInteger rejections = new AtomicInteger(1);
    Limiter limiter = limiter(Rate.perSecond(1), Rate.UNLIMITED);
    ThrottleQueue queue = new ThrottleQueue(limiter, (task, delayNanos) -> {
      if (rejections.getAndDecrement() > 0) {
        throw new RejectedExecutionException("busy");
      }
      return timer.schedule(task, delayNanos);
    });
    Waiter first = queue.newWaiter(() -> {});
    Waiter second = queue.newWaiter(() -> {});

    List<Throwable> reported = reportedDuring(() -> first.join(1, 1));
    second.join(1, 1);
    timer.advance(ofSeconds(1));

    assertThat(reported).hasOnlyElementsOfType(RejectedExecutionException.class).hasSize(1);
    assertThat(first.hasTurn()).isTrue();
  }

  @Test
  void shouldGoOnWithTheOthersWhenACallbackThrows() {
    Limiter limiter = limiter(Rate.perSecond(100), Rate.UNLIMITED);
    ThrottleQueue queue = new ThrottleQueue(limiter, timer);
    Exception fault = new IOException("thrown without being declared");
    Waiter failing = queue.newWaiter(() -> ThrottleGateTest.throwUndeclared(fault));
    failing.join(1, 1);
    Producer next = started(queue, 1).get(0);

    List<Throwable> reported = reportedDuring(() -> timer.advance(ofSeconds(1)));

    assertThat(reported).containsExactly(fault);
    assertThat(failing.hasTurn()).isFalse();
    assertThat(next.sentMessages).isGreaterThan(90);
    assertThat(queue.size()).isEqualTo(1);
  }

  private static List<Throwable> reportedDuring(Runnable action) {
    List<Throwable> reported = new ArrayList<>();
    Thread thread = Thread.currentThread();
    Thread.UncaughtExceptionHandler before = thread.getUncaughtExceptionHandler();
    thread.setUncaughtExceptionHandler((where, what) -> reported.add(what));
    try {
      action.run();
    } finally {
      thread.setUncaughtExceptionHandler(before);
    }
    return reported;
  }

  @Test
  void shouldRejectWhatMakesNoSense() {
    Limiter limiter = limiter(Rate.perSecond(100), Rate.UNLIMITED);
    Waiter waiter = new ThrottleQueue(limiter, timer).newWaiter(() -> {});

    assertThatIllegalArgumentException().isThrownBy(() -> waiter.join(0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> waiter.join(1, -1));
    assertThatIllegalArgumentException().isThrownBy(() -> waiter.tryUse(0, 0));
    waiter.join(1, 1);
    assertThatIllegalStateException()
        .isThrownBy(() -> waiter.join(1, 1))
        .withMessage("this waiter is queued already");
  }
}
