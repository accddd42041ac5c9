package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What many threads together get from one bucket. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class TokenBucketContentionTest {

  private static final int THREADS = 16;
  private static final long RATE = 1_000_000;

  private final ManualClock clock = new ManualClock();
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private final TokenBucket bucket =
      TokenBucket.builder(Rate.perSecond(RATE)).initialTokens(0).clock(clock).build();
  private volatile boolean timeIsUp;

  @AfterEach
  void stopThreads() throws InterruptedException {
    threads.shutdownNow();
    assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 7, 5_000})
  void shouldAdmitTheRateWithinTheSlackWhenEverybodyStopsAtTheFirstNo(long amount)
      throws Exception {
    long admitted = admittedInFiveSeconds(() -> consumeUntilTold(amount));

    // each thread's last call may have brought its "no", or a debt that the next one would repay
    assertThat(admitted)
        .isBetween(
            5 * RATE - bucket.slack() - amount, 5 * RATE + bucket.slack() + THREADS * amount);
    assertThat(bucket.tokens()).isEqualTo(5 * RATE - admitted);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 7, 5_000})
  void shouldAdmitExactlyTheRateWhenEverybodyTriesFirst(long amount) throws Exception {
    long admitted = admittedInFiveSeconds(() -> bucket.tryConsume(amount) ? amount : 0);

    assertThat(admitted).isEqualTo(5 * RATE / amount * amount);
    assertThat(bucket.tokens()).isEqualTo(5 * RATE - admitted);
  }

  @Test
  void shouldLoseNothingWhenTheRateChangesUnderLoad() throws Exception {
    List<Callable<Long>> work = new ArrayList<>();
    for (int i = 0; i < THREADS - 1; i++) {
      work.add(() -> {
        for (int call = 0; call < 100_000; call++) {
          bucket.consume(3);
        }
        return 300_000L;
      });
    }
    work.add(() -> {
      for (int change = 1; change <= 20_000; change++) {
        bucket.setRate(new Rate(change, 7_000), RATE + change);
      }
      return 0L;
    });

    long consumed = 0;
    for (Future<Long> done : threads.invokeAll(work)) {
      consumed += done.get();
    }

    assertThat(bucket.tokens()).isEqualTo(-consumed);
    assertThat(bucket.consumed()).isEqualTo(consumed);
  }

  @Test
  void shouldEarnEveryRateForAsLongAsItIsInForce() throws Exception {
    AtomicLong earned = new AtomicLong();
    long admitted = admitted(() -> bucket.tryConsume(7) ? 7L : 0, millis -> {
      long rate = 100_000 + 1000L * (millis % 13);
      bucket.setRate(Rate.perSecond(rate), RATE);
      clock.advance(Duration.ofMillis(1));
      earned.addAndGet(rate / 1000);
    });

    assertThat(admitted + bucket.tokens()).isEqualTo(earned.get());
    assertThat(bucket.tokens()).isBetween(0L, 6L);
  }

  /** The worst case of both approximations that the class describes, one after the other. */
  @Test
  void shouldKeepToItsSlack() throws Exception {
    TokenBucket full = TokenBucket.builder(Rate.perSecond(RATE)).clock(clock).build();
    for (boolean more = true; more; more = full.widen()) {
      assertThat(full.slack()).isBetween(RATE / 70, RATE / 64);
    }
    long half = full.slack() / 2;
    long lease = half / Stripes.MOST;

    // Given a lease on every stripe, each with one token used
    assertThat(onEveryStripe(full, 1)).isEqualTo(Stripes.MOST);
    clock.advance(Duration.ofHours(1));

    // When all of the leases is consumed after an hour of being full, then the next look sees the
    // time but not when it was consumed: half the slack is earned again
    assertThat(onEveryStripe(full, lease - 1)).isEqualTo(Stripes.MOST);
    long earnedTwice = full.tokens() - (RATE - Stripes.MOST * (lease - 1));
    assertThat(earnedTwice).isBetween(1L, half);

    // When a caller takes all the rest while new leases are out, the leases still say yes
    onEveryStripe(full, 2);
    full.tryConsumeUpTo(RATE);
    long before = full.tokens();
    long admittedTooMuch = onEveryStripe(full, lease / 2) * (lease / 2);
    assertThat(before).isZero();
    assertThat(admittedTooMuch).isBetween(1L, half);
    assertThat(full.tokens()).isEqualTo(-Stripes.MOST * (lease / 2));
  }

  /** Consumes once on each stripe and answers how often it was told that tokens remain. */
  private long onEveryStripe(TokenBucket target, long amount) throws Exception {
    long yes = 0;
    Set<Long> met = new HashSet<>();
    while (met.size() < Stripes.MOST) {
      FutureTask<Boolean> consume = new FutureTask<>(() -> target.consume(amount));
      Thread thread = new Thread(consume);
      if (met.add(thread.getId() % Stripes.MOST)) {
        thread.start();
        yes += consume.get() ? 1 : 0;
      }
    }
    return yes;
  }

  private long consumeUntilTold(long amount) {
    long admitted = 0;
    if (bucket.nanosUntil(1) == 0) {
      boolean more;
      do {
        more = bucket.consume(amount);
        admitted += amount;
      } while (more);
    }
    return admitted;
  }

  /** Lets all threads take what they can while five seconds pass, a millisecond at a time. */
  private long admittedInFiveSeconds(Callable<Long> attempt) throws Exception {
    return admitted(attempt, millis -> clock.advance(Duration.ofMillis(1)));
  }

  private long admitted(Callable<Long> attempt, IntConsumer eachMilli) throws Exception {
    List<Future<Long>> results = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      results.add(threads.submit(() -> {
        long admitted = 0;
        long got;
        boolean wasUp;
        do {
          wasUp = timeIsUp; // before the attempt: what was earned last must be tried for as well
          got = attempt.call();
          admitted += got;
        } while (!wasUp || got > 0);
        return admitted;
      }));
    }
    for (int millis = 0; millis < 5_000; millis++) {
      eachMilli.accept(millis);
      while (bucket.tokens() > RATE / 2) {
        Thread.onSpinWait(); // a full bucket would rightly drop what it earns
      }
    }
    timeIsUp = true;
    long admitted = 0;
    for (Future<Long> result : results) {
      admitted += result.get();
    }
    return admitted;
  }
}
