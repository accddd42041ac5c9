package io.sluice.core;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for a {@link Limiter}, and in which order they go on: deficit round robin, in tokens
 * that were really taken.
 *
 * <p>The waiter at the head is given a quantum of messages and bytes, taken from the limiter at
 * that moment. If that and what it kept from earlier rounds covers its next frame, it has its turn,
 * with all of that reserved as its grant; otherwise it goes to the end of the queue and keeps what
 * it has. So every round gives everybody the same amount, whether they send single messages or
 * large batches, and a frame larger than the burst gets through by saving for it. As a turn spends
 * only what is reserved, waking many waiters cannot spend anything twice; what a turn leaves over
 * is given back.
 *
 * <p>When there is not enough for the next quantum, one wake-up is scheduled for when there will
 * be, about {@value #SLICE_MILLIS} ms worth of the rate at a time. Changing the limit, or giving
 * tokens back through a waiter, looks at once.
 *
 * <p>Joining, leaving and having a turn take constant time, whoever else waits, and no thread ever
 * blocks: the queue itself is only touched by {@link #work}, which is run by whichever thread has
 * something for it, one at a time.
 */
public final class ThrottleQueue {

  /** Short enough not to be felt by who is being throttled, long enough to cost little. */
  private static final int SLICE_MILLIS = 10;

  private static final long SLICE_NANOS = SLICE_MILLIS * 1_000_000L;

  /** A slice is divided among at most so many waiters: more would make crumbs of it. */
  private static final int MOST_PARTS = 64;

  private final Limiter limiter;
  private final WakeUpTimer timer;
  private final OneAtATime turns = new OneAtATime(this::work);

  /** Waiters that joined or left since the last work: at most one entry per call under way. */
  private final ConcurrentLinkedQueue<Waiter> changed = new ConcurrentLinkedQueue<>();

  // From here on: touched by work only.
  private @Nullable Waiter head;
  private @Nullable Waiter tail;
  private @Nullable WakeUp wakeUp;
  private volatile int size; // read by others

  /** Becomes the one queue of this limiter. */
  public ThrottleQueue(Limiter limiter, WakeUpTimer timer) {
    this.limiter = limiter;
    this.timer = timer;
    limiter.onChange(turns::signal);
  }

  /**
   * Somebody who may wait here; it does not yet. A callback that throws is reported to its thread's
   * handler of uncaught exceptions, and the others go on.
   */
  public Waiter newWaiter(Runnable onTurn) {
    return new Waiter(this, limiter, onTurn);
  }

  /** Whether nobody waits: then a newcomer overtakes nobody by using the limiter directly. */
  public boolean isEmpty() {
    return size == 0;
  }

  /** How many wait. */
  public int size() {
    return size;
  }

  void changed(Waiter waiter) {
    changed.add(waiter);
    turns.signal();
  }

  void refunded() {
    if (!isEmpty()) {
      turns.signal();
    }
  }

  private void work() {
    for (Waiter waiter = changed.poll(); waiter != null; waiter = changed.poll()) {
      if (waiter.isWaiting()) {
        if (!waiter.linked) {
          append(waiter);
        }
      } else if (waiter.linked) {
        dismiss(waiter);
      }
    }
    if (wakeUp != null && wakeUp.isOver) {
      wakeUp = null;
    }
    giveTurns();
  }

  private void giveTurns() {
    for (Waiter waiter = head; waiter != null; waiter = head) {
      if (!waiter.isWaiting()) {
        dismiss(waiter);
      } else if (!reserve(waiter)) {
        wakeUpFor(waiter);
        return;
      } else if (waiter.isCovered()) {
        startTurn(waiter);
      } else {
        unlink(waiter);
        append(waiter);
      }
    }
    if (wakeUp != null) {
      wakeUp.cancel();
      wakeUp = null;
    }
  }

  /** Takes what a round gives this waiter of each quantity it lacks: of all, or of none. */
  private boolean reserve(Waiter waiter) {
    boolean enforced = limiter.isEnforced();
    waiter.messages.setOpen(!enforced || limiter.messages().isUnlimited());
    waiter.bytes.setOpen(!enforced || limiter.bytes().isUnlimited());
    long messages = quantum(waiter.messages, limiter.messages());
    long bytes = quantum(waiter.bytes, limiter.bytes());
    if (messages > 0 && !limiter.messages().tryConsume(messages)) {
      return false;
    }
    if (bytes > 0 && !limiter.bytes().tryConsume(bytes)) {
      if (messages > 0) {
        limiter.messages().refund(messages);
      }
      return false;
    }
    waiter.messages.reserve(messages);
    waiter.bytes.reserve(bytes);
    return true;
  }

  private long quantum(Share share, TokenBucket bucket) {
    if (share.missing() == 0) {
      return 0;
    }
    return size == 1
        ? portion(share, bucket) // nobody to share with
        : Math.max(1, slice(bucket) / Math.min(size, MOST_PARTS));
  }

  /** What is worth waking up for. */
  private long portion(Share share, TokenBucket bucket) {
    long slice = slice(bucket);
    return size == 1 ? Math.max(slice, Math.min(bucket.burst(), share.missing())) : slice;
  }

  private static long slice(TokenBucket bucket) {
    return Math.min(bucket.burst(), bucket.rate().tokensIn(SLICE_NANOS));
  }

  private void startTurn(Waiter waiter) {
    unlink(waiter);
    if (!waiter.startTurn()) {
      waiter.refund();
      return;
    }
    try {
      waiter.callBack();
    } catch (RuntimeException | Error e) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
    }
  }

  private void wakeUpFor(Waiter waiter) {
    long delay =
        Math.max(
            nanosUntilPortion(waiter.messages, limiter.messages()),
            nanosUntilPortion(waiter.bytes, limiter.bytes()));
    long at = limiter.messages().clock().nanos() + delay;
    if (wakeUp != null) {
      if (wakeUp.atNanos - at <= 0) {
        return; // it comes early enough, and will look again
      }
      wakeUp.cancel();
    }
    wakeUp = new WakeUp(at, delay);
  }

  private long nanosUntilPortion(Share share, TokenBucket bucket) {
    return share.missing() == 0 ? 0 : bucket.nanosUntil(portion(share, bucket));
  }

  private void append(Waiter waiter) {
    waiter.linked = true;
    waiter.previous = tail;
    if (tail == null) {
      head = waiter;
    } else {
      tail.next = waiter;
    }
    tail = waiter;
    resize(1);
  }

  /** Takes out one that has left. */
  private void dismiss(Waiter waiter) {
    unlink(waiter);
    waiter.refund();
  }

  private void unlink(Waiter waiter) {
    Waiter before = waiter.previous;
    Waiter after = waiter.next;
    if (before == null) {
      head = after;
    } else {
      before.next = after;
    }
    if (after == null) {
      tail = before;
    } else {
      after.previous = before;
    }
    waiter.previous = null;
    waiter.next = null;
    waiter.linked = false;
    resize(-1);
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // work is the only writer
  private void resize(int change) {
    size += change;
  }

  private final class WakeUp implements Runnable {

    private final long atNanos;
    private final Future<?> scheduled;
    private volatile boolean isOver;

    WakeUp(long atNanos, long delayNanos) {
      this.atNanos = atNanos;
      this.scheduled = timer.schedule(this, delayNanos);
    }

    @Override
    public void run() {
      isOver = true;
      turns.signal();
    }

    void cancel() {
      scheduled.cancel(false);
    }
  }
}
