package io.sluice.gateway.internal.publish;

import io.netty.util.concurrent.ScheduledFuture;
import io.sluice.protocol.wire.CommandThrottleProducer.ThrottlingReason;
import org.jspecify.annotations.Nullable;

/** What a client was told of one producer, and what it has promised. Belongs to the event loop. */
final class Told {

  /** Why it was last told to wait. */
  ThrottlingReason reason = ThrottlingReason.TopicProduceQuotaExceeded;

  /** The number of what it was last told. */
  long lastRequestId;

  /** Until when it was last told to wait. */
  long untilNanos;

  /** Until when it has promised to send nothing. */
  long promisedUntilNanos;

  /** Whether it has answered in time of late, and so can be left to hold its messages itself. */
  boolean promised;

  /** Its turn is kept for what it will send now that it need not wait any more. */
  boolean hasTurn;

  /** Whether it has made use of that since it was last looked at. */
  boolean usesTurn;

  /** Since when it has it. */
  long turnSinceNanos;

  /** Whether it has left something of its last turn, having no more to send. */
  boolean leftTurn;

  /** The next look: before it would send too early, or at a turn that it does not use. */
  @Nullable
  ScheduledFuture<?> look;

  Told(long nowNanos) {
    untilNanos = nowNanos;
    promisedUntilNanos = nowNanos;
  }

  void cancelLook() {
    if (look != null) {
      look.cancel(false);
      look = null;
    }
  }
}
