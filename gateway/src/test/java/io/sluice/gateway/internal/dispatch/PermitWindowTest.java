package io.sluice.gateway.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.sluice.core.testing.ManualClock;
import io.sluice.core.testing.ManualTimer;
import io.sluice.core.testing.Seeds;
import io.sluice.gateway.internal.limit.DispatchLimiter;
import io.sluice.gateway.internal.limit.PolicyLimiter;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.TopicName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How permits are withheld and released, on virtual time. */
class PermitWindowTest {

  private static final Duration A_WHILE = Duration.ofSeconds(12);
  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

  private final ManualClock clock = new ManualClock();
  private final ManualTimer timer = new ManualTimer(clock);

  private final Map<DispatchLimiter, PolicyKey> topics = new HashMap<>();
  private Policies policies = Policies.NONE;

  private DispatchLimiter limit(DispatchLimit limit) {
    TopicName topic = TopicName.parse("t" + topics.size());
    PolicyKey key = new PolicyKey.Topic(topic);
    policies = policies.with(PolicyKind.DISPATCH, key, limit);
    DispatchLimiter limiter = new DispatchLimiter(
        new DispatchLimiter.Key(PolicyKind.DISPATCH, topic, ""), () -> policies, clock, timer);
    topics.put(limiter, key);
    return limiter;
  }

  private DispatchLimiter perSecond(long messages) {
    return limit(DispatchLimit.of(messages, 0));
  }

  private void change(DispatchLimiter limiter, DispatchLimit limit) {
    policies =
        policies.with(PolicyKind.DISPATCH, Objects.requireNonNull(topics.get(limiter)), limit);
    limiter.applyPolicy();
  }

  private ThrottledConsumer consumer(boolean shared, PolicyLimiter... limits) {
    return new ThrottledConsumer(clock, timer, shared, 1000, limits);
  }

  @ParameterizedTest
  @CsvSource({
    "100, 1, true",
    "100, 1, false",
    "100, 10, true",
    "100, 10, false",
    "1000, 1, true",
    "1000, 100, true",
    "1000, 100, false",
    "20000, 1, true",
    "20000, 1, false",
    "20000, 500, true",
    "20000, 500, false",
    "7, 1, true",
    "1, 1, false"
  })
  void shouldDispatchAtTheRate(int perSecond, int batch, boolean shared) {
    ThrottledConsumer consumer = consumer(shared, perSecond(perSecond));
    consumer.batch = batch;
    consumer.start();
    timer.advance(A_WHILE);
    long before = consumer.received;

    timer.advance(TEN_SECONDS);

    double one = Math.max(1, batch);
    assertThat((double) (consumer.received - before))
        .isBetween(9.7 * perSecond - one, 10.3 * perSecond + one);
    assertThat((double) consumer.received)
        .as("all that was ever dispatched")
        .isLessThanOrEqualTo(23.1 * perSecond + 2 * one);
  }

  @ParameterizedTest
  @CsvSource({"100000, 100, 1", "100000, 1000, 10", "50000, 20000, 1"})
  void shouldDispatchAtTheRateInBytes(long perSecond, int bytesPerMessage, int batch) {
    ThrottledConsumer consumer = consumer(false, limit(DispatchLimit.of(0, perSecond)));
    consumer.bytesPerMessage = bytesPerMessage;
    consumer.batch = batch;
    consumer.start();
    timer.advance(A_WHILE);
    long before = consumer.received;

    timer.advance(TEN_SECONDS);

    long bytes = (consumer.received - before) * bytesPerMessage;
    long one = (long) batch * bytesPerMessage;
    assertThat((double) bytes).isBetween(9.7 * perSecond - one, 10.3 * perSecond + one);
  }

  @Test
  void shouldGiveNoMoreThanTheBurstAtOnceHoweverMuchAClientWouldTake() {
    ThrottledConsumer consumer = consumer(true, perSecond(100));
    consumer.start();

    timer.advance(Duration.ofSeconds(1));

    assertThat(consumer.received).isBetween(190L, 212L);
    assertThat(consumer.window.withheld()).isGreaterThan(400);
  }

  @Test
  void shouldTakeThePeriodAsTheUnit() {
    ThrottledConsumer consumer = consumer(true, limit(new DispatchLimit(600, 0, false, 60)));
    consumer.start();
    timer.advance(Duration.ofSeconds(60));
    long before = consumer.received;

    timer.advance(Duration.ofSeconds(60));

    assertThat(before).as("a burst of a period's worth, and a period").isBetween(1180L, 1220L);
    assertThat((double) (consumer.received - before)).isCloseTo(600, withPercentage(3));
  }

