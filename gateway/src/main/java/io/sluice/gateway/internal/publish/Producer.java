package io.sluice.gateway.internal.publish;

import io.netty.buffer.ByteBuf;
import io.sluice.gateway.internal.limit.PolicyLimiter;
import io.sluice.gateway.internal.net.SessionContext;
import io.sluice.gateway.internal.net.Verdict;
import io.sluice.gateway.internal.publish.ProducerState.Closed;
import io.sluice.gateway.internal.publish.ProducerState.Closing;
import io.sluice.gateway.internal.publish.ProducerState.Holding;
import io.sluice.gateway.internal.publish.ProducerState.HoldsFrames;
import io.sluice.gateway.internal.publish.ProducerState.Open;
import io.sluice.gateway.internal.publish.ProducerState.Throttled;
import io.sluice.gateway.internal.publish.ProducerState.TurnKept;
import io.sluice.gateway.internal.publish.ProducerState.Waiting;
import io.sluice.protocol.FramePeek;
import io.sluice.protocol.wire.BaseCommand;
import java.util.ArrayList;
import java.util.List;

/**
 * A producer of a connection that the broker has opened, and the only place where its {@link
 * ProducerState} changes: every method that is an event says in its name what has happened. Belongs to
 * the connection's event loop.
 */
final class Producer {

  private final ProducerTraffic traffic;
  private final ProducerLimits limits;
  private final SessionContext session;
  private final ProducerContext context;
  private final Verdict hold = Verdict.take(this::hold);
  private final Runnable onTurn = this::turnMayHaveCome;
  private ProducerState state = Open.INSTANCE;
  private ThrottleObserver observer = ThrottleObserver.NONE;
  private ClientHolding clientHolding = ClientHolding.NEVER;

  /**
   * Whether the client did not use all of its last turn. Its next turn is then for one frame only:
   * where the burst is small, the tokens that a client leaves unused are lost.
   */
  private boolean leftTurn;

  Producer(
      ProducerTraffic traffic,
      ProducerLimits limits,
      SessionContext session,
      ProducerContext context) {
    this.traffic = traffic;
    this.limits = limits;
    this.session = session;
    this.context = context;
  }

  /** The client is aware, and this observer notifies it. */
  void observeBy(ThrottleObserver aware) {
    observer = aware;
    clientHolding = ClientHolding.UNPROVEN;
  }

  /** Who it is and what it has published. */
  ProducerTraffic traffic() {
    return traffic;
  }

  ProducerLimits limits() {
    return limits;
  }

  ThrottleObserver observer() {
    return observer;
  }

  ProducerState state() {
    return state;
  }

  boolean isThrottled() {
    return state instanceof Throttled;
  }

  /**
   * Whether the producer queues for a slice of the rate ({@link TurnSize}) and not for one frame. It does
   * if its client is aware, as each turn costs that client a command, and has used all of its last turn.
   */
  boolean wantsSlice() {
    return clientHolding != ClientHolding.NEVER && !leftTurn;
  }

  /**
   * The client publishes. The frame passes, and then it is counted, or it is held. Behind a CLOSE_PRODUCER
   * that is held it is dropped. A frame has one message and one byte at least, whatever it says.
   */
  Verdict sent(int claimedMessages, int claimedBytes) {
    if (state instanceof HoldsFrames) {
      return state instanceof Closing ? Verdict.DROP : hold;
    }
    int messages = Math.max(1, claimedMessages);
    int bytes = Math.max(1, claimedBytes);
    context.refresh(this);
    if (!limits.openTo(messages, bytes)) {
      return hold;
    }
    if (state instanceof TurnKept kept) {
      kept.turn().use();
    }
    if (!limits.use(messages, bytes)) { // the last frame may leave a debt
      limitSpent();
    }
    context.passed(this, messages, bytes);
    return Verdict.PASS;
  }

  private void limitSpent() {
    if (clientHolding == ClientHolding.NEVER || isThrottled()) {
      limits.tellListeners();
    } else {
      endTurn();
      throttle(new Waiting(new ThrottleTime(context.nanos())));
    }
  }

  /** A turn was kept, and the client has sent more than it was for. */
  private void endTurn() {
    if (state instanceof TurnKept kept) {
      kept.turn().cancelTimer();
      leftTurn = false;
    }
  }

