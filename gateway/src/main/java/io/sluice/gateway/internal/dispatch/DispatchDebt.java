package io.sluice.gateway.internal.dispatch;

import io.sluice.core.NanoClock;
import io.sluice.core.Rate;
import io.sluice.core.Waiter;
import io.sluice.gateway.internal.limit.LimitRates;
import io.sluice.gateway.internal.limit.PolicyLimiter;
import java.util.function.Consumer;

/**
 * What a consumer owes to one limit for messages that have passed. It pays at once while the limit has
 * something left and no other consumer waits; otherwise bit by bit, whenever its turn comes in the limit's
 * queue, so that all consumers that owe there pay equally fast. Belongs to its connection's event loop.
 */
final class DispatchDebt {

  /** A turn is for about an eighth of what may be under way, so that permits go in small chunks. */
  private static final int TURNS_PER_WINDOW = 8;

  private static final long TENTH_OF_A_SECOND_NANOS = 100_000_000;

  /**
   * For this long after its wait a consumer still counts as waiting: the next message makes it wait
   * again.
   */
  private static final long MOMENT_NANOS = 1_000_000_000;

  private final PolicyLimiter limit;
  private final NanoClock clock;
  private final Waiter waiter;
  private long messages;

  /** At least one per message, so that each part that is paid has some. */
  private long bytes;

  private boolean waiting;
  private long sinceNanos;
  private long countedUntilNanos;
  private long endedNanos;
  private boolean hasWaited;

  /** Whether the consumer may have its first message; for good. */
  private boolean admitted;

  /** @param onTurn has {@link #pay} called on the event loop */
  DispatchDebt(PolicyLimiter limit, NanoClock clock, Consumer<DispatchDebt> onTurn) {
    this.limit = limit;
    this.clock = clock;
    this.waiter = limit.newWaiter(() -> onTurn.accept(this));
  }

  PolicyLimiter limit() {
    return limit;
  }

  long messages() {
    return messages;
  }

  boolean isWaiting() {
    return waiting;
  }

  /** Whether the consumer waits for this limit, or has within the last second. */
  boolean isThrottling(long nowNanos) {
    return waiting || (hasWaited && nowNanos - endedNanos < MOMENT_NANOS);
  }

  long sinceNanos() {
    return sinceNanos;
  }

  /**
   * Whether the consumer may have its first message. If the limit is spent, it waits for a turn before that, of which
   * it uses nothing: otherwise a client would get a message for every consumer that it opens, whatever the limit.
   */
  boolean admits() {
    if (!admitted && !waiting) {
      if (limit.mustWait()) {
        begin();
        waiter.join(1, 1);
      } else {
        admitted = true;
      }
    }
    return admitted;
  }

  /** Messages have passed to the client: charges them to the limit. */
  void add(long messageCount, long byteCount) {
    long byteTokens = Math.max(messageCount, byteCount);
    if (!waiting && !limit.mustWait()) {
      // May overdraw the limit: then all of its consumers wait until it has tokens again.
      limit.consume(messageCount, byteTokens);
      return;
    }
    messages += messageCount;
    bytes += byteTokens;
    if (!waiting) {
      begin();
      join();
    }
  }

  /** Pays as much as the turn is for, if the turn has come. */
  void pay() {
    if (!waiting || !waiter.hasTurn()) {
      return; // the debt has left the queue meanwhile
    }
    // At each turn, as the wait of a consumer that always owes something never ends.
    countWaiting(clock.nanos());
    while (messages > 0) {
      long part = part();
      long partBytes = bytesOf(part);
      if (!waiter.tryUse(part, partBytes)) {
        join();
        return;
      }
      messages -= part;
      bytes -= partBytes;
    }
    waiter.leave();
    end();
  }

  /**
   * Leaves the queue. What the consumer owes becomes a debt of the limit: otherwise a client could
   * get rid of it by closing the consumer.
   */
  void leave() {
    if (waiting) {
      waiter.leave();
      end();
      if (messages > 0) {
        limit.consume(messages, bytes);
      }
      messages = 0;
      bytes = 0;
    }
  }

  private void join() {
    long part = part();
    waiter.join(part, bytesOf(part));
  }

  private void begin() {
    long now = clock.nanos();
    if (!isThrottling(now)) {
      sinceNanos = now;
    }
    countedUntilNanos = now;
    waiting = true;
    limit.throttled();
  }

  private void end() {
    admitted = true;
    waiting = false;
    hasWaited = true;
    endedNanos = clock.nanos();
    countWaiting(endedNanos);
    limit.unthrottled();
  }

  private void countWaiting(long nowNanos) {
    limit.throttledFor(nowNanos - countedUntilNanos);
    countedUntilNanos = nowNanos;
  }

  /** How many messages are paid for at a time. */
  private long part() {
    return Math.max(1, Math.min(messages, window(bytes / messages) / TURNS_PER_WINDOW));
  }

  private long bytesOf(long part) {
    return part == messages ? bytes : bytes / messages * part;
  }

  /**
   * How many messages of this size may be under way to one consumer: a tenth of a second's worth of
   * the rate, divided among the consumers that wait.
   */
  long window(long bytesPerMessage) {
    LimitRates rates = limit.rates();
    if (!rates.enforce()) {
      return PermitWindow.WIDEST_WINDOW;
    }
    int sharers = Math.max(1, limit.waiting());
    return Math.min(
        share(rates.messages(), sharers),
        share(rates.bytes(), sharers) / Math.max(1, bytesPerMessage));
  }

  private static long share(Rate rate, int sharers) {
    return rate.isUnlimited()
        ? PermitWindow.WIDEST_WINDOW
        : Math.min(PermitWindow.WIDEST_WINDOW, rate.tokensIn(TENTH_OF_A_SECOND_NANOS)) / sharers;
  }
}
