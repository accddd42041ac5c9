package io.sluice.gateway.internal.publish;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import io.sluice.core.NanoClock;
import io.sluice.gateway.internal.limit.PolicyLimiter;
import io.sluice.gateway.internal.limit.PublishLimits;
import io.sluice.gateway.internal.session.Session;
import io.sluice.gateway.view.PauseReason;
import io.sluice.protocol.FramePeek;
import io.sluice.protocol.Frames;
import io.sluice.protocol.MalformedFrameException;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.CommandSend;
import io.sluice.protocol.wire.ServerError;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The producers of a connection that wait, and their frames. One that is over one of its limits waits in
 * that limit's queue, see {@link ProducerLimits}, and its frames wait in their order, what closes it included: published after that,
 * they would cost the client its connection. Other producers do not notice, until more is held than may
 * be. A producer whose client holds its frames itself waits here without them, see {@link ThrottleNotifier}.
 * Belongs to the connection's event loop.
 */
public final class ThrottledProducers {

  private static final long TICK_MILLIS = 1000;
  private static final long LEAST_TICK_MILLIS = 10;
  private static final String HELD_TOO_LONG =
      "the topic or its resource group is over its publish limit, and the message has waited for"
          + " longer than it may";

  private final PublishThrottle publishing;
  private final ThrottleNotifier telling;
  private final Session session;
  private final EventLoop loop;
  private final PublishLimits limits;
  private final PublishMetrics metrics;
  private final NanoClock clock;
  private final long maxHeldNanos;
  private final Runnable nodeRelief;
  private final Set<Producer> producers = new LinkedHashSet<>();
  private final FramePeek peek = new FramePeek();
  private final BaseCommand command = new BaseCommand();
  private long bytes;
  private boolean releasing;
  private @Nullable ScheduledFuture<?> ticker;

  ThrottledProducers(
      PublishThrottle publishing,
      ThrottleNotifier telling,
      Session session,
      PublishLimits limits,
      PublishMetrics metrics) {
    this.publishing = publishing;
    this.telling = telling;
    this.session = session;
    this.loop = session.client.eventLoop();
    this.limits = limits;
    this.metrics = metrics;
    this.clock = limits.clock();
    this.maxHeldNanos = TimeUnit.MILLISECONDS.toNanos(limits.settings().maxHeldMillis());
    this.nodeRelief =
        () -> session.later(() -> publishing.pauses().resume(PauseReason.NODE_HELD_BYTES));
  }

  /** Keeps a frame of a producer, which publishes or closes it, until its turn has come. */
  public void hold(Producer producer, ByteBuf frame) {
    HeldFrames held = producer.held;
    if (held == null) {
      held = new HeldFrames();
      producer.held = held;
    }
    long now = clock.nanos();
    long memoryBefore = held.memory();
    held.add(frame, now, session.client.alloc());
    changed(1, held.memory() - memoryBefore);
    telling.held(producer, now);
    if (!producer.isWaiting) {
      await(producer);
    }
    if (bytes >= limits.settings().maxHeldBytesPerConnection()) {
      publishing.pauses().pause(PauseReason.HELD_BYTES);
    }
    if (limits.held().isSpent() && publishing.pauses().pause(PauseReason.NODE_HELD_BYTES)) {
      limits.held().whenRelieved(nodeRelief);
    }
  }

  /** Has a producer wait for its limits, whether or not frames are held. */
  void await(Producer producer) {
    producer.isWaiting = true;
    producer.throttledSinceNanos = clock.nanos();
    producer.countedUntilNanos = producer.throttledSinceNanos;
    producer.waitsFor = null;
    producers.add(producer);
    startTicker();
    publishing.listenToGroups();
    if (hasTurns(producer)) {
      session.later(() -> release(producer)); // what made it wait is over already
    }
  }

