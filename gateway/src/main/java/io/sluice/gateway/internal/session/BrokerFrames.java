package io.sluice.gateway.internal.session;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.sluice.gateway.internal.net.FrameReader;
import io.sluice.gateway.internal.net.Wire;
import io.sluice.gateway.internal.publish.Producer;
import io.sluice.gateway.internal.session.PendingRequest.Lookup;
import io.sluice.gateway.internal.session.PendingRequest.OpenConsumer;
import io.sluice.gateway.internal.session.PendingRequest.OpenProducer;
import io.sluice.gateway.internal.session.PendingRequest.Unsubscribe;
import io.sluice.gateway.internal.session.SessionState.Authenticating;
import io.sluice.protocol.FramePeek;
import io.sluice.protocol.Frames;
import io.sluice.protocol.MalformedFrameException;
import io.sluice.protocol.ThrottleCommands;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.CommandConnected;
import io.sluice.protocol.wire.CommandSendError;
import io.sluice.protocol.wire.ServerError;
import org.jspecify.annotations.Nullable;

/** What the broker says: nearly all of it passes to the client, and is noted on the way. */
final class BrokerFrames implements FrameReader.Sink {

  private final Session session;
  private final Channel broker;
  private final LookupAnswerRewriter answers;
  private final ReadBurst burst;
  private final BaseCommand command = new BaseCommand();

  BrokerFrames(Session session, Channel broker) {
    this.session = session;
    this.broker = broker;
    this.answers = session.node.lookupAnswers();
    this.burst = new ReadBurst(session.node.metrics().fromBrokers());
  }

  @Override
  public boolean passes(FramePeek frame, ByteBuf in, int index) throws MalformedFrameException {
    burst.frame();
    int type = frame.type();
    switch (type) {
      case BaseCommand.Type.SEND_RECEIPT_VALUE -> {
        session.publishing.answered(frame.producerId());
        session.sendAnswered();
        return true;
      }
      case BaseCommand.Type.MESSAGE_VALUE -> {
        session.dispatching.passed(frame, in, index);
        return true;
      }
      case BaseCommand.Type.PING_VALUE,
          BaseCommand.Type.PONG_VALUE,
          BaseCommand.Type.LOOKUP_RESPONSE_VALUE,
          BaseCommand.Type.TOPIC_MIGRATED_VALUE -> {
        return false;
      }
      default -> {
        return note(type, in, index);
      }
    }
  }

  /** Remembers what an answer opens or closes. */
  private boolean note(int type, ByteBuf in, int index) throws MalformedFrameException {
    switch (type) {
      case BaseCommand.Type.CONNECTED_VALUE -> {
        return connected(in, index);
      }
      case BaseCommand.Type.SEND_ERROR_VALUE -> {
        Frames.parse(command, in, index);
        sendFailed(command.getSendError());
      }
      case BaseCommand.Type.AUTH_CHALLENGE_VALUE -> session.challenged(broker);
      case BaseCommand.Type.PRODUCER_SUCCESS_VALUE -> {
        Frames.parse(command, in, index);
        var success = command.getProducerSuccess();
        // A producer that waits for exclusive access gets two of these, and counts from the second.
        if (success.isProducerReady()
            && session.requests.answered(success.getRequestId()) instanceof OpenProducer opened) {
          session.handles.opened(opened.producer(), success.getProducerName());
        }
      }
      case BaseCommand.Type.SUCCESS_VALUE -> {
        Frames.parse(command, in, index);
        succeeded(session.requests.answered(command.getSuccess().getRequestId()));
      }
      case BaseCommand.Type.ERROR_VALUE -> {
        Frames.parse(command, in, index);
        failed(session.requests.answered(command.getError().getRequestId()));
      }
      case BaseCommand.Type.CLOSE_PRODUCER_VALUE -> {
        Frames.parse(command, in, index);
        var close = command.getCloseProducer();
        session.handles.producerClosed(close.getProducerId());
        session.sendAnswered();
        return !close.hasAssignedBrokerServiceUrl() && !close.hasAssignedBrokerServiceUrlTls();
      }
      case BaseCommand.Type.CLOSE_CONSUMER_VALUE -> {
        Frames.parse(command, in, index);
        var close = command.getCloseConsumer();
        session.handles.consumerClosed(close.getConsumerId());
        return !close.hasAssignedBrokerServiceUrl() && !close.hasAssignedBrokerServiceUrlTls();
      }
      case BaseCommand.Type.PARTITIONED_METADATA_RESPONSE_VALUE -> {
        Frames.parse(command, in, index);
        session.requests.answered(command.getPartitionMetadataResponse().getRequestId());
      }
      case BaseCommand.Type.GET_TOPICS_OF_NAMESPACE_RESPONSE_VALUE -> {
        Frames.parse(command, in, index);
        session.requests.answered(command.getGetTopicsOfNamespaceResponse().getRequestId());
      }
      case BaseCommand.Type.GET_SCHEMA_RESPONSE_VALUE -> {
        Frames.parse(command, in, index);
        session.requests.answered(command.getGetSchemaResponse().getRequestId());
      }
      default -> {}
    }
    return true;
  }

