package io.sluice.gateway.internal.publish;

import io.sluice.core.Waiter;
import io.sluice.gateway.internal.limit.SharedLimiter;
import org.jspecify.annotations.Nullable;

/**
 * A connection's part of the node's rate. What was read cannot be unread, so frames that come while
 * the connection waits pass and are owed; its turn comes when it can pay for them, and only then is it
 * read again. Belongs to the connection's event loop.
 */
final class NodeRateWaiter {

  /** Compressed, a batch may have more messages than bytes. */
  private static final long MOST_MESSAGES_OF_FEW_BYTES = 1000;

  private final SharedLimiter node;
  private @Nullable Waiter waiter;
  private boolean waiting;
  private long owedMessages;
  private long owedBytes;

  NodeRateWaiter(SharedLimiter node) {
    this.node = node;
  }

  /**
   * Counts a frame that passes.
   *
   * @param onTurn has {@link #pay} called on the connection's event loop; the same each time
   * @return whether the connection has to wait from now on
   */
  boolean passed(long claimedMessages, long bytes, Runnable onTurn) {
    if (!waiting && !node.isLimited()) {
      return false;
    }
    // A false number of messages may block the client's topic, but must not block the node.
    long messages = Math.min(claimedMessages, Math.max(MOST_MESSAGES_OF_FEW_BYTES, bytes));
    if (waiting) {
      owedMessages += messages;
      owedBytes += bytes;
      return true;
    }
    if (node.mustWait()) {
      owedMessages = messages;
      owedBytes = bytes;
      joinQueue(messages, bytes, onTurn);
      return true;
    }
    if (node.consume(messages, bytes)) {
      return false;
    }
    // This frame has taken the last tokens. The connection waits until the node has any again.
    joinQueue(1, 1, onTurn);
    return true;
  }

  private void joinQueue(long messages, long bytes, Runnable onTurn) {
    if (waiter == null) {
      waiter = node.newWaiter(onTurn);
    }
    waiting = true;
    waiter.join(messages, bytes);
  }

  /**
   * Pays for the frames that are owed, if it is the connection's turn.
   *
   * @return whether the connection may be read again
   */
  boolean pay() {
    if (waiter == null || !waiter.hasTurn()) {
      return false;
    }
    if (owedMessages > 0 && !waiter.tryUse(owedMessages, owedBytes)) {
      waiter.join(owedMessages, owedBytes);
      return false;
    }
    owedMessages = 0;
    leave();
    return true;
  }

  boolean isWaiting() {
    return waiting;
  }

  /**
   * Leaves the queue. What the connection owes becomes a debt of the node's rate: otherwise a
   * client could get rid of it by connecting anew.
   */
  void leave() {
    if (waiter != null) {
      waiter.leave();
    }
    waiting = false;
    if (owedMessages > 0) {
      node.consume(owedMessages, owedBytes);
    }
    owedMessages = 0;
    owedBytes = 0;
  }
}
