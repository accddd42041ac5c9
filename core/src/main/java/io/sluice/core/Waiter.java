package io.sluice.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * One place in a limiter's {@link ThrottleQueue}: in the gateway, that of a producer with
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
  private static final VarHandle STATE = AtomicField.of(MethodHandles.lookup(), "state", int.class);
  private static final VarHandle NOTED =
      AtomicField.of(MethodHandles.lookup(), "noted", boolean.class);

  private final ThrottleQueue queue;
  private final Limiter limiter;
  private final Runnable onTurn;
  private volatile int state = IDLE;
  private volatile boolean noted;

  final Share messages;
  final Share bytes;

  // The place in the queue: touched by the queue's work only.
  boolean linked;
  long creditedInRound = Round.NONE;
  long awayInRound = Round.NONE;

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
   * Queues up for a frame of this size, at the end. After a turn, what it was entitled to and did
   * not use counts towards that frame.
   *
   * @throws IllegalArgumentException if an amount is not positive
   * @throws IllegalStateException if it is queued already
   */
  public void join(long messageCount, long byteCount) {
    Limiter.requirePositive(messageCount, byteCount);
    int before = state;
    if (before == WAITING) {
      throw new IllegalStateException("this waiter is queued already");
    }
    if (before == TURN) {
      messages.refund();
      bytes.refund();
    }
    messages.need(messageCount);
    bytes.need(byteCount);
    if (before == IDLE) {
      queue.entered();
    }
    state = WAITING;
    queue.changed(this);
  }

  /** Whether its turn has come and it has neither joined again nor left since. */
  public boolean hasTurn() {
    return state == TURN;
  }

  /**
   * Whether {@link #tryUse} would spend this from the turn's grant, unless the limit changes meanwhile:
   * for a caller that has to ask several limits before it spends from any.
   */
  public boolean canUse(long messageCount, long byteCount) {
    return state == TURN && covers(messages, messageCount) && covers(bytes, byteCount);
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
    if (!canUse(messageCount, byteCount)) {
      return false;
    }
    if (messages.isOpen() && bytes.isOpen()) {
      limiter.consume(messageCount, byteCount); // so that a limit that is off still counts
    } else {
      messages.use(messageCount);
      bytes.use(byteCount);
    }
    return true;
  }

  /** A turn that was given without a limit ends when there is one again. */
  private boolean covers(Share share, long tokens) {
    return share.covers(tokens) && (!share.isOpen() || share.isUnlimited(limiter));
  }

  /** Gives up the place in the queue, or the rest of the turn. Does nothing if it has neither. */
  public void leave() {
    if (STATE.compareAndSet(this, WAITING, IDLE)) {
      queue.left();
      queue.changed(this); // which gives back what was reserved so far
    } else {
      endTurn();
    }
  }

  /** Also called by the queue, for a callback that threw. */
  void endTurn() {
    if (state == TURN) {
      giveUp();
      state = IDLE;
      queue.left();
      queue.changed(this);
    }
  }

  boolean isWaiting() {
    return state == WAITING;
  }

  boolean isEntitled() {
    return messages.isEntitled() && bytes.isEntitled();
  }

  boolean hasAllItIsOwed() {
    return messages.missing() == 0 && bytes.missing() == 0;
  }

  /** Gives the turn, unless the waiter has left. */
  boolean startTurn() {
    return STATE.compareAndSet(this, WAITING, TURN);
  }

  void callBack() {
    onTurn.run();
  }

  /** Marks it as one whose change the queue has to look at; false if it is marked already. */
  boolean note() {
    return !noted && NOTED.compareAndSet(this, false, true);
  }

  void unnote() {
    noted = false;
  }

  void giveUp() {
    messages.giveUp();
    bytes.giveUp();
  }
}
