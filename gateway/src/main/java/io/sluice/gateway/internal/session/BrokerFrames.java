package io.sluice.gateway.internal.session;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.sluice.gateway.internal.net.ChannelWrites;
import io.sluice.gateway.internal.net.FrameReader;
import io.sluice.gateway.internal.net.Verdict;
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
  private final Verdict pong = Verdict.take(frame -> pong());
  private final Verdict lookup = Verdict.take(this::lookedUp);
  private final Verdict announce = Verdict.take(this::announce);

  BrokerFrames(Session session, Channel broker) {
    this.session = session;
    this.broker = broker;
    this.answers = session.gateway.lookupAnswers();
    this.burst = new ReadBurst(session.gateway.metrics().fromBrokers());
  }

  @Override
  public Verdict decide(FramePeek frame, ByteBuf in, int index) throws MalformedFrameException {
    burst.frame();
    int type = frame.type();
    return switch (type) {
      case BaseCommand.Type.SEND_RECEIPT_VALUE -> {
        session.publish.sendAnswered(frame.producerId());
        session.sendAnswered();
        yield Verdict.PASS;
      }
      case BaseCommand.Type.MESSAGE_VALUE -> {
        session.dispatch.messagePassed(frame, in, index);
        yield Verdict.PASS;
      }
      case BaseCommand.Type.PING_VALUE -> pong;
      case BaseCommand.Type.PONG_VALUE -> Verdict.DROP;
      case BaseCommand.Type.LOOKUP_RESPONSE_VALUE -> lookup;
      case BaseCommand.Type.TOPIC_MIGRATED_VALUE -> {
        session.gateway.topicMigrated(session);
        yield Verdict.DROP;
      }
      default -> note(type, in, index);
    };
  }

  /** Remembers what an answer opens or closes. */
  private Verdict note(int type, ByteBuf in, int index) throws MalformedFrameException {
    switch (type) {
      case BaseCommand.Type.CONNECTED_VALUE -> {
        return connected(in, index);
      }
      case BaseCommand.Type.SEND_ERROR_VALUE -> {
        Frames.parse(command, in, index);
        CommandSendError failure = command.getSendError();
        session.publish.sendFailed(
            failure.getProducerId(),
            failure.hasError() ? failure.getError() : ServerError.UnknownError);
        session.sendAnswered();
      }
      case BaseCommand.Type.AUTH_CHALLENGE_VALUE -> session.challenged(broker);
      case BaseCommand.Type.PRODUCER_SUCCESS_VALUE -> {
        Frames.parse(command, in, index);
        var success = command.getProducerSuccess();
        // A producer that waits for exclusive access gets two of these, and counts from the second.
        if (success.isProducerReady()
            && session.requests.answered(success.getRequestId()) instanceof OpenProducer opened) {
          session.publish.opened(opened.producer(), success.getProducerName());
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
        session.publish.closedByBroker(close.getProducerId());
        session.sendAnswered();
        return closed(
            type, close.hasAssignedBrokerServiceUrl() || close.hasAssignedBrokerServiceUrlTls());
      }
      case BaseCommand.Type.CLOSE_CONSUMER_VALUE -> {
        Frames.parse(command, in, index);
        var close = command.getCloseConsumer();
        session.dispatch.closedByBroker(close.getConsumerId());
        return closed(
            type, close.hasAssignedBrokerServiceUrl() || close.hasAssignedBrokerServiceUrlTls());
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
    return Verdict.PASS;
  }

  /** The broker has accepted the client. To an aware client, CONNECTED also carries the flag that the gateway sends THROTTLE_PRODUCER. */
  private Verdict connected(ByteBuf in, int index) throws MalformedFrameException {
    if (!(session.state() instanceof Authenticating authenticating)) {
      return Verdict.PASS;
    }
    Frames.parse(command, in, index);
    CommandConnected connected = command.getConnected();
    session.connected(
        connected.hasMaxMessageSize()
            ? connected.getMaxMessageSize()
            : Frames.DEFAULT_MAX_MESSAGE_BYTES);
    return authenticating.connect().aware() ? announce : Verdict.PASS;
  }

  /**
   * A client that is sent to another broker is sent there through the gateway. If topics have homes, it looks the
   * topic up instead, as it would connect through its service URL and not through the topic's home.
   */
  private Verdict closed(int type, boolean isAssigned) {
    return isAssigned
        ? Verdict.take(frame -> session.connections.passToClient(
            answers.assigned(frame, type, session.gateway.homes().areOn())))
        : Verdict.PASS;
  }

  private void succeeded(@Nullable PendingRequest request) {
    if (request instanceof OpenConsumer opened) {
      session.dispatch.opened(opened.consumer());
    } else if (request instanceof Unsubscribe unsubscribed) {
      session.dispatch.closedByBroker(unsubscribed.consumerId());
    }
  }

  private void failed(@Nullable PendingRequest request) {
    if (request instanceof OpenProducer open) {
      session.publish.refused(open.producer());
      session.sendAnswered();
    } else if (request instanceof OpenConsumer open) {
      session.dispatch.refused(open.consumer());
    }
  }

  private void pong() {
    ChannelWrites.keepAlive(broker, Frames.pong());
  }

  private void announce(ByteBuf connected) throws MalformedFrameException {
    session.connections.passToClient(ThrottleCommands.announceInConnected(connected));
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
    session.connections.passToClient(frames);
  }

  @Override
  public void readComplete() {
    session.brokerHeard();
    session.connections.client().flush();
    session.publish.report();
    if (session.dispatch.sendFlows()) {
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
    session.connections.updateReading();
    session.publish.brokerIsWritable();
  }
}
