package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.testing.ManualClock;
import io.sluice.core.testing.ManualTimer;
import io.sluice.core.testing.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random populations of producers on virtual time, whose event loops take their time to react. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ThrottleQueueSimulationTest {

  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

  /** A producer on an event loop of its own: it hears of its turn a little later. */
  private static final class LateProducer {

    private final Waiter waiter;
    private final Random random;
    private final long largestBatch;
    private final long bytesPerMessage;
    private int framesPerTurn = Integer.MAX_VALUE;
    private long batch;
    private long sent;

    LateProducer(
        ThrottleQueue queue,
        ManualTimer eventLoop,
        Random random,
        long largestBatch,
        long bytesPerMessage) {
      long reactionNanos = random.nextLong(3_000_000);
      this.waiter = queue.newWaiter(() -> eventLoop.runLater(this::send, reactionNanos));
      this.random = random;
      this.largestBatch = largestBatch;
      this.bytesPerMessage = bytesPerMessage;
      nextFrame();
    }

    private void nextFrame() {
      batch = 1 + random.nextLong(largestBatch);
    }

    void start() {
      waiter.join(batch, batch * bytesPerMessage);
    }

    private void send() {
      if (!waiter.hasTurn()) {
        return; // left meanwhile
      }
      for (int i = 0; i < framesPerTurn && waiter.tryUse(batch, batch * bytesPerMessage); i++) {
        sent += batch;
        nextFrame();
      }
      waiter.join(batch, batch * bytesPerMessage);
    }
  }

  @Test
  void shouldBeFairAndLoseNothingToBusyEventLoops() {
    Seeds.forEach(100, random -> {
      ManualClock clock = new ManualClock();
      ManualTimer timer = new ManualTimer(clock);
      long rate = 2_000 + random.nextLong(100_000);
      Limiter limiter = limiter(clock, rate, random);
      ThrottleQueue queue = new ThrottleQueue(limiter, timer);
      List<LateProducer> producers = new ArrayList<>();
      for (int i = 2 + random.nextInt(19); i > 0; i--) {
        long largestBatch = 1 + random.nextLong(500);
        producers.add(new LateProducer(queue, timer, random, largestBatch, 100));
      }
      producers.forEach(LateProducer::start);

      timer.advance(TEN_SECONDS.multipliedBy(3));

      long total = producers.stream().mapToLong(p -> p.sent).sum();
      assertThat(total).isBetween(30 * rate - rate / 10 - 500 * 20, 30 * rate);
      assertThat(jain(producers)).as("Jain's index").isGreaterThan(0.995);
    });
  }

  @Test
  void shouldAccountForEverythingWhateverHappens() {
    Seeds.forEach(50, random -> {
      ManualClock clock = new ManualClock();
      ManualTimer timer = new ManualTimer(clock);
      Limiter limiter = limiter(clock, 1 + random.nextInt(50_000), random);
      ThrottleQueue queue = new ThrottleQueue(limiter, timer);
      List<LateProducer> producers = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        LateProducer producer = new LateProducer(queue, timer, random, 1 + random.nextInt(100), 10);
        producer.framesPerTurn = 20; // while there is no limit, a turn has no other end
        producers.add(producer);
      }

      for (int event = 0; event < 300; event++) {
        LateProducer one = producers.get(random.nextInt(producers.size()));
        switch (random.nextInt(8)) {
          case 0, 1, 2 -> {
            if (!one.waiter.isWaiting() && !one.waiter.hasTurn()) {
              one.start();
            }
          }
          case 3 -> one.waiter.leave();
          case 4 -> limiter.setRates(anyRate(random), anyRate(random));
          case 5 -> limiter.setEnforced(random.nextInt(10) > 0);
          default -> timer.advance(Duration.ofNanos(random.nextInt(50_000_000)));
        }
      }
      producers.forEach(p -> p.waiter.leave());
      limiter.setEnforced(true);

      long sent = producers.stream().mapToLong(p -> p.sent).sum();
      assertThat(queue.isEmpty()).isTrue();
      assertThat(limiter.counts().admitted()).isEqualTo(sent);
      timer.advance(TEN_SECONDS); // what event loops had still to hear of
      assertThat(timer.pending()).isZero();
      assertThat(producers.stream().mapToLong(p -> p.sent).sum()).isEqualTo(sent);
    });
  }

  private static Limiter limiter(ManualClock clock, long rate, Random random) {
    Rate bytes = random.nextBoolean() ? Rate.UNLIMITED : Rate.perSecond(rate * 100);
    return new Limiter(
        TokenBucket.builder(Rate.perSecond(rate)).initialTokens(0).clock(clock).build(),
        TokenBucket.builder(bytes).initialTokens(0).clock(clock).build());
  }

  private static Rate anyRate(Random random) {
    return random.nextInt(10) == 0 ? Rate.UNLIMITED : Rate.perSecond(1 + random.nextInt(50_000));
  }

  private static double jain(List<LateProducer> producers) {
    double sum = 0;
    double squares = 0;
    for (LateProducer producer : producers) {
      sum += producer.sent;
      squares += (double) producer.sent * producer.sent;
    }
    return sum * sum / (producers.size() * squares);
  }
}
