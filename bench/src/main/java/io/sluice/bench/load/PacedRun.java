package io.sluice.bench.load;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;

/**
 * Messages sent at a steady rate. A message's time runs from when it was due, not from when it was
 * sent: a message that is held up by the one before has waited, too.
 */
public final class PacedRun {

  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final int DIGITS = 3;

  private final AtomicHistogram published = new AtomicHistogram(LONGEST_NANOS, DIGITS);
  private final AtomicHistogram received = new AtomicHistogram(LONGEST_NANOS, DIGITS);
  private final AtomicLong unpublished;
  private final AtomicLong unreceived;
  private final double perSecond;
  private final long messages;
  private final long startNanos = System.nanoTime();
  private final long measuredFromNanos;

  /** Messages that are due before the run-in is over are sent, but not measured. */
  public PacedRun(double perSecond, double runInSeconds, double seconds) {
    this.perSecond = perSecond;
    this.messages = (long) (perSecond * (runInSeconds + seconds));
    this.measuredFromNanos = startNanos + (long) (runInSeconds * 1e9);
    this.unpublished = new AtomicLong(messages);
    this.unreceived = new AtomicLong(messages);
  }

  /** Calls the sender with the time at which each message was due. */
  public void send(LongConsumer sender) {
    for (long i = 0; i < messages; i++) {
      long dueNanos = startNanos + (long) (i * 1e9 / perSecond);
      long early;
      while ((early = dueNanos - System.nanoTime()) > 0) {
        LockSupport.parkNanos(early);
      }
      sender.accept(dueNanos);
    }
  }

  public void published(long dueNanos) {
    record(published, dueNanos);
    unpublished.decrementAndGet();
  }

  public void received(long dueNanos) {
    record(received, dueNanos);
    unreceived.decrementAndGet();
  }

  private void record(AtomicHistogram histogram, long dueNanos) {
    if (dueNanos >= measuredFromNanos) {
      histogram.recordValue(Math.min(System.nanoTime() - dueNanos, LONGEST_NANOS));
    }
  }

  /** Whether every message has been acknowledged and received. */
  public boolean isOver() {
    return isPublished() && unreceived.get() == 0;
  }

  /** Whether every message has been acknowledged. */
  public boolean isPublished() {
    return unpublished.get() == 0;
  }

  public long messages() {
    return messages;
  }

  public Histogram publishNanos() {
    return published;
  }

  public Histogram endToEndNanos() {
    return received;
  }

  public static double millis(Histogram nanos, double percentile) {
    return nanos.getValueAtPercentile(percentile) / 1e6;
  }
}