  @Test
  void shouldBeFairWhateverTheSizeOfBatches() {
    DispatchLimiter limit = perSecond(1000);
    List<ThrottledConsumer> consumers = new ArrayList<>();
    for (int batch : new int[] {1, 1, 10, 50}) {
      ThrottledConsumer consumer = consumer(batch == 10, limit);
      consumer.batch = batch;
      consumer.start();
      consumers.add(consumer);
    }
    timer.advance(A_WHILE);
    long[] before = consumers.stream().mapToLong(each -> each.received).toArray();

    timer.advance(TEN_SECONDS);

    for (int i = 0; i < before.length; i++) {
      assertThat((double) (consumers.get(i).received - before[i]))
          .as("consumer %d", i)
          .isCloseTo(2500, withPercentage(5));
    }
  }

  @Test
  void shouldNotSpendAnythingOnConsumersThatGetNothing() {
    DispatchLimiter limit = perSecond(200);
    for (int i = 0; i < 500; i++) {
      ThrottledConsumer idle = consumer(false, limit);
      idle.batch = 0;
      idle.start();
    }
    ThrottledConsumer busy = consumer(false, limit);
    busy.start();
    timer.advance(A_WHILE);
    long before = busy.received;

    timer.advance(TEN_SECONDS);

    assertThat((double) (busy.received - before)).isCloseTo(2000, withPercentage(3));
  }

  @Test
  void shouldNotGiveAMessageForEachConsumerThatIsOpened() {
    DispatchLimiter limit = limit(new DispatchLimit(1, 0, false, 60));

    long received = 0;
    for (int i = 0; i < 1200; i++) {
      ThrottledConsumer consumer = consumer(true, limit);
      consumer.start();
      timer.advance(Duration.ofMillis(100));
      consumer.close();
      received += consumer.received;
    }

    assertThat(received).as("in two minutes").isBetween(2L, 3L);
  }

  @Test
  void shouldAdmitConsumersThatComeWhenTheLimitIsSpentWithoutACharge() {
    DispatchLimiter limit = perSecond(10);
    ThrottledConsumer first = consumer(true, limit);
    first.start();
    timer.advance(TEN_SECONDS);

    List<ThrottledConsumer> idle = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      ThrottledConsumer consumer = consumer(true, limit);
      consumer.backlog = 0;
      consumer.start();
      idle.add(consumer);
    }
    long before = first.received;
    timer.advance(TEN_SECONDS);
    assertThat(first.received - before).isBetween(99L, 101L);

