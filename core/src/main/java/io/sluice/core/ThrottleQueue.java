package io.sluice.core;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The queue in front of a {@link Limiter}, and the order in which its waiters go on: deficit round
 * robin, with tokens that are really taken before a turn is given.
 *
 * <p>In every round each waiter is given the same credit, a quantum of messages and of bytes. One
 * whose credit does not cover its next frame goes to the end of the queue and keeps it. One whose
 * credit does stays at the head until tokens for all of it have been taken from the limiter; then
 * it has its turn, with those tokens as its grant. So every waiter gets the same, whether it sends
 * single messages or large batches; a frame larger than the burst gets through, as it is saved for;
 * and as tokens are taken for one waiter at a time, and a turn spends only those, waking many
 * waiters spends nothing twice. What a turn leaves over is given back.
 *
 * <p>A round starts when every waiter has had the last one and is back from its turn. It waits for
 * waiters that are not back no longer than {@value #SLICE_MILLIS} ms, and only once. Without that,
 * waiters that save for large frames would get more rounds than those that are away sending small ones.
 *
 * <p>When there are too few tokens, one wake-up is scheduled for when there will be enough, for a
 * slice of about {@value #SLICE_MILLIS} ms worth of the rate at a time. Changing the limit or
 * giving tokens back looks at once.
 *
 * <p>Joining, leaving and having a turn take constant time, however many wait, and no thread ever
 * blocks: the queue itself is only touched by {@link #work}, which is run by whichever thread has
 * something for it, one at a time.
 */
public final class ThrottleQueue {

  /** Short enough not to be felt by a throttled producer, long enough to cost little. */
  private static final int SLICE_MILLIS = 10;

  private static final long SLICE_NANOS = SLICE_MILLIS * 1_000_000L;

  private static final long NEVER = Long.MAX_VALUE;

  private final Limiter limiter;
  private final NanoClock clock;
  private final WakeUpTimer timer;
  private final OneAtATime turns = new OneAtATime(this::work);
  private final AtomicInteger size = new AtomicInteger();

  /** Waiters that joined or left since the last work, each at most once. */
  private final ConcurrentLinkedQueue<Waiter> changed = new ConcurrentLinkedQueue<>();

  private volatile boolean limitChanged;

  // From here on: touched by work only.
  private final WaiterList waiting = new WaiterList();
  private @Nullable WakeUp wakeUp;
  private final Round round = new Round();
  private long lastTurnNanos;

  /** Becomes the one queue of this limiter. */
  public ThrottleQueue(Limiter limiter, WakeUpTimer timer) {
    this.limiter = limiter;
    this.timer = timer;
    this.clock = limiter.messages().clock();
    this.lastTurnNanos = clock.nanos() - SLICE_NANOS;
    limiter.listener(new Limiter.Listener() {
      @Override
      public void limitChanged() {
        limitChanged = true;
        turns.signal();
      }

      @Override
      public void tokensReturned() {
        if (!isEmpty()) {
          turns.signal();
        }
      }
    });
  }

  /**
   * A waiter for this queue; it does not wait yet. If its callback throws, it has given up its turn;
   * what it threw is reported to its thread's handler of uncaught exceptions, and the others go on.
   */
  public Waiter newWaiter(Runnable onTurn) {
    return new Waiter(this, limiter, onTurn);
  }

  /** Whether no waiter waits or has a turn: then a newcomer that uses the limiter overtakes none. */
  public boolean isEmpty() {
    return size() == 0;
  }

  /** How many wait or have their turn. */
  public int size() {
    return size.get();
  }

  /**
   * About how long it takes until a waiter that wants so much has its turn, if all that wait now want
   * as much: a guess, as others come and go. 0 while the limit is not enforced.
   *
   * @throws IllegalArgumentException if an amount is not positive
   */
  public long nanosUntilTurn(long messageCount, long byteCount) {
    long debt = limiter.nanosUntil(1, 1);
    if (!limiter.isEnforced()) {
      return 0;
    }
    int waiters = Math.max(1, size());
    long earning = Math.max(
        nanosToEarn(limiter.messages(), messageCount, waiters),
        nanosToEarn(limiter.bytes(), byteCount, waiters));
    return earning > Long.MAX_VALUE - debt ? Long.MAX_VALUE : debt + earning;
  }

  private static long nanosToEarn(TokenBucket bucket, long tokens, int times) {
    return bucket.isUnlimited()
        ? 0
        : WideMath.multiplyAddDivide(bucket.rate().nanosToEarn(tokens), times, 0, 1);
  }

  void entered() {
    size.incrementAndGet();
  }

  void left() {
    size.decrementAndGet();
  }

  void changed(Waiter waiter) {
    if (waiter.note()) {
      changed.add(waiter);
    }
    turns.signal();
  }

  private void work() {
    boolean idle = waiting.size() == 0 && !round.isSomebodyAway();
    for (Waiter waiter = changed.poll(); waiter != null; waiter = changed.poll()) {
      waiter.unnote();
      if (!waiter.hasTurn()) {
        round.isBack(waiter);
      }
      if (waiter.isWaiting()) {
        if (waiter.linked) {
          dismiss(waiter); // it left and joined again
        }
        waiting.append(waiter);
      } else if (waiter.linked) {
        dismiss(waiter);
      }
    }
    if (limitChanged) {
      limitChanged = false;
      lastTurnNanos = clock.nanos() - SLICE_NANOS;
      round.divide(limiter, waiting.size());
    }
    if (idle && waiting.size() > 0) {
      // What the last round has divided may be spent: the first waiter would save for it again.
      round.restart(limiter, waiting.size());
    }
    scheduleWakeUp(serve());
  }

  /** Gives turns while there are tokens; answers how long to wait for more. */
  private long serve() {
    boolean worthIt = false;
    for (Waiter waiter = waiting.first(); waiter != null; waiter = waiting.first()) {
      if (!waiter.isWaiting()) {
        dismiss(waiter);
        continue;
      }
      openWhatIsUnlimited(waiter);
      if (!round.hasCredited(waiter)) {
        round.credit(waiter);
        if (!waiter.isEntitled()) {
          waiting.moveToEnd(waiter);
          continue;
        }
      } else if (!waiter.isEntitled()) { // every waiter has had this round
        long pause = nanosUntilRound();
        if (pause > 0) {
          return pause;
        }
        round.next(limiter, waiting.size());
        continue;
      }
      round.trim(waiter);
      long wait = worthIt ? 0 : nanosUntilSlice(waiter);
      if (wait > 0) {
        return wait;
      }
      waiter.messages.reserve();
      waiter.bytes.reserve();
      worthIt = waiter.hasAllItIsOwed();
      if (worthIt) {
        giveTurn(waiter);
      }
    }
    return NEVER;
  }

  private void openWhatIsUnlimited(Waiter waiter) {
    waiter.messages.setOpen(waiter.messages.isUnlimited(limiter));
    waiter.bytes.setOpen(waiter.bytes.isUnlimited(limiter));
  }

  /** What is worth waking up for; half a burst at most, as a full bucket earns nothing. */
  static long slice(TokenBucket bucket) {
    return Math.min(halfBurst(bucket), bucket.rate().tokensIn(SLICE_NANOS));
  }

  private static long halfBurst(TokenBucket bucket) {
    return Math.max(1, bucket.burst() / 2);
  }

  private long nanosUntilRound() {
    if (!round.isSomebodyAway()) {
      return 0;
    }
    long pause = Math.min(nanosToEarnSlice(limiter.messages()), nanosToEarnSlice(limiter.bytes()));
    return Math.max(0, lastTurnNanos + pause - clock.nanos());
  }

  private static long nanosToEarnSlice(TokenBucket bucket) {
    return bucket.isUnlimited()
        ? SLICE_NANOS
        : Math.min(SLICE_NANOS, bucket.rate().nanosToEarn(slice(bucket)));
  }

  /** The wait for a slice, or for what the waiter is owed if that is more; 0 if it has it all. */
  private long nanosUntilSlice(Waiter waiter) {
    return Math.max(
        nanosUntilSlice(waiter.messages, limiter.messages()),
        nanosUntilSlice(waiter.bytes, limiter.bytes()));
  }

  private static long nanosUntilSlice(Share share, TokenBucket bucket) {
    long missing = share.missing();
    return missing == 0
        ? 0
        : bucket.nanosUntil(Math.min(halfBurst(bucket), Math.max(missing, slice(bucket))));
  }

  private void giveTurn(Waiter waiter) {
    waiting.remove(waiter);
    if (!waiter.startTurn()) {
      waiter.giveUp();
      return;
    }
    lastTurnNanos = clock.nanos();
    round.isAway(waiter);
    try {
      waiter.callBack();
    } catch (Throwable e) { // also a checked one that was thrown without being declared
      waiter.endTurn();
      report(e);
    }
  }

  /** Takes out one that has left. */
  private void dismiss(Waiter waiter) {
    waiting.remove(waiter);
    waiter.giveUp();
  }

  private void scheduleWakeUp(long delayNanos) {
    if (wakeUp != null && wakeUp.isOver) {
      wakeUp = null;
    }
    long at = clock.nanos() + delayNanos;
    if (wakeUp != null) {
      if (delayNanos != NEVER && wakeUp.atNanos - at <= 0) {
        return; // it comes early enough, and will look again
      }
      wakeUp.cancel();
      wakeUp = null;
    }
    if (delayNanos != NEVER) {
      try {
        WakeUp next = new WakeUp(at);
        next.scheduled = timer.schedule(next, delayNanos);
        wakeUp = next;
      } catch (RuntimeException e) {
        report(e); // the next waiter that joins or leaves will try again
      }
    }
  }

  private static void report(Throwable fault) {
    Thread thread = Thread.currentThread();
    try {
      thread.getUncaughtExceptionHandler().uncaughtException(thread, fault);
    } catch (Throwable e) {
      // As the JVM does: a fault of the handler of faults has nowhere to go.
    }
  }

  private final class WakeUp implements Runnable {

    private final long atNanos;
    private @Nullable Future<?> scheduled;
    private volatile boolean isOver;

    WakeUp(long atNanos) {
      this.atNanos = atNanos;
    }

    void cancel() {
      if (scheduled != null) {
        scheduled.cancel(false);
      }
    }

    @Override
    public void run() {
      isOver = true;
      turns.signal();
    }
  }
}
