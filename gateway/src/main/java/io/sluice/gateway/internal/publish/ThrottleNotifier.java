package io.sluice.gateway.internal.publish;

import io.sluice.core.NanoClock;
import io.sluice.gateway.internal.limit.PolicyLimiter;
import io.sluice.gateway.internal.net.SessionContext;
import io.sluice.gateway.internal.publish.ProducerState.Closed;
import io.sluice.gateway.internal.publish.ProducerState.TurnKept;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.protocol.wire.CommandThrottleProducer.ThrottlingReason;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Tells an aware client of one producer that it is throttled, why and until when. A client that answers
 * with receipts holds the producer's messages itself; the producer keeps its place in the limit's queue as
 * if they were here, so that an aware client has the share that a stock client has. Belongs to the
 * connection's event loop.
 */
final class ThrottleNotifier implements ThrottleObserver {

  /** A pause is extended this long before its end, so that the client does not send in between. */
  private static final long HEADSTART_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** A pause that ends this soon is not ended by a command. */
  private static final long NOT_WORTH_A_COMMAND_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private static final long LONGEST_NANOS = TimeUnit.DAYS.toNanos(365);

  private final Producer producer;
  private final SessionContext session;
  private final NanoClock clock;
  private final ThrottleCommandWriter writer;
  private final PendingThrottleReceipts receipts;
  private final Runnable listener = this::limitMayHaveChanged;

  /** Of the last command: its reason, its request id, and until when it pauses the producer. */
  private ThrottlingReason reason = ThrottlingReason.TopicProduceQuotaExceeded;

  private long lastRequestId;
  private long pausedUntilNanos;

  /** Until when the client has promised, by its receipt, to send nothing. */
  private long promisedUntilNanos;

  private @Nullable Future<?> extension;

  ThrottleNotifier(
      Producer producer,
      SessionContext session,
      NanoClock clock,
      ThrottleCommandWriter writer,
      PendingThrottleReceipts receipts) {
    this.producer = producer;
    this.session = session;
    this.clock = clock;
    this.writer = writer;
    this.receipts = receipts;
    this.pausedUntilNanos = clock.nanos();
    this.promisedUntilNanos = pausedUntilNanos;
  }

  /** The broker has opened the producer. If a limit is exceeded just then, the client is told. */
  void opened() {
    producer.limits().forEachLimit(this::limitAdded);
    if (!producer.limits().openTo(1, 1)) {
      limitMayHaveChanged();
    }
  }

  @Override
  public void limitAdded(PolicyLimiter limit) {
    limit.listeners().add(listener);
  }

  @Override
  public void limitRemoved(PolicyLimiter limit) {
    limit.listeners().remove(listener);
  }

  /** Called on any thread. Runs later, as PRODUCER_SUCCESS may not have gone to the client yet. */
  private void limitMayHaveChanged() {
    session.execute(this::limitsChanged);
  }

  /**
   * Compares the limits with the pause that the client has. A client without a pause gets one if a
   * limit is closed. A client with a pause gets a shorter one if less than half of it is needed,
   * and its pause ends if no limit is closed any more.
   */
  @Override
  public void limitsChanged() {
    ProducerState state = producer.state();
    if (state instanceof Closed || state instanceof TurnKept) {
      return;
    }
    long left = pausedUntilNanos - clock.nanos();
    boolean paused = left > NOT_WORTH_A_COMMAND_NANOS;
    LimitWait longest = producer.limits().longest(this::guessNanos);
    if (longest != null) {
      long guess = guessNanos(longest);
      boolean knows = producer.isThrottled() || paused;
      if (!knows || guess < left / 2 - HEADSTART_NANOS) {
        pause(longest.limit, guess);
      }
    } else if (paused && !producer.isThrottled()) {
      endPause();
    }
  }

  /** How long the producer would wait: for the turn that it waits for, or for its next message. */
  private long guessNanos(LimitWait wait) {
    PolicyLimiter limit = wait.limit;
    long bytes = producer.traffic().bytesPerMessage();
    boolean forSlice = wait.isQueued() && producer.wantsSlice();
    return limit.nanosUntilTurn(
        TurnSize.messages(limit, forSlice, 1), TurnSize.bytes(limit, forSlice, bytes));
  }

  @Override
  public void waits(PolicyLimiter limit, long messages, long bytes) {
    pause(limit, limit.nanosUntilTurn(messages, bytes));
  }

  private void pause(PolicyLimiter limit, long guessNanos) {
    long nanos = Math.min(guessNanos, LONGEST_NANOS);
    long millis = Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos + 999_999));
    long now = clock.nanos();
    if (!session.isClientWritable()) {
      return;
    }
    reason = reason(limit);
    lastRequestId = writer.write(producer.traffic().id(), reason, millis);
    pausedUntilNanos = now + TimeUnit.MILLISECONDS.toNanos(millis);
    if (promisedUntilNanos - pausedUntilNanos > 0) {
      // The new pause replaces the last one, also if no receipt comes for it.
      promisedUntilNanos = pausedUntilNanos;
    }
    receipts.expect(lastRequestId, this, now, pausedUntilNanos);
    cancelExtension();
    extension = session.schedule(this::extend, Math.max(nanos / 2, nanos - HEADSTART_NANOS));
  }

  private static ThrottlingReason reason(PolicyLimiter limit) {
    if (limit.origin().equals(PolicyKey.BROKER)) {
      return ThrottlingReason.BrokerProduceQuotaExceeded;
    }
    return limit.kind().equals(PolicyKind.GROUP)
        ? ThrottlingReason.ResourceGroupProduceQuotaExceeded
        : ThrottlingReason.TopicProduceQuotaExceeded;
  }

  /** The pause is about to end: if its turn has not come, the producer has to wait for longer. */
  private void extend() {
    LimitWait longest = producer.limits().longest(this::guessNanos);
    if (longest != null && producer.isThrottled()) {
      pause(longest.limit, 2 * HEADSTART_NANOS + guessNanos(longest) / 2);
    }
  }

  @Override
  public void turnCame() {
    cancelExtension();
    endPause();
  }

  private void endPause() {
    long now = clock.nanos();
    if (pausedUntilNanos - now > NOT_WORTH_A_COMMAND_NANOS) {
      // Written even if the client's channel is not writable: otherwise the producer would wait out
      // a pause that is over.
      lastRequestId = writer.write(producer.traffic().id(), reason, 0);
    }
    pausedUntilNanos = now;
    promisedUntilNanos = now;
  }

  /** A frame is held: if the client had promised to hold it itself, the promise is broken. */
  @Override
  public void held(long nowNanos) {
    if (promisedUntilNanos - nowNanos > 0) {
      writer.metrics().broken();
    }
  }

  /** The client has answered a command in time. */
  void receiptInTime(long requestId, long untilNanos) {
    producer.receiptInTime();
    // Only a receipt for the last command is a promise: a later command may have ended the pause
    // that this receipt is for, and frames that the client sent after it are no breach.
    if (lastRequestId == requestId) {
      promisedUntilNanos = untilNanos;
    }
  }

  /** The client has not answered a command in time. */
  void receiptMissing() {
    producer.receiptMissing();
  }

  @Override
  public void closed() {
    cancelExtension();
  }

  private void cancelExtension() {
    if (extension != null) {
      extension.cancel(false);
      extension = null;
    }
  }
}
