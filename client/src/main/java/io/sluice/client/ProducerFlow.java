package io.sluice.client;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.concurrent.ScheduledFuture;
import io.sluice.protocol.Frames;
import io.sluice.protocol.MalformedFrameException;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.CommandSend;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.pulsar.common.protocol.ByteBufPair;
import org.jspecify.annotations.Nullable;

/**
 * What one producer writes to one connection, from the first command that throttles it until all of that is over. First
 * it is <em>paused</em>: what it writes is held. Then a {@link SendWindow} lets that out, oldest first; when there was no
 * further command for a second, the window is lifted. Beside that there may be a <em>notice</em> that receipts can take
 * long; it holds nothing. Belongs to the connection's event loop.
 */
final class ProducerFlow {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long NOTICE = TimeUnit.MILLISECONDS.toNanos(1500);

  private final ChannelHandlerContext ctx;
  private final ProducerThrottle throttle;
  private final ClientClock clock;
  private final long closeWaitNanos;
  private final Consumer<ProducerFlow> whenOver;
  private final HeldFrames held = new HeldFrames();
  private final BaseCommand parsed = new BaseCommand();

  private boolean paused;
  private long pausedUntil;
  private ThrottleReason pausedFor = ThrottleReason.UNKNOWN;
  private @Nullable SendWindow window;
  private long windowUntil;
  private boolean noticed;
  private long noticedUntil;
  private boolean sentSinceNotice;
  private long firstSinceNotice;
  private boolean closing;
  private long closeAt;
  private boolean over;
  private @Nullable ScheduledFuture<?> wakeUp;
  private long wakeUpAt;

  /**
   * Starts with nothing.
   *
   * @param closeWaitNanos how long closing the producer may wait for what is held
   * @param whenOver called when frames of this producer need not come here any more
   */
  ProducerFlow(
      ChannelHandlerContext ctx,
      ProducerThrottle throttle,
      ClientClock clock,
      long closeWaitNanos,
      Consumer<ProducerFlow> whenOver) {
    this.ctx = ctx;
    this.throttle = throttle;
    this.clock = clock;
    this.closeWaitNanos = closeWaitNanos;
    this.whenOver = whenOver;
  }

  /** The producer is to write nothing for so long, instead of what it was told before. */
  void pause(ThrottleReason reason, long pauseNanos) {
    long now = clock.nanoTime();
    if (pauseNanos > 0) {
      paused = true;
      pausedUntil = now + pauseNanos;
      pausedFor = reason;
      window = null;
      noticed = false;
      throttle.throttled(reason, true, now, pausedUntil);
    } else if (paused) {
      endPause(now);
    }
    settle(now);
  }

  boolean isPausedFor(ThrottleReason reason) {
    return paused && pausedFor == reason;
  }

  /** What it writes may take long, but is not to be held. A pause says more than that. */
  void notice(ThrottleReason reason) {
    long now = clock.nanoTime();
    if (!paused) {
      noticed = true;
      noticedUntil = now + NOTICE;
      sentSinceNotice = false;
      throttle.throttled(reason, false, now, noticedUntil);
    }
    settle(now);
  }

  void send(ByteBufPair send, ChannelPromise promise) {
    if (paused || !held.isEmpty() || (window != null && !window.admits(send.readableBytes()))) {
      held.add(send, promise);
    } else {
      count(send);
      var unused = ctx.write(send, promise);
    }
  }

  /** What closes the producer keeps its place behind what is held, but not for longer than closing may take. */
  void close(Object frame, ChannelPromise promise) {
    long now = clock.nanoTime();
    closing = true;
    closeAt = now + closeWaitNanos;
    held.add(frame, promise);
    settle(now);
  }

  /** Something that the producer sent is answered. */
  void answered(long sequenceId) {
    long now = clock.nanoTime();
    if (noticed && sentSinceNotice && sequenceId >= firstSinceNotice) {
      endNotice(now);
    }
    if (window != null) {
      window.answered(sequenceId);
      writeHeld();
    }
    settle(now);
  }

  /** The producer begins anew, or never will: what is held is sent again by the client, or has failed. */
  void discard() {
    held.dropSends();
    end();
  }