  /**
   * Whether a producer's next frame may pass all of its limits. If not, it queues up for the first of
   * those that it cannot pass, unless it does already.
   */
  private boolean hasTurns(Producer producer) {
    ProducerLimits places = publishing.places(producer);
    if (places.isQueued()) {
      return false;
    }
    long messages = 1;
    long byteCount = 1;
    if (producer.held != null && !producer.held.isEmpty()) {
      producer.held.peek(peek);
      messages = Math.max(1, peek.messages());
      byteCount = Math.max(1, peek.bodyBytes());
    }
    LimitWait place = places.nextToJoin(messages, byteCount);
    if (place != null) {
      join(producer, place, messages, byteCount);
    }
    return place == null;
  }

  private void join(Producer producer, LimitWait place, long messages, long byteCount) {
    PolicyLimiter limit = place.limit;
    producer.countWaiting(clock.nanos());
    producer.waitsFor = limit;
    long turnMessages = ThrottleNotifier.turnMessages(producer, limit, messages);
    long turnBytes = ThrottleNotifier.turnBytes(producer, limit, byteCount);
    place.join(turnMessages, turnBytes);
    if (!place.hasTurn()) {
      telling.waits(producer, limit, turnMessages, turnBytes);
    }
    limit.audience().spent();
  }

  /** Lets a producer's frames go, as far as its turns go and the connection may publish. */
  void release(Producer producer) {
    if (!producer.isWaiting || producer.places == null || !hasTurns(producer)) {
      return; // it has left meanwhile, or has to wait for more than the one whose turn has come
    }
    HeldFrames held = producer.held;
    if (held != null && !held.isEmpty()) {
      ProducerLimits places = producer.places;
      takeOut(held, (frame, in, index) -> goesOn(producer, places, frame))
          .forEach(session::passToBroker);
    }
    if (!producer.isHeld()) {
      end(producer, telling.keepsTurn(producer));
    } else if (publishing.mayPublish()) {
      telling.exceedsTurn(producer);
      if (hasTurns(producer)) { // for the frame at which the release has stopped
        session.later(() -> release(producer));
      }
    }
    session.flushBroker();
    publishing.report();
  }

  private boolean goesOn(Producer producer, ProducerLimits places, FramePeek frame) {
    if (frame.type() == BaseCommand.Type.CLOSE_PRODUCER_VALUE) {
      return true;
    }
    int messages = Math.max(1, frame.messages());
    int byteCount = Math.max(1, frame.bodyBytes());
    if (!publishing.mayPublish() || !places.openTo(messages, byteCount)) {
      return false;
    }
    if (!places.use(messages, byteCount)) {
      places.tellAudiences();
    }
    publishing.passed(producer, messages, byteCount);
    return true;
  }

  /** Goes on with turns that have come while the connection could not publish. */
  public void releaseBlocked() {
    if (!producers.isEmpty() && !releasing) {
      releasing = true;
      session.later(() -> {
        releasing = false;
        List.copyOf(producers).forEach(this::release);
      });
    }
  }

  /**
   * Forgets what a producer would publish: it has ended, or the client will send all of it again. If
   * the client has closed it behind that, the broker is told now.
   */
  public void discard(Producer producer) {
    HeldFrames held = producer.held;
    if (held != null && !held.isEmpty()) {
      changed(-held.frames(), -held.memory());
      held.discard(peek).forEach(session::passToBroker);
      session.later(session::flushBroker); // it could end the session, and others are at work here
      publishing.report();
    }
    giveUp(producer);
  }

  /** Gives up the place or the turn of a producer of which nothing is held. */
  void giveUp(Producer producer) {
    if (producer.isWaiting) {
      end(producer, false);
    } else if (producer.places != null) {
      producer.places.leave();
    }
  }

  /** Forgets everything that waits: none of it was acknowledged. */
  public void discardAll() {
    List.copyOf(producers).forEach(this::discard);
  }

