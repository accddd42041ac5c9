package io.sluice.core;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.core.testing.ManualClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TokenBucketTest {

  private final ManualClock clock = new ManualClock();

  private TokenBucket bucket(long rate, long burst, long initialTokens) {
    return TokenBucket.builder(Rate.perSecond(rate))
        .burst(burst)
        .initialTokens(initialTokens)
        .clock(clock)
        .build();
  }

  @Nested
  class Earning {

    @Test
    void shouldEarnUpToTheBurst() {
      TokenBucket bucket = bucket(10, 100, 0);

      clock.advance(ofSeconds(5));
      assertThat(bucket.tokens()).isEqualTo(50);
      clock.advance(ofSeconds(5));
      assertThat(bucket.tokens()).isEqualTo(100);
      clock.advance(ofSeconds(5));
      assertThat(bucket.tokens()).isEqualTo(100);
    }

    @Test
    void shouldCarryWhatIsLeftOverOfAToken() {
      TokenBucket bucket = bucket(10, 100, 0);

      for (int i = 0; i < 1000; i++) {
        clock.advance(ofMillis(33));
        bucket.tokens();
      }

      // 33 s at 10 per second, of which the last 100 are kept
      assertThat(bucket.tokens()).isEqualTo(100);
      assertThat(bucket.tryConsume(100)).isTrue();
      clock.advance(ofMillis(99));
      assertThat(bucket.tokens()).isZero();
      clock.advance(ofMillis(1));
      assertThat(bucket.tokens()).isEqualTo(1);
    }

    @Test
    void shouldNotDriftOverTenThousandRoundsOfDebtAndRepayment() {
      TokenBucket bucket = bucket(10, 100, 0);

      for (int i = 0; i < 10_000; i++) {
        bucket.consume(500);
        clock.advance(ofSeconds(50));
      }
      clock.advance(ofSeconds(9));

      assertThat(bucket.tokens()).isEqualTo(90);
    }

    @Test
    void shouldNotKeepAFractionThatDidNotFitIntoTheBurst() {
      TokenBucket bucket = bucket(1, 1, 1);

      clock.advance(ofMillis(900));
      bucket.consume(1);
      clock.advance(ofMillis(999));
      assertThat(bucket.tokens()).isZero();
      clock.advance(ofMillis(1));
      assertThat(bucket.tokens()).isEqualTo(1);
    }

    @Test
    void shouldEarnOnePerDayOverYears() {
      TokenBucket bucket = TokenBucket.builder(Rate.of(1, Duration.ofDays(1)))
          .burst(100_000)
          .initialTokens(0)
          .clock(clock)
          .build();

      for (int day = 1; day <= 20 * 365; day++) {
        clock.advance(Duration.ofDays(1).minusNanos(1));
        assertThat(bucket.tokens()).isEqualTo(day - 1);
        clock.advanceNanos(1);
        assertThat(bucket.tokens()).isEqualTo(day);
      }
    }

    @Test
    void shouldEarnLongMaxPerSecondOverYears() {
      TokenBucket bucket = TokenBucket.builder(Rate.perSecond(Long.MAX_VALUE))
          .initialTokens(0)
          .clock(clock)
          .build();

      clock.advanceNanos(1);
      assertThat(bucket.tokens()).isEqualTo(Long.MAX_VALUE / 1_000_000_000);
      clock.advanceNanos(99);
      assertThat(bucket.tokens()).isEqualTo(Long.MAX_VALUE / 10_000_000);
      clock.advance(Duration.ofDays(365 * 5));
      assertThat(bucket.tokens()).isEqualTo(bucket.burst());

      // spending an eighth of the second's earnings every eighth of a second leaves it as it is
      for (int i = 0; i < 10_000; i++) {
        bucket.consume(Long.MAX_VALUE / 8);
        clock.advance(ofMillis(125));
      }
      assertThat(bucket.tokens()).isEqualTo(bucket.burst());
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE - 5, Long.MIN_VALUE, -1, 0})
    void shouldNotMindWhereTheClockStartsOrThatItWraps(long startNanos) {
      ManualClock wrapping = new ManualClock(startNanos);
      TokenBucket bucket = TokenBucket.builder(Rate.perSecond(10))
          .initialTokens(0)
          .clock(wrapping)
          .build();

      wrapping.advance(ofMillis(500));
      assertThat(bucket.tokens()).isEqualTo(5);
      wrapping.advance(Duration.ofDays(10_000));
      assertThat(bucket.tokens()).isEqualTo(10);
    }
  }

  @Nested
  class Spending {

    @Test
    void shouldGoIntoDebtAndSayHowLongToWait() {
      TokenBucket bucket = bucket(10, 100, 50);

      assertThat(bucket.consume(100)).isFalse();

      assertThat(bucket.tokens()).isEqualTo(-50);
      assertThat(bucket.nanosUntil(1)).isEqualTo(5_100_000_000L);
    }

    @Test
    void shouldAnswerWhetherTokensRemain() {
      TokenBucket bucket = bucket(10, 100, 2);

      assertThat(bucket.consume(1)).isTrue();
      assertThat(bucket.consume(1)).isFalse();
    }

    @Test
    void shouldTakeAllOrNothing() {
      TokenBucket bucket = bucket(10, 100, 5);

      assertThat(bucket.tryConsume(6)).isFalse();
      assertThat(bucket.tokens()).isEqualTo(5);
      assertThat(bucket.tryConsume(5)).isTrue();
      assertThat(bucket.tokens()).isZero();
    }

    @Test
    void shouldTakeWhatThereIs() {
      TokenBucket bucket = bucket(10, 100, 5);

      assertThat(bucket.tryConsumeUpTo(3)).isEqualTo(3);
      assertThat(bucket.tryConsumeUpTo(3)).isEqualTo(2);
      assertThat(bucket.tryConsumeUpTo(3)).isZero();
      bucket.consume(1);
      assertThat(bucket.tryConsumeUpTo(3)).isZero();
      assertThat(bucket.tokens()).isEqualTo(-1);
    }

    @Test
    void shouldTakeRefundsUpToTheBurst() {
      TokenBucket bucket = bucket(10, 100, 100);

      bucket.consume(150);
      bucket.refund(70);
      assertThat(bucket.tokens()).isEqualTo(20);
      bucket.refund(500);
      assertThat(bucket.tokens()).isEqualTo(100);
    }

    @Test
    void shouldSayNeverForMoreThanTheBurst() {
      assertThat(bucket(10, 100, 0).nanosUntil(101)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldKeepDebtsOfAnyDepthUpToTheStatedRange() {
      TokenBucket bucket = bucket(10, 100, 0);

      bucket.consume(1_000_000_000_000_000L);
      assertThat(bucket.tokens()).isEqualTo(-1_000_000_000_000_000L);
      clock.advance(Duration.ofDays(1));
      assertThat(bucket.tokens()).isEqualTo(-1_000_000_000_000_000L + 864_000);

      bucket.consume(Long.MAX_VALUE);
      assertThat(bucket.tokens()).isEqualTo(-TokenBucket.MAX_TOKENS);
      bucket.consume(Long.MAX_VALUE);
      assertThat(bucket.tokens()).isEqualTo(-TokenBucket.MAX_TOKENS);

      bucket.refund(TokenBucket.MAX_TOKENS);
      assertThat(bucket.tokens()).isZero();
    }

    @Test
    void shouldBeExactAgainAfterADebtTooDeepForFineGrains() {
      TokenBucket bucket = bucket(1, 1, 1);
      bucket.consume(2_000_000_000L);
      clock.advance(ofSeconds(2_000_000_000L));
      clock.advance(ofMillis(900));

      assertThat(bucket.tryConsume(1)).isTrue();
      clock.advance(ofMillis(999));
      assertThat(bucket.tokens()).isZero();
    }

    @Test
    void shouldCountWhatWasConsumed() {
      TokenBucket bucket = bucket(1_000_000, 1_000_000, 1_000_000);

      bucket.consume(3);
      bucket.consume(500_000);
      bucket.tryConsume(10);
      bucket.tryConsume(10_000_000);
      bucket.tryConsumeUpTo(100);
      bucket.refund(13);

      assertThat(bucket.consumed()).isEqualTo(500_100);
    }
  }

  @Nested
  class ChangingTheRate {

    @Test
    void shouldKeepTheBalanceAndNotRefill() {
      TokenBucket bucket = bucket(10, 100, 30);

      bucket.setRate(Rate.perSecond(1000), 1000);
      assertThat(bucket.tokens()).isEqualTo(30);
      clock.advance(ofMillis(10));
      assertThat(bucket.tokens()).isEqualTo(40);
    }

    @Test
    void shouldKeepTheDebt() {
      TokenBucket bucket = bucket(10, 100, 0);
      bucket.consume(50);

      bucket.setRate(Rate.perSecond(20));

      assertThat(bucket.tokens()).isEqualTo(-50);
      assertThat(bucket.nanosUntil(1)).isEqualTo(2_550_000_000L);
    }

    @Test
    void shouldLoseNoTimeAlreadyEarned() {
      TokenBucket bucket = bucket(1, 100, 0);

      for (int i = 0; i < 100; i++) {
        clock.advance(ofMillis(10));
        bucket.setRate(Rate.perSecond(1 + i % 2), 100);
      }

      // 51 times 10 ms at 1 per second, 49 times at 2
      assertThat(bucket.tokens()).isEqualTo(1);
      assertThat(bucket.nanosUntil(2)).isBetween(254_999_999L, 255_000_001L);
    }

    @Test
    void shouldCutTheBalanceToASmallerBurst() {
      TokenBucket bucket = bucket(10, 100, 100);

      bucket.setRate(Rate.perSecond(10), 20);

      assertThat(bucket.tokens()).isEqualTo(20);
    }

    @Test
    void shouldNotFillALargerBurstForTimeSpentFull() {
      TokenBucket bucket = bucket(10, 100, 100);
      clock.advance(Duration.ofHours(1));

      bucket.setRate(Rate.perSecond(10), 1000);

      assertThat(bucket.tokens()).isEqualTo(100);
    }

    @Test
    void shouldStandStillWhileUnlimited() {
      TokenBucket bucket = bucket(10, 100, 0);
      bucket.consume(50);

      bucket.setRate(Rate.UNLIMITED);
      assertThat(bucket.isUnlimited()).isTrue();
      assertThat(bucket.consume(1_000_000)).isTrue();
      assertThat(bucket.tryConsume(Long.MAX_VALUE)).isTrue();
      assertThat(bucket.tryConsumeUpTo(7)).isEqualTo(7);
      assertThat(bucket.nanosUntil(5)).isZero();
      assertThat(bucket.tokens()).isEqualTo(Long.MAX_VALUE);
      clock.advance(ofSeconds(100));

      bucket.setRate(Rate.perSecond(10), 100);
      assertThat(bucket.tokens()).isEqualTo(-50);
    }

    @Test
    void shouldKeepTheFractionOfATokenOverATimeWithoutLimit() {
      Rate oncePerDay = Rate.of(1, Duration.ofDays(1));
      TokenBucket bucket =
          TokenBucket.builder(oncePerDay).initialTokens(0).clock(clock).build();
      clock.advance(Duration.ofHours(23));

      bucket.setRate(Rate.UNLIMITED);
      clock.advance(Duration.ofDays(10));
      bucket.setRate(oncePerDay);

      assertThat(bucket.nanosUntil(1)).isEqualTo(Duration.ofHours(1).toNanos());
    }

    @Test
    void shouldTakeBackWhileUnlimitedWhatWasWithdrawnBefore() {
      TokenBucket bucket = bucket(10, 100, 60);
      assertThat(bucket.withdrawUpTo(50)).isEqualTo(50);

      bucket.setRate(Rate.UNLIMITED);
      bucket.deposit(50);
      bucket.setRate(Rate.perSecond(10), 100);

      assertThat(bucket.tokens()).isEqualTo(60);
      assertThat(bucket.consumed()).isZero();
    }

    @Test
    void shouldRevokeLeasesOfAHigherLimit() {
      TokenBucket bucket = bucket(1_000_000_000, 1_000_000_000, 1_000_000_000);
      bucket.consume(1);

      bucket.setRate(Rate.perSecond(2_000));

      long admitted = 1;
      while (bucket.consume(1)) {
        admitted++;
      }
      assertThat(admitted).isBetween(2_000L, 2_000 + bucket.slack());
    }

    @Test
    void shouldNotFillALargerBurstForTimeSpentFullAtTheFastestRate() {
      Rate fastest = Rate.perSecond(Long.MAX_VALUE);
      TokenBucket bucket = TokenBucket.builder(fastest).burst(1000).clock(clock).build();
      clock.advance(ofSeconds(10));

      bucket.setRate(fastest, TokenBucket.MAX_TOKENS);

      assertThat(bucket.tokens()).isEqualTo(1000);
    }

    /** The moment between proposing a change and its taking effect, in which others go on. */
    @Test
    void shouldNotChargeAtTheNewRateWhatWasSpentUnderTheOldOne() {
      AtomicReference<Runnable> atNextReading = new AtomicReference<>(() -> {});
      NanoClock hooked = () -> {
        atNextReading.getAndSet(() -> {}).run();
        return clock.nanos();
      };
      TokenBucket bucket = TokenBucket.builder(Rate.perSecond(1_000_000))
          .initialTokens(0)
          .clock(hooked)
          .build();

      atNextReading.set(() -> {
        clock.advance(ofMillis(10));
        assertThat(bucket.tryConsumeUpTo(20_000)).isEqualTo(10_000);
      });
      bucket.setRate(Rate.perSecond(1), 1_000_000);

      assertThat(bucket.tokens()).isZero();
    }

    @Test
    void shouldCountWhatPassedWhileUnlimited() {
      TokenBucket bucket = TokenBucket.of(Rate.UNLIMITED);

      bucket.consume(5);
      bucket.refund(2);

      assertThat(bucket.consumed()).isEqualTo(3);
    }
  }

  @Nested
  class Leasing {

    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicReference<Runnable> atNextLook = new AtomicReference<>(() -> {});
    private final TokenBucket bucket = TokenBucket.builder(Rate.perSecond(1_000_000))
        .clock(() -> {
          looks.incrementAndGet();
          atNextLook.getAndSet(() -> {}).run();
          return clock.nanos();
        })
        .build();
    private final long lease = bucket.slack() / 2 / Stripes.MOST;

    @Test
    void shouldLookOncePerLease() {
      looks.set(0);
      for (int i = 0; i < 100 * lease; i++) {
        assertThat(bucket.consume(1)).isTrue();
      }
      assertThat(looks.get()).isBetween(90, 110);
    }

    /** As if the thread were held up between its look and the lease that it takes from it. */
    @Test
    void shouldNotLeaseBeyondWhatItHasSeen() {
      atNextLook.set(() -> bucket.consume(lease));
      bucket.consume(1);
      looks.set(0);

      bucket.consume(1);

      assertThat(looks.get()).isPositive();
    }
  }

  @Nested
  class Defaults {

    @Test
    void shouldHoldOneSecondsWorthAndStartFull() {
      TokenBucket bucket =
          TokenBucket.builder(Rate.of(90, Duration.ofMinutes(1))).clock(clock).build();

      assertThat(bucket.burst()).isEqualTo(1);
      assertThat(bucket.tokens()).isEqualTo(1);
      assertThat(TokenBucket.of(Rate.perSecond(250)).burst()).isEqualTo(250);
      assertThat(TokenBucket.of(Rate.perSecond(Long.MAX_VALUE)).burst())
          .isEqualTo(TokenBucket.MAX_TOKENS);
    }

    @Test
    void shouldStartEmptyWhenUnlimitedSoThatALaterLimitStartsWithoutABurst() {
      TokenBucket bucket = TokenBucket.builder(Rate.UNLIMITED).clock(clock).build();

      bucket.setRate(Rate.perSecond(10));

      assertThat(bucket.tokens()).isZero();
    }
  }

  @Nested
  class BadInput {

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void shouldRejectAmountsThatAreNotPositive(long amount) {
      for (TokenBucket bucket :
          new TokenBucket[] {bucket(10, 10, 10), bucket(1_000_000, 1_000_000, 1_000_000)}) {
        long before = bucket.tokens();
        assertThatIllegalArgumentException()
            .isThrownBy(() -> bucket.consume(amount))
            .withMessage("an amount of tokens must be positive, not " + amount);
        assertThatIllegalArgumentException().isThrownBy(() -> bucket.tryConsume(amount));
        assertThatIllegalArgumentException().isThrownBy(() -> bucket.tryConsumeUpTo(amount));
        assertThatIllegalArgumentException().isThrownBy(() -> bucket.refund(amount));
        assertThatIllegalArgumentException().isThrownBy(() -> bucket.nanosUntil(amount));
        assertThat(bucket.tokens()).isEqualTo(before);
      }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, TokenBucket.MAX_TOKENS + 1, Long.MIN_VALUE})
    void shouldRejectBurstsOutOfRange(long burst) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> TokenBucket.builder(Rate.perSecond(1)).burst(burst))
          .withMessageContaining("burst must be between 1 and")
          .withMessageContaining("not " + burst);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> bucket(10, 10, 10).setRate(Rate.perSecond(1), burst));
    }

    @Test
    void shouldRejectInitialTokensOutOfRange() {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> bucket(10, 10, 11))
          .withMessageContaining("must not exceed the burst of 10: 11");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> bucket(10, 10, -1))
          .withMessageContaining("must not be negative: -1");
    }
  }
}
