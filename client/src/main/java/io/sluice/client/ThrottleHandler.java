package io.sluice.client;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import io.sluice.protocol.FramePeek;
import io.sluice.protocol.Frames;
import io.sluice.protocol.MalformedFrameException;
import io.sluice.protocol.ThrottleCommands;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.CommandSendError;
import io.sluice.protocol.wire.CommandSendReceipt;
import io.sluice.protocol.wire.CommandThrottleProducer;
import io.sluice.protocol.wire.ServerError;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.common.protocol.ByteBufPair;
import org.jspecify.annotations.Nullable;

/**
 * The handler between a connection and the client: announces the flag, takes throttle commands, which would
 * make the client close the connection, and leads what throttled producers write through their {@link
 * ProducerFlow}. Everything else passes, at the cost of a look at one byte; a Send does not even cost that while no
 * producer of the connection is throttled.
 */
final class ThrottleHandler extends ChannelDuplexHandler {

  /** Where a type of one byte stands: behind lengths of four bytes and the tag of one. */
  private static final int TYPE_IN_WRITTEN = FramePeek.HEADER_BYTES + 1;

  /** Where it stands in a frame that is read, of which the frame decoder has taken the first length. */
  private static final int TYPE_IN_READ = TYPE_IN_WRITTEN - Integer.BYTES;

  private static final long MAX_PAUSE_MILLIS = TimeUnit.DAYS.toMillis(1);

  private final Throttles throttles;
  private final long closeWaitNanos;
  private final LongObjectMap<ProducerFlow> flows = new LongObjectHashMap<>();
  private final FramePeek peek = new FramePeek();
  private final BaseCommand parsed = new BaseCommand();

  ThrottleHandler(Throttles throttles, long closeWaitNanos) {
    this.throttles = throttles;
    this.closeWaitNanos = closeWaitNanos;
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object msg, ChannelPromise promise)
      throws Exception {
    if (msg instanceof ByteBufPair send) {
      ProducerFlow flow = flows.isEmpty() ? null : flowOf(send);
      if (flow == null) {
        pass(ctx, msg, promise);
      } else {
        flow.send(send, promise);
      }
    } else if (msg instanceof ByteBuf frame && frame.readableBytes() > TYPE_IN_WRITTEN) {
      writeCommand(ctx, frame, promise);
    } else {
      pass(ctx, msg, promise);
    }
  }

  private static void pass(ChannelHandlerContext ctx, Object msg, ChannelPromise promise) {
    var unused = ctx.write(msg, promise);
  }

  private @Nullable ProducerFlow flowOf(ByteBufPair send) throws MalformedFrameException {
    ByteBuf first = send.getFirst();
    peek.at(first, first.readerIndex(), first.readableBytes());
    return flows.get(peek.producerId());
  }

