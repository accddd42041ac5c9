package io.sluice.core;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for a {@link Limiter}, and in which order they go on: deficit round robin, in tokens
 * that were really taken.
 *
 * <p>The queue is served in passes. A pass divides what the limiter has at that moment into equal
 * quanta of messages and bytes and goes through the queue from the head, giving each waiter one. If
 * that and what it kept from earlier passes covers its next frame, it has its turn, with all of
 * that reserved as its grant; otherwise it keeps what it has and goes to the end. So everybody gets
 * the same, whether they send single messages or large batches, and a frame larger than the burst
 * gets through by saving for it. As a turn spends only what is reserved, waking many waiters cannot
 * spend anything twice; what a turn leaves over is given back.
 *
 * <p>A pass starts when there is enough for it, about {@value #SLICE_MILLIS} ms worth of the rate,
 * and not sooner than that after the last one, so that those who had their turn then can be back in
 * the queue. One wake-up is scheduled for that moment. Somebody who is alone waits for nobody, and
 * a change of the limit starts a pass at once.
 *
 * <p>Joining, leaving and having a turn take constant time, whoever else waits, and no thread ever
 * blocks: the queue itself is only touched by {@link #work}, which is run by whichever thread has
 * something for it, one at a time.
 */
public final class ThrottleQueue {

  /** Short enough not to be felt by who is being throttled, long enough to cost little. */
  private static final int SLICE_MILLIS = 10;

  private static final long SLICE_NANOS = SLICE_MILLIS * 1_000_000L;

  /** A pass is divided among at most so many waiters: more would make crumbs of it. */
  private static final int MOST_PARTS = 64;

  private final Limiter limiter;
  private final NanoClock clock;
  private final WakeUpTimer timer;
  private final OneAtATime turns = new OneAtATime(this::work);
  private final AtomicInteger size = new AtomicInteger();

  /** Waiters that joined or left since the last work: at most one entry per call under way. */
  private final ConcurrentLinkedQueue<Waiter> changed = new ConcurrentLinkedQueue<>();

  private volatile boolean limitChanged;

  // From here on: touched by work only.
  private @Nullable Waiter head;
  private @Nullable Waiter tail;
  private @Nullable WakeUp wakeUp;
  private long pass;
  private long passNanos;

  /** Becomes the one queue of this limiter. */
  public ThrottleQueue(Limiter limiter, WakeUpTimer timer) {
    this.limiter = limiter;
    this.timer = timer;
    this.clock = limiter.messages().clock();
    this.passNanos = clock.nanos() - SLICE_NANOS;
    limiter.onChange(this::limitChanged);
  }

  /**
   * Somebody who may wait here; it does not yet. A callback that throws is reported to its thread's
   * handler of uncaught exceptions, and the others go on.
   */
  public Waiter newWaiter(Runnable onTurn) {
    return new Waiter(this, limiter, onTurn);
  }

  /** Whether nobody waits or has a turn: then a newcomer who uses the limiter overtakes nobody. */
  public boolean isEmpty() {
    return size() == 0;
  }

  /** How many wait or have their turn. */
  public int size() {
    return size.get();
  }

  /** A waiter has joined. */
  void joined(Waiter waiter) {
    size.incrementAndGet();
    changed(waiter);
  }

  /** A waiter has joined again after its turn. */
  void changed(Waiter waiter) {
    changed.add(waiter);
    turns.signal();
  }

  /** A waiter has left, from the queue or from its turn. */
  void left(Waiter waiter) {
    size.decrementAndGet();
    changed(waiter);
  }

  private void limitChanged() {
    limitChanged = true;
    turns.signal();
  }

  private void work() {
    for (Waiter waiter = changed.poll(); waiter != null; waiter = changed.poll()) {
      if (waiter.isWaiting() && !waiter.linked) {
        append(waiter);
      } else if (!waiter.isWaiting() && waiter.linked) {
        dismiss(waiter);
      }
    }
    if (limitChanged) {
      limitChanged = false;
      passNanos = clock.nanos() - SLICE_NANOS;
    }
    if (head != null && nanosUntilPass(head) == 0) {
      serve();
    }
    scheduleWakeUp();
  }

  /** One pass: nobody is served twice, as the first who was comes last. */
  private void serve() {
    pass++;
    passNanos = clock.nanos();
    int parts = Math.max(1, Math.min(size(), MOST_PARTS)); // 0 if all have left this moment
    long messageQuantum = quantum(limiter.messages(), parts);
    long byteQuantum = quantum(limiter.bytes(), parts);
    for (Waiter waiter = head; waiter != null && waiter.pass != pass; waiter = head) {
      if (!waiter.isWaiting()) {
        dismiss(waiter);
      } else if (!reserve(waiter, messageQuantum, byteQuantum)) {
        return;
      } else {
        waiter.pass = pass;
        unlink(waiter);
        if (waiter.isCovered()) {
          startTurn(waiter);
        } else {
          append(waiter);
        }
      }
    }
  }

  /** What everybody gets, if there is anything to divide. */
  private static long quantum(TokenBucket bucket, int parts) {
    return Math.max(1, bucket.tokens() / parts);
  }

  /** Takes what this pass gives the waiter of each quantity: of both, or of none. */
  private boolean reserve(Waiter waiter, long messageQuantum, long byteQuantum) {
    boolean enforced = limiter.isEnforced();
    waiter.messages.setOpen(!enforced || limiter.messages().isUnlimited());
    waiter.bytes.setOpen(!enforced || limiter.bytes().isUnlimited());
    long messages = waiter.messages.due(messageQuantum);
    long bytes = waiter.bytes.due(byteQuantum);
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

  private void startTurn(Waiter waiter) {
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

  private long nanosUntilPass(Waiter first) {
    if (!limiter.isEnforced()) {
      return 0;
    }
    boolean alone = size() == 1;
    long sinceLast = clock.nanos() - passNanos;
    return Math.max(
        alone ? 0 : Math.max(0, SLICE_NANOS - sinceLast),
        Math.max(
            nanosUntilPortion(first.messages, limiter.messages(), alone),
            nanosUntilPortion(first.bytes, limiter.bytes(), alone)));
  }

  /** The wait for what is worth a pass: a slice, or all that somebody alone needs. */
  private static long nanosUntilPortion(Share share, TokenBucket bucket, boolean alone) {
    if (share.missing() == 0 || bucket.isUnlimited()) {
      return 0;
    }
    long portion = Math.max(bucket.rate().tokensIn(SLICE_NANOS), alone ? share.missing() : 0);
    return bucket.nanosUntil(Math.min(bucket.burst(), portion));
  }

  private void scheduleWakeUp() {
    if (wakeUp != null && wakeUp.isOver) {
      wakeUp = null;
    }
    if (head == null) {
      cancelWakeUp();
      return;
    }
    long delay = nanosUntilPass(head);
    long at = clock.nanos() + delay;
    if (wakeUp != null && wakeUp.atNanos - at <= 0) {
      return; // it comes early enough, and will look again
    }
    cancelWakeUp();
    wakeUp = new WakeUp(at, delay);
  }

  private void cancelWakeUp() {
    if (wakeUp != null) {
      wakeUp.cancel();
      wakeUp = null;
    }
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
