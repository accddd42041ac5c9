package io.sluice.gateway.internal.publish;

import io.sluice.core.NanoClock;
import io.sluice.gateway.internal.net.SessionContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * The THROTTLE_PRODUCER commands that a client has not answered with a receipt yet, in order. Belongs to
 * the connection's event loop.
 */
final class PendingThrottleReceipts {

  /** If a client answers nothing, the oldest commands beyond this count as not answered. */
  private static final int MOST_EXPECTED = 1000;

  private static final class Expected {
    private final long requestId;
    private final ThrottleNotifier notifier;
    private final long sentNanos;
    private final long untilNanos;
    private boolean missing;

    private Expected(long requestId, ThrottleNotifier notifier, long sentNanos, long untilNanos) {
      this.requestId = requestId;
      this.notifier = notifier;
      this.sentNanos = sentNanos;
      this.untilNanos = untilNanos;
    }
  }

  private final SessionContext session;
  private final NanoClock clock;
  private final long waitNanos;
  private final ThrottleCommandMetrics metrics;
  private final Deque<Expected> expected = new ArrayDeque<>();
  private boolean watching;
  private long roundTripNanos;

  PendingThrottleReceipts(
      SessionContext session, NanoClock clock, int waitMillis, ThrottleCommandMetrics metrics) {
    this.session = session;
    this.clock = clock;
    this.waitNanos = TimeUnit.MILLISECONDS.toNanos(waitMillis);
    this.metrics = metrics;
  }

  /** How long the client took for its last receipt that was in time. */
  long roundTripNanos() {
    return roundTripNanos;
  }

  /** A command was written that pauses the producer until then. */
  void expect(long requestId, ThrottleNotifier notifier, long nowNanos, long untilNanos) {
    if (expected.size() == MOST_EXPECTED) {
      markMissing(expected.removeFirst());
    }
    expected.addLast(new Expected(requestId, notifier, nowNanos, untilNanos));
    watch(waitNanos);
  }

  /** A receipt has come. One that comes twice, or of an unknown id, is ignored. */
  void came(long requestId) {
    Expected receipt = null;
    while (!expected.isEmpty() && expected.getFirst().requestId <= requestId) {
      receipt = expected.removeFirst();
      if (receipt.requestId != requestId) {
        markMissing(receipt); // commands are answered in order
      }
    }
    if (receipt == null || receipt.requestId != requestId) {
      return;
    }
    long took = clock.nanos() - receipt.sentNanos;
    if (took > waitNanos) {
      markMissing(receipt);
      metrics.late();
      return;
    }
    metrics.inTime();
    roundTripNanos = took;
    receipt.notifier.receiptInTime(requestId, receipt.untilNanos);
  }

  private void markMissing(Expected receipt) {
    if (!receipt.missing) {
      receipt.missing = true;
      metrics.missing();
      receipt.notifier.receiptMissing();
    }
  }

  private void watch(long nanos) {
    if (!watching) {
      watching = true;
      var unused = session.schedule(this::lookForMissing, nanos);
    }
  }

  private void lookForMissing() {
    watching = false;
    long now = clock.nanos();
    for (Expected receipt : expected) {
      if (now - receipt.sentNanos <= waitNanos) {
        watch(receipt.sentNanos + waitNanos - now + 1);
        return;
      }
      markMissing(receipt);
    }
  }
}