  private void writeCommand(ChannelHandlerContext ctx, ByteBuf frame, ChannelPromise promise)
      throws MalformedFrameException {
    switch (frame.getByte(frame.readerIndex() + TYPE_IN_WRITTEN)) {
      case BaseCommand.Type.CONNECT_VALUE -> {
        try {
          pass(ctx, ThrottleCommands.announceInConnect(frame), promise);
        } finally {
          frame.release();
        }
      }
      case BaseCommand.Type.PRODUCER_VALUE -> {
        Frames.parse(parsed, frame, frame.readerIndex());
        long producerId = parsed.getProducer().getProducerId();
        // The client sends again all that is not answered.
        discard(producerId);
        throttles.of(producerId, parsed.getProducer().getTopic()).openedOn(this);
        pass(ctx, frame, promise);
      }
      case BaseCommand.Type.CLOSE_PRODUCER_VALUE -> {
        Frames.parse(parsed, frame, frame.readerIndex());
        long producerId = parsed.getCloseProducer().getProducerId();
        ProducerFlow flow = flows.get(producerId);
        if (flow == null) {
          throttles.closed(producerId);
          pass(ctx, frame, promise);
        } else {
          flow.close(frame, promise);
        }
      }
      default -> pass(ctx, frame, promise);
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object msg) throws Exception {
    if (msg instanceof ByteBuf frame && frame.readableBytes() > TYPE_IN_READ) {
      byte type = frame.getByte(frame.readerIndex() + TYPE_IN_READ);
      // Only types that Pulsar does not have are longer than a byte.
      if (type < 0) {
        if (isThrottle(frame)) {
          takeThrottle(ctx, frame);
          return;
        }
      } else if (type == BaseCommand.Type.CLOSE_PRODUCER_VALUE) {
        parse(frame);
        discard(parsed.getCloseProducer().getProducerId());
      } else if (!flows.isEmpty()
          && (type == BaseCommand.Type.SEND_RECEIPT_VALUE
              || type == BaseCommand.Type.SEND_ERROR_VALUE)) {
        answered(frame);
      }
    }
    ctx.fireChannelRead(msg);
  }

  private boolean isThrottle(ByteBuf frame) throws MalformedFrameException {
    peek.at(frame, indexOf(frame), frame.readableBytes() + Integer.BYTES);
    return peek.type() == BaseCommand.Type.THROTTLE_PRODUCER_VALUE;
  }

  /** Where the frame would begin if it still had its first length, which is never read here. */
  private static int indexOf(ByteBuf frame) {
    return frame.readerIndex() - Integer.BYTES;
  }

  private void parse(ByteBuf frame) throws MalformedFrameException {
    Frames.parse(parsed, frame, indexOf(frame));
  }

  private void takeThrottle(ChannelHandlerContext ctx, ByteBuf frame)
      throws MalformedFrameException {
    long producerId;
    long pauseMillis;
    ThrottleReason told;
    try {
      parse(frame);
      CommandThrottleProducer command = parsed.getThrottleProducer();
      producerId = command.getProducerId();
      pauseMillis = command.getPauseForMillis();
      told = reasonOf(command);
      var unused =
          ctx.writeAndFlush(ThrottleCommands.receipt(command.getRequestId()), ctx.voidPromise());
    } finally {
      frame.release();
    }
    ProducerThrottle throttle = throttles.find(producerId);
    // A server could name any number of producers that there are not.
    if (throttle == null || !throttle.isOpenOn(this)) {
      return;
    }
    // Unsigned, so what is negative is very long.
    long pause =
        Long.compareUnsigned(pauseMillis, MAX_PAUSE_MILLIS) > 0 ? MAX_PAUSE_MILLIS : pauseMillis;
    ProducerFlow flow = flows.get(producerId);
    // One reason stands for two limits on the wire. The broker's pauses single producers; the
    // node's, of which
    // there is a notice alone, pauses none.
    boolean ofNode = told == ThrottleReason.BROKER_QUOTA
        && pause == 0
        && (flow == null || !flow.isPausedFor(told));
    ThrottleReason reason = ofNode ? ThrottleReason.NODE_RATE : told;
    boolean holds =
        switch (reason) {
          case TOPIC_QUOTA, RESOURCE_GROUP_QUOTA, BROKER_QUOTA, UNKNOWN -> true;
          case CONNECTION_PENDING, PUBLISH_BUFFER, NODE_RATE -> false;
        };
    if (flow == null) {
      if (holds && pause == 0) {
        return;
      }
      flow = new ProducerFlow(
          ctx, throttle, throttles.clock(), closeWaitNanos, over -> ended(producerId, over));
      flows.put(producerId, flow);
    }
    if (holds) {
      flow.pause(reason, TimeUnit.MILLISECONDS.toNanos(pause));
    } else {
      flow.notice(reason);
    }
  }

  private void ended(long producerId, ProducerFlow flow) {
    flows.remove(producerId);
    if (flow.isClosed()) {
      throttles.closed(producerId);
    }
  }

  private static ThrottleReason reasonOf(CommandThrottleProducer command) {
    if (!command.hasThrottlingReason()) {
      return ThrottleReason.UNKNOWN;
    }
    return switch (command.getThrottlingReason()) {
      case TopicProduceQuotaExceeded -> ThrottleReason.TOPIC_QUOTA;
      case ResourceGroupProduceQuotaExceeded -> ThrottleReason.RESOURCE_GROUP_QUOTA;
      case ConnectionPendingMessagesBreach -> ThrottleReason.CONNECTION_PENDING;
      case MessageBufferSizeBreach -> ThrottleReason.PUBLISH_BUFFER;
      case BrokerProduceQuotaExceeded -> ThrottleReason.BROKER_QUOTA;
    };
  }

  private void answered(ByteBuf frame) throws MalformedFrameException {
    peek.at(frame, indexOf(frame), frame.readableBytes() + Integer.BYTES);
    ProducerFlow flow = flows.get(peek.producerId());
    if (flow == null) {
      return;
    }
    parse(frame);
    if (parsed.hasSendReceipt()) {
      CommandSendReceipt receipt = parsed.getSendReceipt();
      flow.answered(receipt.getSequenceId());
      return;
    }
    CommandSendError error = parsed.getSendError();
    if (error.getError() == ServerError.NotAllowedError) {
      flow.answered(error.getSequenceId());
    } else {
      // At any other error the client sends all again, or fails all.
      flow.discard();
    }
  }

  private void discard(long producerId) {
    ProducerFlow flow = flows.get(producerId);
    if (flow != null) {
      flow.discard();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) throws Exception {
    failAll();
    super.channelInactive(ctx);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    failAll();
  }

  private void failAll() {
    // Each takes itself out of the map.
    List.copyOf(flows.values()).forEach(flow -> flow.fail(new ClosedChannelException()));
    throttles.closedAllOn(this);
  }
}
