package io.sluice.ramp;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.ramp.testing.ManualRampTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ConcurrencyTest {

  private static final int THREADS = 64;
  private static final int SECONDS = 300;

  private final ManualRampTime time = new ManualRampTime();

  /** The level of a second shows whether it was refilled once; the grants, whether it held. */
  @Test
  void shouldRefillOnceHoweverManyThreadsCrossABoundaryTogether() throws Exception {
    RampThrottle throttle = Replicas.only(
        RampConfig.builder(10_000)
            .min(100)
            .rampUpDuration(Duration.ofMinutes(165))
            .mode(RampMode.relaxed())
            .build(),
        time);
    AtomicLong granted = new AtomicLong();
    Phaser boundary = new Phaser(THREADS + 1);
    inThreads(
        () -> {
          for (int second = 0; second < SECONDS; second++) {
            boundary.arriveAndAwaitAdvance();
            for (int i = 0; i < 20; i++) {
              granted.addAndGet(throttle.tryTake(1 + i % 3));
            }
            boundary.arriveAndAwaitAdvance();
          }
        },
        () -> {
          for (int second = 0; second < SECONDS; second++) {
            granted.set(0);
            boundary.arriveAndAwaitAdvance();
            boundary.arriveAndAwaitAdvance();
            assertThat(throttle.status().level()).isEqualTo(100.0 + second);
            assertThat(granted.get()).isEqualTo(100 + second);
            time.advance(Duration.ofSeconds(1));
          }
        });
  }

  /** While threads take and give back across boundaries, no second grants more than it has. */
  @Test
  void shouldNeverGrantMoreThanASecondHasWhileOthersGiveBack() throws Exception {
    RampThrottle throttle = Replicas.only(RampConfig.builder(1_000).min(1_000).build(), time);
    AtomicLong used = new AtomicLong();
    Phaser boundary = new Phaser(THREADS + 1);
    inThreads(
        () -> {
          for (int second = 0; second < SECONDS; second++) {
            boundary.arriveAndAwaitAdvance();
            for (int i = 0; i < 50; i++) {
              Permit permit = throttle.tryAcquire(7);
              int read = permit.granted() * (i % 4) / 3;
              used.addAndGet(Math.min(read, permit.granted()));
              permit.used(Math.min(read, permit.granted()));
            }
            boundary.arriveAndAwaitAdvance();
          }
        },
        () -> {
          for (int second = 0; second < SECONDS; second++) {
            used.set(0);
            boundary.arriveAndAwaitAdvance();
            boundary.arriveAndAwaitAdvance();
            assertThat(used.get()).isLessThanOrEqualTo(1_000);
            time.advance(Duration.ofSeconds(1));
          }
        });
    RampStatus status = throttle.status();
    assertThat(status.granted() - status.givenBack()).isLessThanOrEqualTo(1_000L * SECONDS);
  }

  /** The clock runs on under the threads: grants per second of the clock stay within the level. */
  @Test
  void shouldNotGrantFromASecondThatIsOver() throws Exception {
    RampThrottle throttle = Replicas.only(RampConfig.builder(100).min(100).build(), time);
    AtomicLong granted = new AtomicLong();
    inThreads(
        () -> {
          for (int i = 0; i < 20_000; i++) {
            granted.addAndGet(throttle.tryTake(3));
          }
        },
        () -> {
          for (int second = 0; second < SECONDS; second++) {
            time.advance(Duration.ofMillis(500));
          }
        });

    assertThat(granted.get()).isLessThanOrEqualTo(100L * (SECONDS / 2 + 1));
    assertThat(throttle.status().granted()).isEqualTo(granted.get());
  }

  private static void inThreads(Runnable each, Runnable meanwhile) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        running.add(threads.submit(each));
      }
      meanwhile.run();
      for (Future<?> one : running) {
        one.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
