package io.sluice.gateway.internal.publish;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.sluice.core.testing.ManualClock;
import io.sluice.core.testing.ManualTimer;
import io.sluice.gateway.Commands;
import io.sluice.gateway.config.BrokerAddress;
import io.sluice.gateway.internal.net.SessionContext;
import io.sluice.gateway.internal.net.Verdict;
import io.sluice.protocol.FramePeek;
import io.sluice.protocol.Frames;
import io.sluice.protocol.MalformedFrameException;
import io.sluice.protocol.wire.BaseCommand;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;

/** A connection on a clock that is moved, which remembers what a producer does. */
final class FakeConnection implements SessionContext, ProducerContext {

  final ManualClock clock = new ManualClock();
  final ManualTimer timer = new ManualTimer(clock);

  /** What the broker got, a word for each frame: {@code send SEQUENCE} or {@code close REQUEST}. */
  final List<String> toBroker = new ArrayList<>();

  /** What the client was told, a word for each command: {@code REQUEST: MILLIS}. */
  final List<String> toClient = new ArrayList<>();

  final List<Producer> throttled = new ArrayList<>();
  int heldFrames;
  long heldMemory;
  int closed;
  int pauseChecks;
  boolean mayPublish = true;
  private long requestId;

  /** Has a producer publish one message; what is decided is done. */
  Verdict send(Producer producer, long sequenceId) {
    return decide(producer, Unpooled.wrappedBuffer(Commands.send(1, sequenceId, 10)));
  }

  /** Has its client close it. */
  Verdict close(Producer producer) {
    return apply(producer.closedByClient(), Frames.of(Commands.closeProducer(1, ++requestId)));
  }

  Verdict decide(Producer producer, ByteBuf frame) {
    FramePeek peek = peek(frame, frame.readerIndex());
    return apply(producer.sent(peek.messages(), peek.bodyBytes()), frame);
  }

  private Verdict apply(Verdict verdict, ByteBuf frame) {
    try {
      if (verdict == Verdict.PASS) {
        passToBroker(frame);
        return verdict;
      }
      verdict.apply(frame);
      frame.release();
      return verdict;
    } catch (MalformedFrameException e) {
      throw new AssertionError(e);
    }
  }

  void advance(Duration time) {
    timer.advance(time);
  }

  private static FramePeek peek(ByteBuf in, int index) {
    FramePeek peek = new FramePeek();
    try {
      peek.at(in, index, Integer.BYTES + in.getInt(index));
    } catch (MalformedFrameException e) {
      throw new AssertionError(e);
    }
    return peek;
  }

  @Override
  public InetSocketAddress clientAddress() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
  }

  @Override
  public boolean isAware() {
    return true;
  }

  @Override
  public boolean isClientWritable() {
    return true;
  }

  @Override
  public boolean isBrokerWritable() {
    return true;
  }

  @Override
  public BrokerAddress brokerAddress() {
    return new BrokerAddress("broker-1", 6650);
  }

  @Override
  public ByteBufAllocator allocator() {
    return ByteBufAllocator.DEFAULT;
  }

  @Override
  public void execute(Runnable task) {
    timer.runLater(task, 0);
  }

  @Override
  public Future<?> schedule(Runnable task, long delayNanos) {
    return timer.schedule(task, delayNanos);
  }

  @Override
  public Future<?> scheduleRepeatedly(Runnable task, long periodNanos) {
    throw new UnsupportedOperationException("a producer repeats nothing");
  }

  @Override
  public void passToBroker(ByteBuf frames) {
    BaseCommand command = new BaseCommand();
    while (frames.isReadable()) {
      int length = Integer.BYTES + frames.getInt(frames.readerIndex());
      try {
        Frames.parse(command, frames, frames.readerIndex());
      } catch (MalformedFrameException e) {
        throw new AssertionError(e);
      }
      toBroker.add(
          command.hasSend()
              ? "send " + command.getSend().getSequenceId()
              : "close " + command.getCloseProducer().getRequestId());
      frames.skipBytes(length);
    }
    frames.release();
  }

  @Override
  public void flushBroker() {}

  @Override
  public void tellClient(ByteBuf frame) {
    BaseCommand command = new BaseCommand();
    try {
      Frames.parse(command, frame, frame.readerIndex());
    } catch (MalformedFrameException e) {
      throw new AssertionError(e);
    }
    var throttle = command.getThrottleProducer();
    toClient.add(throttle.getRequestId() + ": " + throttle.getPauseForMillis());
    frame.release();
  }

  @Override
  public void answerClient(ByteBuf frame) {
    frame.release();
  }

  @Override
  public void setReadPaused(boolean paused) {}

  @Override
  public long nanos() {
    return clock.nanos();
  }

  @Override
  public void refresh(Producer producer) {}

  @Override
  public boolean mayPublish() {
    return mayPublish;
  }

  @Override
  public void passed(Producer producer, int messages, int bytes) {
    producer.traffic().passed(messages, bytes);
  }

  @Override
  public void held(int frames, long memory) {
    heldFrames += frames;
    heldMemory += memory;
  }

  @Override
  public void pauseIfTooMuchIsHeld() {
    pauseChecks++;
  }

  @Override
  public void report() {}

  @Override
  public void throttled(Producer producer) {
    throttled.add(producer);
  }

  @Override
  public void unthrottled(Producer producer) {
    throttled.remove(producer);
  }

  @Override
  public void closed(Producer producer) {
    closed++;
    producer.closed();
  }

  @Override
  public long turnPatienceNanos() {
    return Duration.ofMillis(50).toNanos();
  }
}
