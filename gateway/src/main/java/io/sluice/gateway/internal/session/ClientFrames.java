package io.sluice.gateway.internal.session;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import io.sluice.gateway.internal.net.CertificatePrincipal;
import io.sluice.gateway.internal.net.FrameReader;
import io.sluice.gateway.internal.net.Wire;
import io.sluice.gateway.internal.publish.Producer;
import io.sluice.gateway.internal.session.PendingRequest.OpenConsumer;
import io.sluice.gateway.internal.session.PendingRequest.OpenProducer;
import io.sluice.gateway.internal.session.PendingRequest.Unsubscribe;
import io.sluice.gateway.internal.session.SessionState.Authenticating;
import io.sluice.gateway.internal.session.SessionState.AwaitingConnect;
import io.sluice.gateway.internal.session.SessionState.Relaying;
import io.sluice.protocol.FramePeek;
import io.sluice.protocol.Frames;
import io.sluice.protocol.MalformedFrameException;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.CommandAuthResponse;
import io.sluice.protocol.wire.CommandProducer;
import io.sluice.protocol.wire.CommandSubscribe;
import io.sluice.protocol.wire.ServerError;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the client says: nearly all of it passes to the broker, and is noted on the way. */
final class ClientFrames implements FrameReader.Sink {

  private static final ByteBuf NOT_TO_BE_REPEATED = Unpooled.EMPTY_BUFFER;
  private static final String TOO_MANY_LOOKUPS = "too many lookups are under way on this gateway";

  private final Session session;
  private final ReadBurst burst;
  private final BaseCommand command = new BaseCommand();

  /** Who the frame that does not pass is of, if it is to be held. */
  private @Nullable Producer holder;

  ClientFrames(Session session) {
    this.session = session;
    this.burst = new ReadBurst(session.node.metrics().fromClients());
  }

  @Override
  public boolean passes(FramePeek frame, ByteBuf in, int index) throws MalformedFrameException {
    burst.frame();
    int type = frame.type();
    if (!session.isRelaying()) {
      return passesBeforeRelaying(type);
    }
    switch (type) {
      case BaseCommand.Type.SEND_VALUE -> {
        // Of a producer that is not there brokers ignore it. Passed on, it could be one that is
        // there after all, of a client that has made the gateway believe otherwise.
        Producer producer = session.handles.producer(frame.producerId());
        holder = producer == null || producer.closing ? null : producer;
        return holder != null
            && session.publishing.admits(holder, frame.messages(), frame.bodyBytes());
      }
      case BaseCommand.Type.ACK_VALUE -> {
        return true;
      }
      case BaseCommand.Type.FLOW_VALUE -> {
        return !session.dispatching.isShaping() || passesFlow(in, index);
      }
      case BaseCommand.Type.PING_VALUE,
          BaseCommand.Type.PONG_VALUE,
          BaseCommand.Type.AUTH_RESPONSE_VALUE,
          BaseCommand.Type.THROTTLE_PRODUCER_RECEIPT_VALUE -> {
        return false;
      }
      case BaseCommand.Type.CONNECT_VALUE -> throw new MalformedFrameException("a second CONNECT");
      default -> {
        return note(type, in, index);
      }
    }
  }

  private boolean passesFlow(ByteBuf in, int index) throws MalformedFrameException {
    Frames.parse(command, in, index);
    return session.dispatching.passes(command.getFlow());
  }

  private boolean passesBeforeRelaying(int type) throws MalformedFrameException {
    SessionState state = session.state();
    boolean expected = type == BaseCommand.Type.CONNECT_VALUE
        ? state instanceof AwaitingConnect
        : state instanceof Authenticating
            && (type == BaseCommand.Type.AUTH_RESPONSE_VALUE
                || type == BaseCommand.Type.PING_VALUE
                || type == BaseCommand.Type.PONG_VALUE);
    if (!expected) {
      throw new MalformedFrameException(
          "a command of type " + type + " while the session is " + session.stateName());
    }
    return false;
  }