  /** Keeps a frame until the producer's turn has come. */
  private void hold(ByteBuf frame) {
    HeldFrames frames = state instanceof HoldsFrames holding ? holding.frames() : new HeldFrames();
    long now = context.nanos();
    long memoryBefore = frames.memory();
    frames.add(frame, now, session.allocator());
    context.held(1, frames.memory() - memoryBefore);
    observer.held(now);
    if (state instanceof Waiting waiting) {
      state = waiting.toHolding(frames);
    } else if (!isThrottled()) {
      endTurn();
      throttle(new Holding(new ThrottleTime(now), frames));
    }
    context.pauseIfTooMuchIsHeld();
  }

  /** The client closes the producer: behind its frames, if some are held. */
  Verdict closedByClient() {
    if (state instanceof HoldsFrames) {
      return Verdict.take(this::holdClose);
    }
    context.closed(this);
    return Verdict.PASS;
  }

  private void holdClose(ByteBuf frame) {
    hold(frame);
    if (state instanceof Holding holding) {
      state = holding.toClosing();
    }
  }

  private void throttle(Throttled next) {
    state = next;
    context.throttled(this);
    if (passesOrQueues(next)) {
      session.execute(this::turnCame); // what made it wait is over already
    }
  }

  /**
   * Whether the producer's next frame may pass all of its limits. If not, the producer queues up for the
   * first limit that it cannot pass, unless it is in a queue already.
   */
  private boolean passesOrQueues(Throttled throttled) {
    context.refresh(this);
    if (limits.isQueued()) {
      return false;
    }
    long messages = 1;
    long bytes = 1;
    if (throttled instanceof HoldsFrames holding) {
      FramePeek oldest = holding.frames().peek();
      messages = Math.max(1, oldest.messages());
      bytes = Math.max(1, oldest.bodyBytes());
    }
    LimitWait next = limits.nextToJoin(messages, bytes);
    if (next != null) {
      join(throttled, next, messages, bytes);
    }
    return next == null;
  }

  private void join(Throttled throttled, LimitWait wait, long messages, long bytes) {
    PolicyLimiter limit = wait.limit;
    traffic.throttledFor(throttled.time().queuedFor(limit, context.nanos()));
    long turnMessages = TurnSize.messages(limit, wantsSlice(), messages);
    long turnBytes = TurnSize.bytes(limit, wantsSlice(), bytes);
    wait.join(turnMessages, turnBytes, onTurn);
    if (!wait.hasTurn() && !(throttled instanceof Closing)) {
      observer.waits(limit, turnMessages, turnBytes);
    }
    limit.listeners().spent();
  }

  private void turnMayHaveCome() {
    session.execute(this::turnCame);
  }

  /**
   * A turn may have come, or the connection may publish again. Frames go as far as the turns go and the
   * connection may publish.
   */
  void turnCame() {
    if (!(state instanceof Throttled throttled) || !passesOrQueues(throttled)) {
      return; // not throttled any more, or it has to wait for another of its limits
    }
    if (throttled instanceof HoldsFrames holding) {
      takeOut(holding.frames(), (frame, in, index) -> goesOn(frame)).forEach(session::passToBroker);
      if (!holding.frames().isEmpty()) {
        if (context.mayPublish()) {
          leftTurn = false;
          if (passesOrQueues(throttled)) { // for the frame at which the release has stopped
            session.execute(this::turnCame);
          }
        }
        flush();
        return;
      }
    }
    useTurn(throttled);
    flush();
  }

  /** The turn has come and nothing is held. It is kept if the client is about to send. */
  private void useTurn(Throttled throttled) {
    if (throttled instanceof Closing || clientHolding == ClientHolding.NEVER) {
      release(throttled);
      return;
    }
    observer.turnCame();
    if (clientHolding == ClientHolding.PROVEN) {
      KeptTurn turn = new KeptTurn(context.nanos());
      unthrottle(throttled, new TurnKept(turn));
      lookAtTurnLater(turn);
    } else {
      release(throttled);
    }
  }

  private void lookAtTurnLater(KeptTurn turn) {
    turn.setTimer(session.schedule(() -> turnIdle(turn), context.turnPatienceNanos()));
  }

  /** The client had time to use its turn. It is kept for longer only if the client has used it. */
  private void turnIdle(KeptTurn turn) {
    if (turn.takeUsed() && context.nanos() - turn.sinceNanos() < TurnSize.MOST_NANOS) {
      lookAtTurnLater(turn);
    } else {
      leftTurn = true;
      state = Open.INSTANCE;
      limits.leave();
    }
  }

