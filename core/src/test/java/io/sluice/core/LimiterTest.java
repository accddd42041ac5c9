package io.sluice.core;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.core.testing.ManualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimiterTest {

  private final ManualClock clock = new ManualClock();

  private Limiter limiter(Rate messages, Rate bytes) {
    return new Limiter(
        TokenBucket.builder(messages).clock(clock).build(),
        TokenBucket.builder(bytes).clock(clock).build());
  }

  @Test
  void shouldThrottleByWhicheverIsExhaustedFirst() {
    Limiter byMessages = limiter(Rate.perSecond(3), Rate.perSecond(1000));
    assertThat(byMessages.consume(2, 10)).isTrue();
    assertThat(byMessages.consume(1, 10)).isFalse();

    Limiter byBytes = limiter(Rate.perSecond(1000), Rate.perSecond(30));
    assertThat(byBytes.consume(1, 29)).isTrue();
    assertThat(byBytes.consume(1, 1)).isFalse();
  }

  @Test
  void shouldNotThrottleByWhatIsUnlimited() {
    Limiter messagesOnly = limiter(Rate.perSecond(3), Rate.UNLIMITED);
    assertThat(messagesOnly.consume(1, Long.MAX_VALUE)).isTrue();
    assertThat(messagesOnly.consume(2, 1)).isFalse();

    Limiter none = limiter(Rate.UNLIMITED, Rate.UNLIMITED);
    assertThat(none.consume(Long.MAX_VALUE, Long.MAX_VALUE)).isTrue();
    assertThat(none.nanosUntil(1, 1)).isZero();
  }

  @Test
  void shouldDebitBothWhenOnlyOneIsExhausted() {
    Limiter limiter = limiter(Rate.perSecond(10), Rate.perSecond(1000));

    limiter.consume(25, 100);

    assertThat(limiter.messages().tokens()).isEqualTo(-15);
    assertThat(limiter.bytes().tokens()).isEqualTo(900);
    assertThat(limiter.nanosUntil(1, 1)).isEqualTo(ofMillis(1600).toNanos());
  }

  @Test
  void shouldTakeBothOrNeither() {
    Limiter limiter = limiter(Rate.perSecond(10), Rate.perSecond(1000));

    assertThat(limiter.tryConsume(5, 1001)).isFalse();
    assertThat(limiter.tryConsume(11, 1)).isFalse();
    assertThat(limiter.messages().tokens()).isEqualTo(10);
    assertThat(limiter.bytes().tokens()).isEqualTo(1000);

    assertThat(limiter.tryConsume(10, 1000)).isTrue();
    limiter.refund(4, 300);
    assertThat(limiter.messages().tokens()).isEqualTo(4);
    assertThat(limiter.bytes().tokens()).isEqualTo(300);
  }

  @Test
  void shouldCountMessages() {
    Limiter limiter = limiter(Rate.perSecond(10), Rate.UNLIMITED);

    limiter.consume(9, 1);
    limiter.consume(1, 1); // exhausts it: the producer has to wait
    limiter.consume(5, 1); // did not
    assertThat(limiter.counts()).isEqualTo(new Limiter.Counts(15, 6, 0));

    limiter.refund(5, 1);
    assertThat(limiter.counts()).isEqualTo(new Limiter.Counts(10, 6, 0));
    assertThat(limiter.admittedBytes()).isEqualTo(2);
  }

  @Test
  void shouldCountWhatBothFormsOfTakingAdmit() {
    Limiter limiter = limiter(Rate.perSecond(10), Rate.UNLIMITED);

    limiter.tryConsume(6, 1);
    limiter.refund(2, 1);
    limiter.tryConsume(100, 1);

    assertThat(limiter.counts()).isEqualTo(new Limiter.Counts(4, 0, 0));
  }

  @Test
  void shouldOnlyCountTheExcessWhileNotEnforced() {
    Limiter limiter = limiter(Rate.perSecond(100), Rate.UNLIMITED);
    limiter.setEnforced(false);

    // three times the quota for ten seconds
    for (int tick = 0; tick < 1000; tick++) {
      assertThat(limiter.consume(3, 10)).isTrue();
      clock.advance(ofMillis(10));
    }

    Limiter.Counts counts = limiter.counts();
    assertThat(counts.admitted()).isEqualTo(3000);
    assertThat(counts.throttled()).isZero();
    // 3000 were asked for; 1000 were earned beside the burst of 100
    assertThat(counts.shadowThrottled()).isBetween(1900L - 3, 1900L + 3);
    assertThat(limiter.nanosUntil(100, 1)).isZero();
  }

  @Test
  void shouldNotCountBatchesWithinTheQuotaAsExcess() {
    Limiter limiter = limiter(Rate.perSecond(100), Rate.UNLIMITED);
    limiter.setEnforced(false);

    for (int i = 0; i < 10; i++) {
      assertThat(limiter.consume(100, 1)).isTrue();
      clock.advance(ofSeconds(10));
    }

    assertThat(limiter.counts()).isEqualTo(new Limiter.Counts(1000, 0, 0));
  }

  @Test
  void shouldForgiveNothingToWhatIsUnlimited() {
    Limiter limiter = limiter(Rate.perSecond(10), Rate.perSecond(1000));
    limiter.consume(10, 6000);
    limiter.setEnforced(false);
    limiter.setRates(Rate.perSecond(10), Rate.UNLIMITED);
    for (int i = 0; i < 10; i++) {
      limiter.consume(1, 1000);
    }

    limiter.setRates(Rate.perSecond(10), Rate.perSecond(1000));

    assertThat(limiter.counts().shadowThrottled()).isEqualTo(10);
    assertThat(limiter.bytes().tokens()).isEqualTo(-5000);
  }

  @Test
  void shouldNotStartWithADebtWhenEnforcementIsSwitchedOn() {
    Limiter limiter = limiter(Rate.perSecond(100), Rate.perSecond(1000));
    limiter.setEnforced(false);
    for (int i = 0; i < 100; i++) {
      limiter.consume(50, 400);
    }

    limiter.setEnforced(true);

    // but for what the last frame that would have passed took too much
    assertThat(limiter.isEnforced()).isTrue();
    assertThat(limiter.messages().tokens()).isGreaterThan(-50);
    assertThat(limiter.bytes().tokens()).isGreaterThan(-400);
  }

  @Test
  void shouldChangeBothRatesAndKeepBothBalances() {
    Limiter limiter = limiter(Rate.perSecond(10), Rate.perSecond(1000));
    limiter.consume(30, 100);

    limiter.setRates(Rate.perSecond(40), 50, Rate.perSecond(10), 2000);
    clock.advance(ofSeconds(1));
    assertThat(limiter.messages().tokens()).isEqualTo(20);
    assertThat(limiter.bytes().tokens()).isEqualTo(910);

    limiter.setRates(Rate.perSecond(10), Rate.UNLIMITED);
    assertThat(limiter.messages().burst()).isEqualTo(10);
    assertThat(limiter.bytes().isUnlimited()).isTrue();
  }

  @Test
  void shouldChangeNothingIfOneBurstIsBad() {
    Limiter limiter = limiter(Rate.perSecond(10), Rate.perSecond(1000));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> limiter.setRates(Rate.perSecond(5), 5, Rate.perSecond(5), 0));

    assertThat(limiter.messages().rate()).isEqualTo(Rate.perSecond(10));
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 0", "-1, 1", "1, -1", "-5, -5"})
  void shouldRejectAmountsThatAreNotPositiveAndDebitNothing(long messages, long bytes) {
    Limiter limiter = limiter(Rate.perSecond(10), Rate.perSecond(10));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> limiter.consume(messages, bytes))
        .withMessage(
            "amounts must be positive, not " + messages + " messages and " + bytes + " bytes");
    assertThatIllegalArgumentException().isThrownBy(() -> limiter.tryConsume(messages, bytes));
    assertThatIllegalArgumentException().isThrownBy(() -> limiter.refund(messages, bytes));
    assertThatIllegalArgumentException().isThrownBy(() -> limiter.nanosUntil(messages, bytes));
    assertThat(limiter.messages().tokens()).isEqualTo(10);
    assertThat(limiter.bytes().tokens()).isEqualTo(10);
  }
}