  /** Remembers what a command opens, closes or asks; refuses it if that is too much. */
  private boolean note(int type, ByteBuf in, int index) throws MalformedFrameException {
    switch (type) {
      case BaseCommand.Type.PRODUCER_VALUE -> {
        Frames.parse(command, in, index);
        var producer = command.getProducer();
        if (!hasRoom() || session.handles.isAskedFor(producer.getProducerId())) {
          return false;
        }
        Producer same = session.handles.producer(producer.getProducerId());
        if (same != null) {
          session.publishing.holding().discard(same); // the client will send all of it again
        }
        session.requests.put(
            producer.getRequestId(), new OpenProducer(session.handles.ask(producer)));
      }
      case BaseCommand.Type.SUBSCRIBE_VALUE -> {
        Frames.parse(command, in, index);
        var subscribe = command.getSubscribe();
        if (!hasRoom() || session.handles.isSubscribing(subscribe.getConsumerId())) {
          return false;
        }
        session.requests.put(
            subscribe.getRequestId(), new OpenConsumer(session.handles.ask(subscribe)));
      }
      case BaseCommand.Type.CLOSE_PRODUCER_VALUE -> {
        Frames.parse(command, in, index);
        Producer producer = session.handles.producer(command.getCloseProducer().getProducerId());
        if (producer != null && producer.isHeld()) {
          producer.closing = true;
          holder = producer;
          return false;
        }
        session.handles.closeProducer(command.getCloseProducer().getProducerId());
      }
      case BaseCommand.Type.CLOSE_CONSUMER_VALUE -> {
        Frames.parse(command, in, index);
        session.handles.closeConsumer(command.getCloseConsumer().getConsumerId());
      }
      case BaseCommand.Type.UNSUBSCRIBE_VALUE -> {
        Frames.parse(command, in, index);
        var unsubscribe = command.getUnsubscribe();
        if (session.requests.isFull()) {
          return false;
        }
        session.requests.put(
            unsubscribe.getRequestId(), new Unsubscribe(unsubscribe.getConsumerId()));
      }
      case BaseCommand.Type.LOOKUP_VALUE -> {
        Frames.parse(command, in, index);
        var lookup = command.getLookupTopic();
        requireNoOtherPrincipal(lookup.hasOriginalPrincipal());
        ByteBuf frame = Unpooled.copiedBuffer(in.slice(index, Integer.BYTES + in.getInt(index)));
        return session.requests.askLookup(lookup.getRequestId(), frame);
      }
      case BaseCommand.Type.PARTITIONED_METADATA_VALUE -> {
        Frames.parse(command, in, index);
        requireNoOtherPrincipal(command.getPartitionMetadata().hasOriginalPrincipal());
        return session.requests.askLookup(
            command.getPartitionMetadata().getRequestId(), NOT_TO_BE_REPEATED);
      }
      case BaseCommand.Type.GET_TOPICS_OF_NAMESPACE_VALUE -> {
        Frames.parse(command, in, index);
        return session.requests.askLookup(
            command.getGetTopicsOfNamespace().getRequestId(), NOT_TO_BE_REPEATED);
      }
      case BaseCommand.Type.GET_SCHEMA_VALUE -> {
        Frames.parse(command, in, index);
        return session.requests.askLookup(
            command.getGetSchema().getRequestId(), NOT_TO_BE_REPEATED);
      }
      default -> {}
    }
    return true;
  }

  private boolean hasRoom() {
    return session.handles.hasRoom() && !session.requests.isFull();
  }

  /** A client that is passed on under the gateway's own certificate must not speak for another. */
  private void requireNoOtherPrincipal(boolean namesOne) throws MalformedFrameException {
    if (namesOne
        && session.state() instanceof Relaying relaying
        && relaying.connect().byCertificate()) {
      throw new MalformedFrameException("a lookup in another's name");
    }
  }

  @Override
  public void take(int type, ByteBuf frame) throws MalformedFrameException {
    switch (type) {
      case BaseCommand.Type.CONNECT_VALUE -> session.connect(ConnectFrame.read(frame, principal()));
      case BaseCommand.Type.AUTH_RESPONSE_VALUE -> answerChallenge(frame);
      case BaseCommand.Type.PING_VALUE -> Wire.keepAlive(session.client, Frames.pong());
      case BaseCommand.Type.PONG_VALUE, BaseCommand.Type.FLOW_VALUE -> {}
      case BaseCommand.Type.THROTTLE_PRODUCER_RECEIPT_VALUE -> {
        Frames.parse(command, frame, frame.readerIndex());
        session
            .publishing
            .telling()
            .promised(command.getThrottleProducerReceipt().getRequestId());
      }
      case BaseCommand.Type.SEND_VALUE, BaseCommand.Type.CLOSE_PRODUCER_VALUE -> {
        if (holder != null) {
          session.publishing.holding().hold(holder, frame);
        }
      }
      default -> refuse(type, frame);
    }
  }