  private void end(Producer producer, boolean keepsTurn) {
    producers.remove(producer);
    producer.isWaiting = false;
    if (producer.places != null && !keepsTurn) {
      producer.places.leave();
    }
    producer.countWaiting(clock.nanos());
    if (producers.isEmpty()) {
      stopTicker();
    }
    if (producer.closing) {
      session.handles.closeProducer(producer.id);
    }
  }

  private List<ByteBuf> takeOut(HeldFrames held, HeldFrames.Gate gate) {
    int framesBefore = held.frames();
    long memoryBefore = held.memory();
    List<ByteBuf> runs = held.release(peek, gate);
    changed(held.frames() - framesBefore, held.memory() - memoryBefore);
    return runs;
  }

  private void changed(int frames, long memory) {
    bytes += memory;
    publishing.buffered(memory);
    limits.held().use(memory);
    metrics.held(frames);
    if (bytes <= limits.settings().maxHeldBytesPerConnection() / 2) {
      publishing.pauses().resume(PauseReason.HELD_BYTES);
    }
    if (bytes == 0 && publishing.pauses().resume(PauseReason.NODE_HELD_BYTES)) {
      limits.held().forget(nodeRelief); // whatever others hold, this one is no part of it
    }
  }

  private void startTicker() {
    if (ticker == null) {
      long millis = maxHeldNanos == 0
          ? TICK_MILLIS
          : Math.max(LEAST_TICK_MILLIS, Math.min(TICK_MILLIS, maxHeldNanos / 10_000_000));
      ticker = loop.scheduleWithFixedDelay(
          () -> session.guard(this::tick), millis, millis, TimeUnit.MILLISECONDS);
    }
  }

  private void stopTicker() {
    if (ticker != null) {
      ticker.cancel(false);
      ticker = null;
    }
    metrics.oldestHeld(this, 0);
  }

  private void tick() {
    long now = clock.nanos();
    producers.forEach(producer -> producer.countWaiting(now));
    if (maxHeldNanos > 0) {
      List.copyOf(producers).forEach(producer -> refuseExpired(producer, now));
    }
    metrics.oldestHeld(
        this,
        producers.stream().mapToLong(producer -> producer.heldNanos(now)).max().orElse(0));
  }

  /**
   * Answers the oldest frames with an error if they have waited for too long: only while the broker has
   * nothing else of the producer to answer, as clients want answers in order, and never one of several
   * chunks of a message.
   */
  private void refuseExpired(Producer producer, long now) {
    HeldFrames held = producer.held;
    if (held == null || held.isEmpty() || producer.pending > 0) {
      return;
    }
    List<ByteBuf> answers = new ArrayList<>();
    takeOut(held, (frame, in, index) -> {
          ByteBuf answer =
              now - held.oldestNanos() < maxHeldNanos ? null : refusal(producer, frame, in, index);
          return answer != null && answers.add(answer);
        })
        .forEach(ByteBuf::release);
    if (held.isEmpty()) {
      end(producer, false);
    } else if (peek.type() == BaseCommand.Type.CLOSE_PRODUCER_VALUE) {
      discard(producer); // nothing is left to wait for
    }
    publishing.report();
    metrics.refused(answers.size());
    answers.forEach(session::answer); // at the end, as a client that reads nothing is sent away
  }

  private @Nullable ByteBuf refusal(Producer producer, FramePeek frame, ByteBuf in, int index) {
    if (frame.type() != BaseCommand.Type.SEND_VALUE) {
      return null;
    }
    try {
      Frames.parse(command, in, index);
    } catch (MalformedFrameException e) {
      throw new IllegalStateException("a frame that was right when it arrived", e);
    }
    CommandSend send = command.getSend();
    long sequenceId = Math.max(send.getSequenceId(), send.getHighestSequenceId());
    return send.isIsChunk()
        ? null
        : Frames.sendError(producer.id, sequenceId, ServerError.NotAllowedError, HELD_TOO_LONG);
  }

  /** The connection has ended, and its producers with it. */
  void close() {
    limits.held().forget(nodeRelief);
    stopTicker();
  }
}