  /** The connection has ended. */
  void fail(Throwable cause) {
    held.failAll(cause);
    end();
  }

  /** Whether it is over because the producer is closed. */
  boolean isClosed() {
    return closing && held.isEmpty();
  }

  private void end() {
    paused = false;
    noticed = false;
    window = null;
    throttle.resumed(clock.nanoTime());
    settle(clock.nanoTime());
  }

  private void endPause(long now) {
    paused = false;
    window = new SendWindow();
    windowUntil = now + SECOND;
    // A listener may come back here, so listeners are called last.
    throttle.resumed(now);
  }

  private void endNotice(long now) {
    noticed = false;
    if (!paused) {
      throttle.resumed(now);
    }
  }

  private void wakeUp() {
    wakeUp = null;
    long now = clock.nanoTime();
    throttle.count(now);
    // A pause may last longer than messages do, and what they took must not be kept for all of it.
    held.dropTimedOut();
    settle(now);
  }

  /** Does what is due by now, and sees to it that what comes next is done in time. */
  private void settle(long now) {
    if (over) {
      return;
    }
    if (paused && pausedUntil - now <= 0) {
      endPause(now);
    }
    if (noticed && noticedUntil - now <= 0) {
      endNotice(now);
    }
    if (window != null && windowUntil - now <= 0) {
      window = null;
    }
    if (closing && (closeAt - now <= 0 || (paused && pausedUntil - closeAt > 0))) {
      // It cannot be sent in time: the client fails these messages once the producer is closed.
      held.dropSends();
    }
    writeHeld();
    if (isClosed() || (!paused && !noticed && window == null)) {
      over = true;
      cancelWakeUp();
      whenOver.accept(this);
      throttle.resumed(now);
    } else {
      wakeUpAt(nextDue(now), now);
    }
  }

  /** Writes what may be written of what is held. */
  private void writeHeld() {
    boolean written = false;
    while (!held.isEmpty()) {
      ByteBufPair send = held.firstSend();
      if (send != null) {
        if (send.refCnt() == 1) {
          held.dropTimedOut();
          continue;
        }
        if (paused || (window != null && !window.admits(send.readableBytes()))) {
          break;
        }
        count(send);
      }
      held.writeFirst(ctx);
      written = true;
    }
    if (written) {
      ctx.flush();
    }
  }

  /** Remembers what is about to be written, as far as its answer will matter. */
  private void count(ByteBufPair send) {
    if (window == null && (!noticed || sentSinceNotice)) {
      return;
    }
    try {
      Frames.parse(parsed, send.getFirst(), send.getFirst().readerIndex());
    } catch (MalformedFrameException e) {
      throw new IllegalStateException("the client's own SEND", e);
    }
    CommandSend command = parsed.getSend();
    long sequenceId = command.getSequenceId();
    if (window != null) {
      long highest = command.hasHighestSequenceId() ? command.getHighestSequenceId() : sequenceId;
      window.sent(sequenceId, highest, send.readableBytes());
    }
    if (noticed && !sentSinceNotice) {
      sentSinceNotice = true;
      firstSinceNotice = sequenceId;
    }
  }

  private long nextDue(long now) {
    // At the latest then what is throttled is counted, and what has timed out is dropped.
    long due = now + SECOND;
    if (paused) {
      due = earlier(due, pausedUntil);
    }
    if (noticed) {
      due = earlier(due, noticedUntil);
    }
    if (window != null) {
      due = earlier(due, windowUntil);
    }
    return closing ? earlier(due, closeAt) : due;
  }

  private static long earlier(long a, long b) {
    return a - b <= 0 ? a : b;
  }

  private void wakeUpAt(long due, long now) {
    // One that comes too early does no harm, so extending a pause costs no timer.
    if (wakeUp == null || wakeUpAt - due > 0) {
      cancelWakeUp();
      wakeUpAt = due;
      wakeUp = ctx.executor().schedule(this::wakeUp, due - now, TimeUnit.NANOSECONDS);
    }
  }

  private void cancelWakeUp() {
    if (wakeUp != null) {
      wakeUp.cancel(false);
      wakeUp = null;
    }
  }
}