  private Optional<String> principal() {
    SslHandler tls = session.client.pipeline().get(SslHandler.class);
    return tls == null ? Optional.empty() : CertificatePrincipal.of(tls.engine().getSession());
  }

  private void answerChallenge(ByteBuf frame) throws MalformedFrameException {
    Frames.parse(command, frame, frame.readerIndex());
    CommandAuthResponse response = command.getAuthResponse();
    if (session.state() instanceof Relaying relaying
        && response.hasResponse()
        && response.getResponse().hasAuthData()) {
      session.renewed(relaying.connect().withCredentials(response.getResponse().getAuthData()));
    }
    Channel challenger = session.nextChallenger();
    if (challenger != null) {
      Wire.writeNow(challenger, frame.retainedSlice());
    }
  }

  /** Too much at once: the client is told, and may try again. */
  private void refuse(int type, ByteBuf frame) throws MalformedFrameException {
    Frames.parse(command, frame, frame.readerIndex());
    ByteBuf answer =
        switch (type) {
          case BaseCommand.Type.PRODUCER_VALUE -> refusal(command.getProducer());
          case BaseCommand.Type.SUBSCRIBE_VALUE -> refusal(command.getSubscribe());
          case BaseCommand.Type.UNSUBSCRIBE_VALUE ->
            tooMany(command.getUnsubscribe().getRequestId());
          case BaseCommand.Type.LOOKUP_VALUE ->
            Frames.lookupFailed(
                command.getLookupTopic().getRequestId(),
                ServerError.TooManyRequests,
                TOO_MANY_LOOKUPS);
          case BaseCommand.Type.PARTITIONED_METADATA_VALUE ->
            Frames.partitionsFailed(
                command.getPartitionMetadata().getRequestId(),
                ServerError.TooManyRequests,
                TOO_MANY_LOOKUPS);
          case BaseCommand.Type.GET_TOPICS_OF_NAMESPACE_VALUE ->
            tooMany(command.getGetTopicsOfNamespace().getRequestId());
          default -> tooMany(command.getGetSchema().getRequestId());
        };
    session.node.requestRefused(session);
    session.answer(answer);
  }

  /** Of two at once with the same id brokers refuse the second, if they see it as the second. */
  private ByteBuf refusal(CommandProducer producer) {
    return session.handles.isAskedFor(producer.getProducerId())
        ? Frames.error(
            producer.getRequestId(),
            ServerError.ServiceNotReady,
            "this producer is being opened already")
        : tooMany(producer.getRequestId());
  }

  private ByteBuf refusal(CommandSubscribe subscribe) {
    return session.handles.isSubscribing(subscribe.getConsumerId())
        ? Frames.error(
            subscribe.getRequestId(),
            ServerError.ServiceNotReady,
            "this consumer is being opened already")
        : tooMany(subscribe.getRequestId());
  }

  private static ByteBuf tooMany(long requestId) {
    return Frames.error(
        requestId,
        ServerError.TooManyRequests,
        "this gateway takes no more of these on one connection");
  }

  @Override
  public void pass(ByteBuf frames) {
    burst.bytes(frames.readableBytes());
    session.passToBroker(frames);
  }

  @Override
  public void readComplete() {
    session.clientHeard();
    session.dispatching.report();
    Channel broker = session.broker();
    if (broker != null) {
      broker.flush();
    }
    session.publishing.report();
    if (!session.client.config().isAutoRead()) {
      session.updateReading(); // it may have been paused with something left to look at
    }
    burst.end();
  }

  @Override
  public void malformed(MalformedFrameException fault) {
    session.close(CloseReason.MALFORMED, "it sent " + fault.getMessage());
  }

  @Override
  public void closed() {
    session.close(CloseReason.CLIENT_CLOSED, "the client has closed it");
  }

  @Override
  public void failed(Throwable cause) {
    session.failed(cause, CloseReason.CLIENT_CLOSED, CloseReason.CLIENT_FAILED);
  }

  @Override
  public void writabilityChanged() {
    session.updateReading();
  }
}
