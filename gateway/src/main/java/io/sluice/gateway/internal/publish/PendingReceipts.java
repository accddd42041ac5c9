package io.sluice.gateway.internal.publish;

import io.sluice.core.NanoClock;
import io.sluice.gateway.internal.session.Session;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** What a client was told and has not answered yet, in order. Belongs to the connection's event loop. */
final class PendingReceipts {

  /** Of who answers nothing, the older are not waited for. */
  private static final int MOST_OPEN = 1000;

  private static final class Open {
    private final long requestId;
    private final Producer producer;
    private final long sentNanos;
    private final long untilNanos;
    private boolean missing;

    private Open(long requestId, Producer producer, long sentNanos, long untilNanos) {
      this.requestId = requestId;
      this.producer = producer;
      this.sentNanos = sentNanos;
      this.untilNanos = untilNanos;
    }
  }

  private final Session session;
  private final NanoClock clock;
  private final long waitNanos;
  private final ThrottleCommandMetrics metrics;
  private final Consumer<Producer> unanswered;
  private final Deque<Open> open = new ArrayDeque<>();
  private boolean watching;
  private long roundTripNanos;

  /** @param unanswered is told of every producer whose answer has not come in time */
  PendingReceipts(
      Session session,
      NanoClock clock,
      int waitMillis,
      ThrottleCommandMetrics metrics,
      Consumer<Producer> unanswered) {
    this.session = session;
    this.clock = clock;
    this.waitNanos = TimeUnit.MILLISECONDS.toNanos(waitMillis);
    this.metrics = metrics;
    this.unanswered = unanswered;
  }

  /** How long the client took to answer the last time that it was in time. */
  long roundTripNanos() {
    return roundTripNanos;
  }

  /** The client was told to wait until then. */
  void expect(long requestId, Producer producer, long nowNanos, long untilNanos) {
    if (open.size() == MOST_OPEN) {
      isMissing(open.removeFirst());
    }
    open.addLast(new Open(requestId, producer, nowNanos, untilNanos));
    watch(waitNanos);
  }

  /** An answer. One that comes twice, or that nobody waits for, is none. */
  void came(long requestId) {
    Open answered = null;
    while (!open.isEmpty() && open.getFirst().requestId <= requestId) {
      answered = open.removeFirst();
      if (answered.requestId != requestId) {
        isMissing(answered); // they are answered in order
      }
    }
    if (answered == null || answered.requestId != requestId) {
      return;
    }
    long took = clock.nanos() - answered.sentNanos;
    Told told = answered.producer.told;
    if (took > waitNanos) {
      isMissing(answered);
      metrics.late();
      return;
    }
    metrics.inTime();
    roundTripNanos = took;
    if (told != null) {
      told.promised = true;
      // Only of the last word: what is under way may have been sent after one that set it free.
      if (told.lastRequestId == requestId) {
        told.promisedUntilNanos = answered.untilNanos;
      }
    }
  }

  private void isMissing(Open answer) {
    if (!answer.missing) {
      answer.missing = true;
      metrics.missing();
      if (answer.producer.told != null) {
        answer.producer.told.promised = false;
      }
      unanswered.accept(answer.producer);
    }
  }

  private void watch(long nanos) {
    if (!watching) {
      watching = true;
      var unused = session
          .client
          .eventLoop()
          .schedule(() -> session.guard(this::lookForMissing), nanos, TimeUnit.NANOSECONDS);
    }
  }

  private void lookForMissing() {
    watching = false;
    long now = clock.nanos();
    Open next = null;
    for (Open answer : open) {
      if (now - answer.sentNanos <= waitNanos) {
        next = answer;
        break;
      }
      isMissing(answer);
    }
    if (next != null) {
      watch(next.sentNanos + waitNanos - now + 1);
    }
  }
}
