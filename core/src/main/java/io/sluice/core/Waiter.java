package io.sluice.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who waits for a limiter, in its {@link ThrottleQueue}: in the gateway, a producer with
 * frames in hand. It is used over and over: {@link #join} with the size of the first frame; when
 * the turn comes, {@link #tryUse} for that frame and the next ones, as far as the turn's grant
 * goes; then {@link #join} again, or {@link #leave}.
 *
 * <p>A waiter belongs to one owner: its methods must not run on two threads at once. The callback
 * runs on whichever thread gave the turn, so it must be quick; an owner with a thread of its own
 * only hands over there. By the time it gets to look, it may have left in between: it asks {@link
 * #hasTurn} first.
 */
public final class Waiter {

  private static final int IDLE = 0;
  private static final int WAITING = 1;
  private static final int TURN = 2;
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Waiter.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final ThrottleQueue queue;
  private final Limiter limiter;
  private final Runnable onTurn;
  private volatile int state = IDLE;

  final Share messages;
  final Share bytes;

  // The place in the queue: touched by the queue's work only.
  boolean linked;
  long pass; // the last one that served it

  @Nullable
  Waiter next;

  @Nullable
  Waiter previous;

  Waiter(ThrottleQueue queue, Limiter limiter, Runnable onTurn) {
    this.queue = queue;
    this.limiter = limiter;
    this.onTurn = onTurn;
    this.messages = new Share(limiter.messages());
    this.bytes = new Share(limiter.bytes());
  }

  /**
   * Queues up for a frame of this size, at the end. After a turn, what is left of the grant counts
   * towards that frame.
   *
   * @throws IllegalArgumentException if an amount is not positive
   * @throws IllegalStateException if it is queued already
   */
  public void join(long messageCount, long byteCount) {
    Limiter.requirePositive(messageCount, byteCount);
    int before = state;
    switch (before) {
      case IDLE -> {
        messages.need(messageCount);
        bytes.need(byteCount);
      }
      case TURN -> {
        messages.needNext(messageCount);
        bytes.needNext(byteCount);
      }
      default -> throw new IllegalStateException("this waiter is queued already");
    }
    state = WAITING;
    if (before == IDLE) {
      queue.joined(this);
    } else {
      queue.changed(this);
    }
  }

  /** Whether its turn has come and it has neither joined again nor left since. */
  public boolean hasTurn() {
    return state == TURN;
  }

  /**
   * Spends from the turn's grant.
   *
   * @return false if it is not this waiter's turn, or the grant does not go that far: join again
   *     then
   * @throws IllegalArgumentException if an amount is not positive
   */
  public boolean tryUse(long messageCount, long byteCount) {
    Limiter.requirePositive(messageCount, byteCount);
    if (state != TURN || !messages.covers(messageCount) || !bytes.covers(byteCount)) {
      return false;
    }
    if (messages.isOpen() && bytes.isOpen() && !limiter.isEnforced()) {
      limiter.consume(messageCount, byteCount); // counts what it would have done
    } else {
      messages.use(messageCount);
      bytes.use(byteCount);
    }
    return true;
  }

  /** Gives up the place in the queue, or the rest of the turn. Does nothing if it has neither. */
  public void leave() {
    if (STATE.compareAndSet(this, WAITING, IDLE)) {
      queue.left(this); // which gives back what was reserved so far
    } else if (state == TURN) {
      refund();
      state = IDLE;
      queue.left(this);
    }
  }

  boolean isWaiting() {
    return state == WAITING;
  }

  boolean isCovered() {
    return messages.missing() == 0 && bytes.missing() == 0;
  }

  /** Gives the turn, unless the waiter has left. */
  boolean startTurn() {
    return STATE.compareAndSet(this, WAITING, TURN);
  }

  void callBack() {
    onTurn.run();
  }

  void refund() {
    messages.refund();
    bytes.refund();
  }
}