    idle.forEach(consumer -> {
      consumer.backlog = Long.MAX_VALUE;
      consumer.look();
    });
    timer.advance(TEN_SECONDS);
    assertThat(idle).allMatch(consumer -> consumer.received > 0);
  }

  @Test
  void shouldObeyTheMostStringentOfSeveralLimits() {
    DispatchLimiter wide = perSecond(1000);
    DispatchLimiter narrow = perSecond(50);
    ThrottledConsumer both = consumer(true, wide, narrow);
    ThrottledConsumer one = consumer(true, wide);
    both.start();
    one.start();
    timer.advance(A_WHILE);
    long bothBefore = both.received;
    long oneBefore = one.received;

    timer.advance(TEN_SECONDS);

    assertThat((double) (both.received - bothBefore)).isCloseTo(500, withPercentage(3));
    assertThat((double) (one.received - oneBefore)).isCloseTo(9500, withPercentage(3));
  }

  @Test
  void shouldServeAClientThatWantsOneAtATime() {
    ThrottledConsumer consumer = new ThrottledConsumer(clock, timer, true, 1, perSecond(10));
    consumer.start();
    timer.advance(A_WHILE);
    long before = consumer.received;

    timer.advance(TEN_SECONDS);

    assertThat((double) (consumer.received - before)).isCloseTo(100, withPercentage(3));
  }

  @Test
  void shouldReleaseEverythingAtOnceWhenTheLimitIsGone() {
    DispatchLimiter limit = perSecond(1);
    ThrottledConsumer consumer = consumer(true, limit);
    consumer.start();
    timer.advance(A_WHILE);
    assertThat(consumer.window.withheld()).isGreaterThan(900);

    change(limit, DispatchLimit.of(0, 0));
    timer.advance(Duration.ofMillis(20));

    assertThat(consumer.received).isGreaterThan(1000);
    consumer.batch = 0;
    timer.advance(Duration.ofSeconds(1));
    assertThat(consumer.window.withheld()).isZero();
  }

  @Test
  void shouldHaveOneLessUnderWayForEachPermitThatTheBrokerHadBefore() {
    PermitWindow window = new PermitWindow(true, true);
    DispatchLimiter limit = perSecond(100);
    window.setDebts(List.of(new DispatchDebt(limit, clock, debt -> timer.runLater(debt::pay, 0))));
    for (int i = 0; i < 500; i++) { // by permits that the broker had before the window
      window.pass(1, 10);
    }
    window.give(1000);
    timer.advance(TEN_SECONDS);

    for (int permits = window.release(); permits > 0; permits = window.release()) {}

    assertThat(window.withheld()).as("a tenth of a second's worth was released").isEqualTo(990);
  }

  @Test
  void shouldGoOnAfterTheBrokerHasLostPermits() {
    PermitWindow window = new PermitWindow(false, false);
    window.setDebts(List.of(new DispatchDebt(perSecond(1), clock, debt -> {})));
    window.give(1000);
    assertThat(window.release()).isEqualTo(1); // to which the broker never answers
    assertThat(window.release()).isZero();

    long released = 0;
    for (int tick = 0; tick < 1000; tick++) {
      released += window.releaseAfterSilence();
    }

    assertThat(released).isEqualTo(9);
    assertThat(window.withheld()).isEqualTo(990);
    window.pass(1, 10);
    assertThat(window.releaseAfterSilence()).as("something has passed").isZero();
    assertThat(window.releaseAfterSilence()).as("and then nothing").isEqualTo(1);
  }

  /** What of the limit was used is charged to the message, whatever happens to consumers. */
  @Test
  void shouldNeitherLoseNorInventPermitsNorForgetAnybody() {
    Seeds.forEach(60, random -> {
      List<DispatchLimiter> limits = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        limits.add(perSecond(1 + random.nextInt(2000)));
      }
      List<ThrottledConsumer> all = new ArrayList<>();
      all.add(random(limits, random));
      List<ThrottledConsumer> consumers = new ArrayList<>(all);
      for (int step = 0; step < 300; step++) {
        timer.advance(Duration.ofMillis(random.nextInt(100)));
        ThrottledConsumer any = consumers.get(random.nextInt(consumers.size()));
        switch (random.nextInt(8)) {
          case 0 -> {
            if (consumers.size() < 10) {
              all.add(random(limits, random));
              consumers.add(all.get(all.size() - 1));
            }
          }
          case 1 -> {
            if (consumers.size() > 1) {
              any.close();
              consumers.remove(any);
            }
          }
          case 2 -> any.restart();
          case 3 -> any.give(1 + random.nextInt(100));
          case 4 -> {
            any.batch = random.nextInt(30);
            any.backlog += random.nextInt(2000);
            any.look();
          }
          case 5 ->
            change(
                limits.get(random.nextInt(3)),
                DispatchLimit.of(random.nextInt(2000), random.nextInt(3) * 20_000L));
          default -> any.limitTo(some(limits, random));
        }
        consumers.forEach(ThrottledConsumer::expectConserved);
      }
      // Whatever has happened, everybody goes on.
      limits.forEach(limit -> change(limit, DispatchLimit.of(100_000, 0)));
      timer.advance(Duration.ofSeconds(5));
      long[] before = consumers.stream().mapToLong(each -> each.received).toArray();
      for (ThrottledConsumer consumer : consumers) {
        consumer.batch = 1;
        consumer.backlog = 100;
        consumer.look();
      }
      timer.advance(Duration.ofSeconds(5));
      for (int i = 0; i < before.length; i++) {
        assertThat(consumers.get(i).received).as("consumer %d", i).isGreaterThan(before[i]);
      }
      consumers.forEach(ThrottledConsumer::close);
      for (DispatchLimiter limit : limits) {
        assertThat(limit.counts().admitted())
            .as("what a limit was charged with")
            .isEqualTo(all.stream()
                .mapToLong(each -> each.charged.getOrDefault(limit, 0L))
                .sum());
        assertThat(limit.waiting()).isZero();
      }
    });
  }

  private ThrottledConsumer random(List<DispatchLimiter> limits, Random random) {
    ThrottledConsumer fresh = new ThrottledConsumer(
        clock, timer, random.nextBoolean(), 1 + random.nextInt(1000), some(limits, random));
    fresh.batch = random.nextInt(4) == 0 ? 0 : 1 + random.nextInt(30);
    fresh.backlog = random.nextInt(5000);
    fresh.start();
    return fresh;
  }

  private static PolicyLimiter[] some(List<DispatchLimiter> limits, Random random) {
    return limits.stream().filter(each -> random.nextBoolean()).toArray(PolicyLimiter[]::new);
  }
}
