package io.sluice.ramp.testing;

import io.sluice.core.testing.ManualClock;
import io.sluice.core.testing.ManualTimer;
import io.sluice.ramp.RampTime;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** Time that stands still until a test moves it; the time of day can also step. */
public final class ManualRampTime implements RampTime {

  private final ManualClock clock = new ManualClock();
  private final ManualTimer timer = new ManualTimer(clock);
  private final AtomicLong offsetMillis;

  /** Begins at the start of a whole second. */
  public ManualRampTime() {
    this(1_800_000_000_000L);
  }

  public ManualRampTime(long startMillis) {
    offsetMillis = new AtomicLong(startMillis);
  }

  @Override
  public long millis() {
    return offsetMillis.get() + clock.nanos() / 1_000_000;
  }

  @Override
  public long nanos() {
    return clock.nanos();
  }

  @Override
  public Future<?> schedule(Runnable task, long delayNanos) {
    return timer.schedule(task, delayNanos);
  }

  /** Lets time pass, and runs what becomes due. */
  public void advance(Duration duration) {
    timer.advance(duration);
  }

  /** Goes on to the start of the next whole second. */
  public void advanceToNextSecond() {
    long intoSecond = Math.floorMod(millis(), 1000L);
    advance(Duration.ofMillis(1000 - intoSecond).minusNanos(clock.nanos() % 1_000_000));
  }

  /** Lets time pass as it does for a process that is stopped: nothing runs meanwhile. */
  public void sleep(Duration duration) {
    clock.advance(duration);
  }

  /** Sets the time of day forward or back, while no time passes. */
  public void step(Duration duration) {
    offsetMillis.addAndGet(duration.toMillis());
  }

  /** How many tasks are waiting for their time. */
  public int pending() {
    return timer.pending();
  }
}