  private boolean goesOn(FramePeek frame) {
    if (frame.type() == BaseCommand.Type.CLOSE_PRODUCER_VALUE) {
      return true;
    }
    int messages = Math.max(1, frame.messages());
    int bytes = Math.max(1, frame.bodyBytes());
    if (!context.mayPublish() || !limits.openTo(messages, bytes)) {
      return false;
    }
    if (!limits.use(messages, bytes)) {
      limits.tellListeners();
    }
    context.passed(this, messages, bytes);
    return true;
  }

  /** Resource groups have changed, so that other limits may hold. */
  void groupsChanged(boolean otherLimits) {
    if (isThrottled()) {
      // Even if the limits are the same as before this call: the producer may have followed the
      // groups earlier and left the queue in which it waited, so that no turn would come.
      turnCame();
    } else if (otherLimits) {
      observer.limitsChanged();
    }
  }

  /** The client has answered a command in time: it can be left to hold its frames. */
  void receiptInTime() {
    clientHolding = ClientHolding.PROVEN;
  }

  /** The client has not answered in time: without held frames, the producer leaves its queue. */
  void receiptMissing() {
    clientHolding = ClientHolding.UNPROVEN;
    if (state instanceof Waiting waiting) {
      release(waiting);
    }
  }

  /**
   * What is held will be sent again by the client, or is worth nothing any more. If the client has closed
   * the producer behind it, the broker is told now.
   */
  void discarded() {
    if (state instanceof HoldsFrames holding) {
      HeldFrames frames = holding.frames();
      context.held(-frames.frames(), -frames.memory());
      frames.discard().forEach(session::passToBroker);
      session.execute(session::flushBroker); // later, as a failed flush closes the session
      context.report();
    }
    if (state instanceof Throttled throttled) {
      release(throttled);
    } else {
      if (state instanceof TurnKept kept) {
        kept.turn().cancelTimer();
        state = Open.INSTANCE;
      }
      limits.leave();
    }
  }

  /** The producer is not there any more. */
  void closed() {
    discarded();
    state = Closed.INSTANCE;
    limits.forEachLimit(observer::limitRemoved);
    observer.closed();
    observer = ThrottleObserver.NONE; // or it could be told of limits that come later
  }

  /**
   * Answers the oldest frames with an error if they are held for too long: only while the broker has
   * nothing else of the producer to answer, as clients want answers in order.
   */
  List<ByteBuf> refuseHeldTooLong(HeldTooLong rule, long nowNanos) {
    List<ByteBuf> answers = new ArrayList<>();
    if (state instanceof HoldsFrames holding && traffic.pending() == 0) {
      HeldFrames frames = holding.frames();
      takeOut(frames, (frame, in, index) -> {
            ByteBuf answer = rule.refuse(traffic.id(), frames, nowNanos, in, index);
            return answer != null && answers.add(answer);
          })
          .forEach(ByteBuf::release);
      if (frames.isEmpty()) {
        release(holding);
      } else if (frames.peek().type() == BaseCommand.Type.CLOSE_PRODUCER_VALUE) {
        discarded(); // nothing is left to wait for
      }
      context.report();
    }
    return answers;
  }

  /** Counts the time for which the producer is throttled into figures that others read. */
  void countThrottled(long nowNanos) {
    if (state instanceof Throttled throttled) {
      traffic.throttledFor(throttled.time().count(nowNanos));
    }
  }

  private List<ByteBuf> takeOut(HeldFrames held, HeldFrames.Gate gate) {
    int framesBefore = held.frames();
    long memoryBefore = held.memory();
    List<ByteBuf> runs = held.release(gate);
    context.held(held.frames() - framesBefore, held.memory() - memoryBefore);
    return runs;
  }

  private void release(Throttled throttled) {
    limits.leave();
    unthrottle(throttled, Open.INSTANCE);
    if (throttled instanceof Closing) {
      context.closed(this);
    }
  }

  private void unthrottle(Throttled throttled, ProducerState next) {
    traffic.throttledFor(throttled.time().count(context.nanos()));
    state = next;
    context.unthrottled(this);
  }

  private void flush() {
    session.flushBroker();
    context.report();
  }
}