  /** Whether it goes on as it is: of a gateway that can say so, it also says that of the gateway. */
  private boolean connected(ByteBuf in, int index) throws MalformedFrameException {
    if (session.state() instanceof Authenticating authenticating) {
      Frames.parse(command, in, index);
      CommandConnected connected = command.getConnected();
      session.connected(
          connected.hasMaxMessageSize()
              ? connected.getMaxMessageSize()
              : Frames.DEFAULT_MAX_MESSAGE_BYTES);
      return !authenticating.connect().aware();
    }
    return true;
  }

  /** After some errors the client sends everything again, or nothing at all. */
  private void sendFailed(CommandSendError failure) {
    session.publishing.answered(failure.getProducerId());
    Producer producer = session.handles.producer(failure.getProducerId());
    ServerError error = failure.hasError() ? failure.getError() : ServerError.UnknownError;
    if (producer != null
        && (error == ServerError.ChecksumError || error == ServerError.TopicTerminatedError)) {
      session.publishing.holding().discard(producer);
    }
    session.sendAnswered();
  }

  private void succeeded(@Nullable PendingRequest request) {
    if (request instanceof OpenConsumer opened) {
      session.handles.opened(opened.consumer());
    } else if (request instanceof Unsubscribe unsubscribed) {
      session.handles.consumerClosed(unsubscribed.consumerId());
    }
  }

  private void failed(@Nullable PendingRequest request) {
    if (request instanceof OpenProducer open) {
      session.handles.failed(open.producer());
      session.sendAnswered();
    } else if (request instanceof OpenConsumer open) {
      session.handles.failed(open.consumer());
    }
  }

  @Override
  public void take(int type, ByteBuf frame) throws MalformedFrameException {
    switch (type) {
      case BaseCommand.Type.PING_VALUE -> Wire.keepAlive(broker, Frames.pong());
      case BaseCommand.Type.LOOKUP_RESPONSE_VALUE -> lookedUp(frame);
      case BaseCommand.Type.CLOSE_PRODUCER_VALUE, BaseCommand.Type.CLOSE_CONSUMER_VALUE ->
        session.passToClient(answers.assigned(frame, type));
      case BaseCommand.Type.TOPIC_MIGRATED_VALUE -> session.node.topicMigrated(session);
      case BaseCommand.Type.CONNECTED_VALUE ->
        session.passToClient(ThrottleCommands.announceInConnected(frame));
      default -> {} // PONG
    }
  }

  private void lookedUp(ByteBuf frame) throws MalformedFrameException {
    Frames.parse(command, frame, frame.readerIndex());
    var response = command.getLookupTopicResponse();
    if (session.requests.answered(response.getRequestId()) instanceof Lookup lookup) {
      new LookupPath(session, response.getRequestId(), lookup.frame()).arrived(frame, response);
    }
    // Otherwise it comes so late that the client has given up on it.
  }

  @Override
  public void pass(ByteBuf frames) {
    burst.bytes(frames.readableBytes());
    session.passToClient(frames);
  }

  @Override
  public void readComplete() {
    session.brokerHeard();
    session.client.flush();
    session.publishing.report();
    if (session.dispatching.report()) {
      broker.flush();
    }
    burst.end();
  }

  @Override
  public void malformed(MalformedFrameException fault) {
    session.close(CloseReason.BROKER_MALFORMED, "the broker sent " + fault.getMessage());
  }

  @Override
  public void closed() {
    session.close(CloseReason.BROKER_CLOSED, "the broker has closed it");
  }

  @Override
  public void failed(Throwable cause) {
    session.failed(cause, CloseReason.BROKER_CLOSED, CloseReason.BROKER_FAILED);
  }

  @Override
  public void writabilityChanged() {
    session.updateReading();
    session.publishing.holding().releaseBlocked();
  }
}
