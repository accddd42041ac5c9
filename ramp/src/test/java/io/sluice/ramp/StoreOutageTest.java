package io.sluice.ramp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.ramp.testing.FaultyStore;
import io.sluice.ramp.testing.FaultyStore.Fault;
import io.sluice.ramp.testing.ManualRampTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The store is gone, slow, or back without its memory: what callers notice of it. */
class StoreOutageTest {

  /** Kept, as an unreferenced logger forgets its handlers. */
  private static final Logger LOG = Logger.getLogger("io.sluice.ramp");

  private static final Duration TTL = Duration.ofSeconds(3);

  private final ManualRampTime time = new ManualRampTime();
  private final InMemoryPoolStore memory = new InMemoryPoolStore(time);
  private final FaultyStore store = new FaultyStore(memory, time);

  @ParameterizedTest
  @EnumSource(value = Fault.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void shouldGoOnAsBeforeWhileTheStoreIsGoneForLessThanTheTtl(Fault fault) {
    RampThrottle throttle = agreedInPoolOfTwo(Fallback.CLOSED);

    store.become(fault);
    time.advance(Duration.ofSeconds(1));

    assertThat(throttle.tryTake(1000)).isEqualTo(50);
    assertThat(throttle.status().fallbackInForce()).isFalse();
    assertThat(throttle.status().storeAge()).isGreaterThan(Duration.ofMillis(800));

    store.become(Fault.NONE);
    time.advance(Duration.ofSeconds(1));
    assertThat(throttle.tryTake(1000)).isEqualTo(50);
    assertThat(throttle.status().storeAge()).isLessThan(Duration.ofMillis(200));
    assertThat(throttle.status().agreed()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(value = Fault.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void shouldHoldThePoolSizeWhenTheStoreIsGoneForLonger(Fault fault) {
    RampThrottle throttle = agreedInPoolOfTwo(Fallback.HOLD);

    store.become(fault);
    time.advance(TTL.multipliedBy(3));

    assertThat(throttle.tryTake(1000)).isEqualTo(50);
    assertThat(throttle.status().fallbackInForce()).isTrue();
    assertThat(throttle.status().state()).isEqualTo(PoolState.FALLBACK);
    assertThat(throttle.status().storeFailures()).isPositive();
  }

  @Test
  void shouldNotStopGrantingOnTheWayIntoTheFallback() {
    RampThrottle throttle = agreedInPoolOfTwo(Fallback.HOLD);
    store.become(Fault.SILENT);

    for (int second = 0; second < 10; second++) {
      time.advanceToNextSecond();
      assertThat(throttle.tryTake(1000)).as("second %d of the outage", second).isEqualTo(50);
    }
  }

  @Test
  void shouldGrantNothingWhenClosedIsTheFallback() {
    RampThrottle throttle = agreedInPoolOfTwo(Fallback.CLOSED);

    store.become(Fault.FAILS);
    time.advance(TTL.plusSeconds(1));

    assertThat(throttle.tryTake(1000)).isZero();
    assertThat(throttle.status().fallbackInForce()).isTrue();
    assertThat(throttle.status().share()).isZero();
  }

  @Test
  void shouldFallToMinWhenMinIsTheFallbackAndRampUpAgainAfterwards() {
    RampConfig config = RampConfig.builder(110)
        .min(10)
        .rampUpDuration(Duration.ofSeconds(10))
        .ttl(TTL)
        .fallback(Fallback.MIN)
        .build();
    RampThrottle throttle = start(config, "a");
    for (int second = 0; second < 8; second++) {
      throttle.tryTake(1000);
      time.advanceToNextSecond();
    }
    assertThat(throttle.tryTake(1000)).isEqualTo(90);

    store.become(Fault.FAILS);
    for (int second = 0; second < 6; second++) {
      time.advanceToNextSecond();
      throttle.tryTake(1000);
    }
    assertThat(throttle.status().level()).isEqualTo(10);
    time.advanceToNextSecond();
    assertThat(throttle.tryTake(1000)).isEqualTo(10);

    store.become(Fault.NONE);
    time.advance(Duration.ofMillis(500));
    time.advanceToNextSecond();
    assertThat(throttle.tryTake(1000)).isEqualTo(20);
    time.advanceToNextSecond();
    assertThat(throttle.tryTake(1000)).isEqualTo(30);
  }

  @ParameterizedTest
  @EnumSource(Fallback.class)
  void shouldRecoverByItselfFromALongOutage(Fallback fallback) {
    RampThrottle throttle = agreedInPoolOfTwo(fallback);
    store.become(Fault.FAILS);
    time.advance(TTL.multipliedBy(2));
    throttle.tryTake(1);

    store.become(Fault.NONE);
    time.advance(Duration.ofMillis(500));
    time.advanceToNextSecond();

    assertThat(throttle.tryTake(1000)).isEqualTo(50);
    assertThat(throttle.status().agreed()).isTrue();
    assertThat(throttle.status().fallbackInForce()).isFalse();
  }

  @Test
  void shouldRecoverFromFlapping() {
    RampThrottle throttle = agreedInPoolOfTwo(Fallback.CLOSED);

    for (int i = 0; i < 20; i++) {
      store.become(i % 2 == 0 ? Fault.FAILS : Fault.NONE);
      time.advance(Duration.ofMillis(730));
      assertThat(throttle.status().state()).isIn(PoolState.AGREED, PoolState.DISAGREED);
    }

    time.advanceToNextSecond();
    assertThat(throttle.tryTake(1000)).isEqualTo(50);
  }

  @Test
  void shouldLiveWithAnswersThatTakeASecond() {
    RampConfig config = RampConfig.builder(100)
        .min(100)
        .ttl(Duration.ofSeconds(10))
        .fallback(Fallback.CLOSED)
        .build();
    store.delayAnswers(Duration.ofSeconds(1));
    CompletableFuture<RampThrottle> first = starting(config, "a");
    CompletableFuture<RampThrottle> second = starting(config, "b");

    time.advance(Duration.ofSeconds(12));

    assertThat(first.join().status().agreed()).isTrue();
    assertThat(first.join().tryTake(1000)).isEqualTo(50);
    assertThat(second.join().tryTake(1000)).isEqualTo(50);
  }

  @Test
  void shouldNotHeedAnAnswerThatComesAfterItsTimeout() {
    RampThrottle throttle = start(config(Fallback.CLOSED), "a");
    store.delayAnswers(Duration.ofMillis(1500)); // the timeout is about a third of the ttl
    time.advance(Duration.ofSeconds(2));

    assertThat(throttle.status().storeFailures()).isPositive();
    assertThat(throttle.status().storeAge()).isGreaterThan(Duration.ofMillis(1800));
  }

  /** Others count from when the store took note, which is later than when the report was sent. */
  @Test
  void shouldStopWhenATtlHasPassedSinceItSentItsLastReport() {
    RampThrottle throttle = start(config(Fallback.CLOSED), "a");
    store.delayAnswers(Duration.ofMillis(900));
    time.advance(Duration.ofSeconds(5));
    assertThat(throttle.status().storeAge()).isGreaterThanOrEqualTo(Duration.ofMillis(900));
    assertThat(throttle.status().share()).isPositive();

    store.become(Fault.SILENT);
    while (throttle.status().share() > 0) {
      assertThat(throttle.status().storeAge()).isLessThan(TTL);
      time.advance(Duration.ofMillis(10));
    }
  }

  @Test
  void shouldServeWhoeverWaitsOnceTheStoreIsBack() {
    RampThrottle throttle = agreedInPoolOfTwo(Fallback.CLOSED);
    store.become(Fault.FAILS);
    time.advance(TTL.plusSeconds(1));
    CompletableFuture<Permit> waiting =
        throttle.acquireAsync(10, Duration.ofSeconds(30)).toCompletableFuture();
    time.advance(Duration.ofSeconds(5));
    assertThat(waiting).isNotDone();

    store.become(Fault.NONE);
    time.advance(Duration.ofSeconds(3));

    assertThat(waiting).isCompletedWithValueMatching(permit -> permit.granted() == 10);
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"NONE", "SILENT"})
  void shouldFailFastAtStartUp(Fault fault) {
    store.become(fault);

    assertThatThrownBy(() -> start(config(Fallback.HOLD), "a"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("cannot register a in group group")
        .hasMessageContaining("startWithoutStore");
    assertThat(time.pending()).isZero();
  }

  @Test
  void shouldFailAtStartUpOnceASilentStoreHasHadItsTime() {
    store.become(Fault.SILENT);
    CompletableFuture<RampThrottle> starting = starting(config(Fallback.HOLD), "a");
    time.advance(Duration.ofSeconds(9));
    assertThat(starting).isNotDone();

    time.advance(Duration.ofSeconds(1));

    assertThat(starting).isCompletedExceptionally();
    time.advance(Duration.ofSeconds(2)); // it also tries to take the registration back
    assertThat(time.pending()).isZero();
  }

  @Test
  void shouldTakeBackARegistrationThatCameTooLate() {
    RampThrottle other = start(config(Fallback.HOLD), "b");
    store.delayAnswers(Duration.ofSeconds(11));
    CompletableFuture<RampThrottle> starting = starting(config(Fallback.HOLD), "a");
    time.advance(Duration.ofSeconds(10));
    assertThat(starting).isCompletedExceptionally();

    store.delayAnswers(Duration.ZERO);
    time.advance(Duration.ofSeconds(2));

    assertThat(other.status().poolSize()).isEqualTo(1);
    assertThat(other.status().agreed()).isTrue();
  }

  @Test
  void shouldTakeBackTheRegistrationOfWhoIsClosedBeforeItHasHeardOfIt() {
    RampThrottle other = start(config(Fallback.HOLD), "b");
    store.become(Fault.FAILS);
    RampThrottle throttle =
        start(RampConfig.builder(100).min(100).ttl(TTL).startWithoutStore(true).build(), "a");
    store.become(Fault.NONE);
    store.delayAnswers(Duration.ofMillis(500));
    time.advance(Duration.ofMillis(200));
    CompletableFuture<Void> closed = throttle.closeAsync().toCompletableFuture();
    store.delayAnswers(Duration.ZERO);

    time.advance(Duration.ofSeconds(2));

    assertThat(closed).isCompleted();
    assertThat(other.status().poolSize()).isEqualTo(1);
    assertThat(other.status().agreed()).isTrue();
  }

  @Test
  void shouldStartWithoutTheStoreIfToldTo() {
    store.become(Fault.FAILS);
    RampThrottle throttle =
        start(RampConfig.builder(100).min(100).ttl(TTL).startWithoutStore(true).build(), "a");
    time.advance(TTL.multipliedBy(2));
    assertThat(throttle.tryTake(1))
        .as("the process does not know the pool size")
        .isZero();
    assertThat(throttle.status().state()).isEqualTo(PoolState.JOINING);

    store.become(Fault.NONE);
    time.advance(Duration.ofSeconds(1));

    assertThat(throttle.tryTake(1000)).isEqualTo(100);
  }

  @Test
  void shouldTalkToTheStoreAsOftenWhateverTheRate() {
    RampThrottle throttle = start(config(Fallback.HOLD), "a");
    long before = store.calls();
    for (int i = 0; i < 1000; i++) {
      for (int call = 0; call < 100; call++) {
        throttle.tryTake(1);
      }
      time.advance(Duration.ofMillis(10));
    }

    assertThat(store.calls() - before).isBetween(80L, 125L);
  }

  @Test
  void shouldNotLeaveTheFallbackLateBecauseTheClockWasSetBack() {
    RampThrottle throttle = agreedInPoolOfTwo(Fallback.CLOSED);
    store.become(Fault.FAILS);
    time.advance(Duration.ofSeconds(1));

    time.step(Duration.ofHours(-1));
    time.advance(TTL);

    assertThat(throttle.status().fallbackInForce()).isTrue();
  }

  @Test
  void shouldLeaveEvenIfTheStoreIsGone() {
    RampThrottle throttle = start(config(Fallback.HOLD), "a");
    store.become(Fault.FAILS);

    throttle.close();

    assertThat(throttle.status().state()).isEqualTo(PoolState.CLOSED);
  }

  @Test
  void shouldLetEverybodyWhoClosesItWaitForTheStore() {
    RampThrottle throttle = start(config(Fallback.HOLD), "a");
    store.delayAnswers(Duration.ofMillis(300));

    CompletableFuture<Void> first = throttle.closeAsync().toCompletableFuture();
    CompletableFuture<Void> second = throttle.closeAsync().toCompletableFuture();
    assertThat(first).isNotDone();
    assertThat(second).isNotDone();
    time.advance(Duration.ofMillis(300));

    assertThat(first).isCompleted();
    assertThat(second).isCompleted();
  }

  @Test
  void shouldFallBackThoughNobodyAsks() {
    agreedInPoolOfTwo(Fallback.HOLD);
    List<LogRecord> logged = new ArrayList<>();
    Handler handler = new Handler() {
      @Override
      public void publish(LogRecord record) {
        logged.add(record);
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
    LOG.addHandler(handler);
    try {
      store.become(Fault.FAILS);
      time.advance(TTL.plusMillis(200));
    } finally {
      LOG.removeHandler(handler);
    }

    assertThat(logged).anyMatch(record -> record.getMessage().contains("falls back"));
  }

  private RampThrottle agreedInPoolOfTwo(Fallback fallback) {
    RampThrottle throttle = start(config(fallback), "a");
    start(config(fallback), "b");
    time.advance(Duration.ofSeconds(1));
    time.advanceToNextSecond();
    assertThat(throttle.tryTake(1000)).isEqualTo(50);
    return throttle;
  }

  private static RampConfig config(Fallback fallback) {
    return RampConfig.builder(100).min(100).ttl(TTL).fallback(fallback).build();
  }

  private RampThrottle start(RampConfig config, String name) {
    return builder(config, name).build();
  }

  private CompletableFuture<RampThrottle> starting(RampConfig config, String name) {
    return builder(config, name).buildAsync().toCompletableFuture();
  }

  private RampThrottle.Builder builder(RampConfig config, String name) {
    return RampThrottle.builder(config)
        .group("group")
        .processor(name)
        .store(store)
        .time(time)
        .executor(Runnable::run);
  }
}
