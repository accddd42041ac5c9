package io.sluice.gateway.internal.publish;

import io.sluice.core.Waiter;
import io.sluice.gateway.internal.limit.PolicyLimiter;
import org.jspecify.annotations.Nullable;

/**
 * A producer's wait for one of its limits: in the queue, with a turn, or neither while it need not wait.
 * Belongs to the connection's event loop.
 */
final class LimitWait {

  final PolicyLimiter limit;

  /** Made when the producer has to wait for the first time, as most producers never do. */
  private @Nullable Waiter waiter;

  private boolean queued;

  LimitWait(PolicyLimiter limit) {
    this.limit = limit;
  }

  /** Whether a frame may pass, by its turn or because no producer has to wait. */
  boolean opensTo(long messages, long bytes) {
    return (waiter != null && waiter.hasTurn())
        ? waiter.canUse(messages, bytes)
        : !limit.isLimited() || !limit.mustWait();
  }

  /** Charges a frame that passes to the limit, exactly once; answers whether tokens may be left. */
  boolean use(long messages, long bytes) {
    return (waiter != null && waiter.tryUse(messages, bytes))
        || !(limit.isLimited() || limit.countsAll())
        || limit.consume(messages, bytes);
  }

  /**
   * Queues up; what is left of a turn counts towards the next. It must not be queued already.
   *
   * @param onTurn called on any thread when the turn has come; the same each time
   */
  void join(long messages, long bytes, Runnable onTurn) {
    if (waiter == null) {
      waiter = limit.newWaiter(onTurn);
    }
    queued = true;
    limit.throttled();
    waiter.join(messages, bytes);
  }

  boolean hasTurn() {
    return waiter != null && waiter.hasTurn();
  }

  /** Whether it is in the queue and its turn has not come. */
  boolean isQueued() {
    if (queued && hasTurn()) {
      queued = false;
      limit.unthrottled();
    }
    return queued;
  }

  /** Whether the producer waits for this limit, or would have to with its next frame. */
  boolean mustWait() {
    return isQueued() || (!hasTurn() && limit.isLimited() && limit.mustWait());
  }

  /** Gives up its place in the queue, or the rest of its turn. */
  void leave() {
    if (waiter != null) {
      waiter.leave();
    }
    if (queued) {
      queued = false;
      limit.unthrottled();
    }
  }
}
