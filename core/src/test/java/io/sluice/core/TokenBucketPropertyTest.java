package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.testing.ManualClock;
import io.sluice.core.testing.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The bucket's arithmetic against {@link ExactBucket}, over random histories of up to centuries.
 */
class TokenBucketPropertyTest {

  private static final long DAY_NANOS = 86_400_000_000_000L;
  private static final long LARGEST_WITHOUT_LEASES = 128L * Stripes.MOST - 1;

  @Test
  void shouldBeExactForOrdinaryRates() {
    Seeds.forEach(20_000, random -> {
      long period = random.nextBoolean() ? 1_000_000_000L : 1 + magnitude(random, DAY_NANOS);
      Rate rate = new Rate(1 + magnitude(random, Math.min(period, 1_000_000_000L)), period);
      compare(random, rate, 1 + magnitude(random, LARGEST_WITHOUT_LEASES - 1), 0);
    });
  }

  @Test
  void shouldStayWithinHalfTheSlackWhereItLeases() {
    Seeds.forEach(20_000, random -> {
      Rate rate = Rate.perSecond(1 + magnitude(random, 1_000_000_000L));
      long burst = LARGEST_WITHOUT_LEASES + 1 + magnitude(random, 10_000_000);
      compare(random, rate, burst, burst / 128);
    });
  }

  @Test
  void shouldStayWithinItsBoundsUpToTheFastestRate() {
    Seeds.forEach(20_000, random -> {
      Rate rate = Rate.perSecond(1 + magnitude(random, Long.MAX_VALUE - 1));
      long burst = 1 + magnitude(random, TokenBucket.MAX_TOKENS - 1);
      compare(random, rate, burst, 1 + burst / 128);
    });
  }

  /**
   * Counted in whole tokens, as such rates are, what is left of one is carried at every renewal.
   */
  @Test
  void shouldNotDriftAtTheFastestRates() {
    Seeds.forEach(200, random -> {
      Rate rate = Rate.perSecond(Long.MAX_VALUE - magnitude(random, Long.MAX_VALUE / 2));
      ManualClock clock = new ManualClock(random.nextLong());
      TokenBucket bucket =
          TokenBucket.builder(rate).initialTokens(0).clock(clock).build();
      ExactBucket exact = new ExactBucket(rate, bucket.burst(), 0);

      for (int step = 0; step < 1_000; step++) {
        long nanos = random.nextLong(30_000_000);
        clock.advanceNanos(nanos);
        exact.advance(nanos);
        long spent = Math.max(1, exact.tokens() - random.nextLong(bucket.burst() / 4));
        bucket.consume(spent);
        exact.debit(spent);
        assertThat(bucket.tokens()).as("tokens at step %d", step).isEqualTo(exact.tokens());
      }
    });
  }

  /**
   * @param tolerance tokens by which a bucket may have more than it should: half the slack, and one
   *     where the range allows only coarse grains, so that a full bucket keeps a fraction of a
   *     token
   */
  private static void compare(Random random, Rate rate, long burst, long tolerance) {
    ManualClock clock = new ManualClock(random.nextLong());
    long initial = random.nextLong(burst + 1);
    TokenBucket bucket = TokenBucket.builder(rate)
        .burst(burst)
        .initialTokens(initial)
        .clock(clock)
        .build();
    ExactBucket exact = new ExactBucket(rate, burst, initial);

    for (int step = 0; step < 50; step++) {
      long nanos = magnitude(random, 1000 * DAY_NANOS);
      clock.advanceNanos(nanos);
      exact.advance(nanos);
      long amount = 1 + magnitude(random, 2 * burst);
      switch (random.nextInt(4)) {
        case 0 -> {
          if (exact.tokens() - amount > -TokenBucket.MAX_TOKENS) {
            boolean remain = bucket.consume(amount);
            exact.debit(amount);
            if (tolerance == 0) {
              assertThat(remain).as("tokens remain").isEqualTo(exact.tokens() > 0);
            }
          }
        }
        case 1 -> {
          boolean taken = bucket.tryConsume(amount);
          if (tolerance == 0) {
            assertThat(taken).as("taken at once").isEqualTo(exact.tokens() >= amount);
          }
          if (taken) {
            exact.debit(amount);
          }
        }
        case 2 -> {
          long taken = bucket.tryConsumeUpTo(amount);
          if (tolerance == 0) {
            assertThat(taken)
                .as("taken of %d", amount)
                .isEqualTo(Math.max(0, Math.min(amount, exact.tokens())));
          }
          if (taken > 0) {
            exact.debit(taken);
          }
        }
        default -> {
          bucket.refund(amount);
          exact.refund(amount);
        }
      }
      assertThat(bucket.tokens())
          .as("tokens of %s, burst %d, at step %d", rate, burst, step)
          .isBetween(exact.tokens(), exact.tokens() + tolerance);
      if (tolerance == 0) {
        long wanted = 1 + magnitude(random, burst - 1);
        assertThat(bucket.nanosUntil(wanted))
            .as("wait for %d tokens of %s, burst %d, at step %d", wanted, rate, burst, step)
            .isEqualTo(exact.nanosUntil(wanted));
      }
    }
  }

  /** From 0 to {@code most}, every order of magnitude about as often. */
  private static long magnitude(Random random, long most) {
    int bits = random.nextInt(Long.SIZE - Long.numberOfLeadingZeros(most) + 1);
    return bits == 0 ? 0 : Math.min(most, random.nextLong() >>> (Long.SIZE - bits));
  }
}
