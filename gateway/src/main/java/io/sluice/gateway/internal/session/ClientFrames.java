package io.sluice.gateway.internal.session;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import io.sluice.gateway.config.HomeNode;
import io.sluice.gateway.internal.net.CertificatePrincipal;
import io.sluice.gateway.internal.net.ChannelWrites;
import io.sluice.gateway.internal.net.FrameReader;
import io.sluice.gateway.internal.net.Verdict;
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
import io.sluice.protocol.wire.CommandLookupTopic;
import io.sluice.protocol.wire.CommandProducer;
import io.sluice.protocol.wire.CommandSubscribe;
import io.sluice.protocol.wire.ServerError;
import java.util.Optional;

/** What the client says: nearly all of it passes to the broker, and is noted on the way. */
final class ClientFrames implements FrameReader.Sink {

  private static final ByteBuf NOT_TO_BE_REPEATED = Unpooled.EMPTY_BUFFER;
  private static final String TOO_MANY_LOOKUPS = "too many lookups are under way on this gateway";

  private final Session session;
  private final ReadBurst burst;
  private final BaseCommand command = new BaseCommand();
  private final Verdict connect = Verdict.take(this::connect);
  private final Verdict answerChallenge = Verdict.take(this::answerChallenge);
  private final Verdict pong = Verdict.take(frame -> pong());
  private final Verdict throttleReceipt = Verdict.take(this::throttleReceipt);

  ClientFrames(Session session) {
    this.session = session;
    this.burst = new ReadBurst(session.gateway.metrics().fromClients());
  }

  @Override
  public Verdict decide(FramePeek frame, ByteBuf in, int index) throws MalformedFrameException {
    burst.frame();
    int type = frame.type();
    if (!session.isRelaying()) {
      return beforeRelaying(type);
    }
    return switch (type) {
      case BaseCommand.Type.SEND_VALUE -> session.publish.sent(frame);
      case BaseCommand.Type.ACK_VALUE -> Verdict.PASS;
      case BaseCommand.Type.FLOW_VALUE ->
        session.dispatch.hasLimits() ? flow(in, index) : Verdict.PASS;
      case BaseCommand.Type.PING_VALUE -> pong;
      case BaseCommand.Type.PONG_VALUE -> Verdict.DROP;
      case BaseCommand.Type.AUTH_RESPONSE_VALUE -> answerChallenge;
      case BaseCommand.Type.THROTTLE_PRODUCER_RECEIPT_VALUE -> throttleReceipt;
      case BaseCommand.Type.CONNECT_VALUE -> throw new MalformedFrameException("a second CONNECT");
      default -> note(type, in, index);
    };
  }

  private Verdict beforeRelaying(int type) throws MalformedFrameException {
    SessionState state = session.state();
    if (type == BaseCommand.Type.CONNECT_VALUE && state instanceof AwaitingConnect) {
      return connect;
    }
    if (state instanceof Authenticating) {
      switch (type) {
        case BaseCommand.Type.AUTH_RESPONSE_VALUE -> {
          return answerChallenge;
        }
        case BaseCommand.Type.PING_VALUE -> {
          return pong;
        }
        case BaseCommand.Type.PONG_VALUE -> {
          return Verdict.DROP;
        }
        default -> {}
      }
    }
    throw new MalformedFrameException(
        "a command of type " + type + " while the session is " + session.stateName());
  }

  private Verdict flow(ByteBuf in, int index) throws MalformedFrameException {
    Frames.parse(command, in, index);
    return session.dispatch.flow(command.getFlow());
  }

  /** Remembers what a command opens, closes or asks; refuses it if that is too much. */
  private Verdict note(int type, ByteBuf in, int index) throws MalformedFrameException {
    switch (type) {
      case BaseCommand.Type.PRODUCER_VALUE -> {
        Frames.parse(command, in, index);
        return producer(command.getProducer());
      }
      case BaseCommand.Type.SUBSCRIBE_VALUE -> {
        Frames.parse(command, in, index);
        return subscribe(command.getSubscribe());
      }
      case BaseCommand.Type.CLOSE_PRODUCER_VALUE -> {
        Frames.parse(command, in, index);
        return session.publish.closedByClient(command.getCloseProducer().getProducerId());
      }
      case BaseCommand.Type.CLOSE_CONSUMER_VALUE -> {
        Frames.parse(command, in, index);
        session.dispatch.closedByClient(command.getCloseConsumer().getConsumerId());
      }
      case BaseCommand.Type.UNSUBSCRIBE_VALUE -> {
        Frames.parse(command, in, index);
        var unsubscribe = command.getUnsubscribe();
        if (session.requests.isFull()) {
          return refuse(tooMany(unsubscribe.getRequestId()));
        }
        session.requests.put(
            unsubscribe.getRequestId(), new Unsubscribe(unsubscribe.getConsumerId()));
      }
      case BaseCommand.Type.LOOKUP_VALUE -> {
        Frames.parse(command, in, index);
        return lookup(command.getLookupTopic(), in, index);
      }
      case BaseCommand.Type.PARTITIONED_METADATA_VALUE -> {
        Frames.parse(command, in, index);
        requireNoOtherPrincipal(command.getPartitionMetadata().hasOriginalPrincipal());
        long requestId = command.getPartitionMetadata().getRequestId();
        return session.requests.askLookup(requestId, NOT_TO_BE_REPEATED)
            ? Verdict.PASS
            : refuse(
                Frames.partitionsFailed(requestId, ServerError.TooManyRequests, TOO_MANY_LOOKUPS));
      }
      case BaseCommand.Type.GET_TOPICS_OF_NAMESPACE_VALUE -> {
        Frames.parse(command, in, index);
        return ask(command.getGetTopicsOfNamespace().getRequestId());
      }
      case BaseCommand.Type.GET_SCHEMA_VALUE -> {
        Frames.parse(command, in, index);
        return ask(command.getGetSchema().getRequestId());
      }
      default -> {}
    }
    return Verdict.PASS;
  }

  /**
   * A lookup of a limited topic is redirected to the topic's home, once. The client then says that it is authoritative, to
   * which brokers give another sense: that the leader has made the broker that is asked the topic's owner. So they
   * do not hear of it.
   */
  private Verdict lookup(CommandLookupTopic lookup, ByteBuf in, int index)
      throws MalformedFrameException {
    requireNoOtherPrincipal(lookup.hasOriginalPrincipal());
    long requestId = lookup.getRequestId();
    boolean redirected = lookup.isAuthoritative();
    Optional<HomeNode> home = session
        .gateway
        .homes()
        .redirect(lookup.getTopic(), session.connections.isClientSecure(), redirected);
    if (home.isPresent()) {
      ByteBuf answer =
          Frames.lookupRedirected(requestId, home.get().serviceUrl(), home.get().serviceUrlTls());
      return Verdict.take(frame -> session.answer(answer));
    }
    ByteBuf asked = Unpooled.copiedBuffer(in.slice(index, Integer.BYTES + in.getInt(index)));
    ByteBuf question = redirected ? notAuthoritative(asked) : asked;
    if (!session.requests.askLookup(requestId, question)) {
      return refuse(Frames.lookupFailed(requestId, ServerError.TooManyRequests, TOO_MANY_LOOKUPS));
    }
    return redirected
        ? Verdict.take(frame -> session.connections.passToBroker(question.retainedDuplicate()))
        : Verdict.PASS;
  }

  private ByteBuf notAuthoritative(ByteBuf asked) throws MalformedFrameException {
    ByteBuf question = LookupPath.notAuthoritative(asked);
    Frames.parse(command, question, question.readerIndex());
    requireNoOtherPrincipal(command.getLookupTopic().hasOriginalPrincipal());
    if (command.getLookupTopic().isAuthoritative()) {
      throw new MalformedFrameException("a lookup that can be read in two ways");
    }
    return question;
  }

  /** Of two producers that are asked for at once with the same id, brokers refuse the second. */
  private Verdict producer(CommandProducer producer) {
    long requestId = producer.getRequestId();
    if (session.publish.isRequested(producer.getProducerId())) {
      return refuse(Frames.error(
          requestId, ServerError.ServiceNotReady, "this producer is being opened already"));
    }
    if (!session.hasRoom()) {
      return refuse(tooMany(requestId));
    }
    session.requests.put(requestId, new OpenProducer(session.publish.requested(producer)));
    return Verdict.PASS;
  }

  private Verdict subscribe(CommandSubscribe subscribe) {
    long requestId = subscribe.getRequestId();
    if (session.dispatch.isRequested(subscribe.getConsumerId())) {
      return refuse(Frames.error(
          requestId, ServerError.ServiceNotReady, "this consumer is being opened already"));
    }
    if (!session.hasRoom()) {
      return refuse(tooMany(requestId));
    }
    session.requests.put(requestId, new OpenConsumer(session.dispatch.requested(subscribe)));
    return Verdict.PASS;
  }

  /** A question that counts as a lookup, and whose answer passes as it is. */
  private Verdict ask(long requestId) {
    return session.requests.askLookup(requestId, NOT_TO_BE_REPEATED)
        ? Verdict.PASS
        : refuse(tooMany(requestId));
  }

  /** Too much at once: the client is told, and may try again. */
  private Verdict refuse(ByteBuf answer) {
    return Verdict.take(frame -> {
      session.gateway.requestRefused(session);
      session.answer(answer);
    });
  }

  private static ByteBuf tooMany(long requestId) {
    return Frames.error(
        requestId,
        ServerError.TooManyRequests,
        "this gateway takes no more of these on one connection");
  }

  /** A client that is passed on under the gateway's own certificate must not speak for another. */
  private void requireNoOtherPrincipal(boolean namesOne) throws MalformedFrameException {
    if (namesOne
        && session.state() instanceof Relaying relaying
        && relaying.connect().byCertificate()) {
      throw new MalformedFrameException("a lookup in another's name");
    }
  }

  private void pong() {
    ChannelWrites.keepAlive(session.connections.client(), Frames.pong());
  }

  private void connect(ByteBuf frame) throws MalformedFrameException {
    session.connect(ConnectFrame.read(frame, principal()));
  }

  private void throttleReceipt(ByteBuf frame) throws MalformedFrameException {
    Frames.parse(command, frame, frame.readerIndex());
    session.publish.throttleReceiptCame(command.getThrottleProducerReceipt().getRequestId());
  }

  private Optional<String> principal() {
    SslHandler tls = session.connections.client().pipeline().get(SslHandler.class);
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
    if (challenger != null && challenger.isActive()) {
      ChannelWrites.writeNow(challenger, frame.retainedSlice());
    }
  }

  @Override
  public void pass(ByteBuf frames) {
    burst.bytes(frames.readableBytes());
    session.connections.passToBroker(frames);
  }

  @Override
  public void readComplete() {
    session.clientHeard();
    session.dispatch.sendFlows();
    session.connections.flushBroker();
    session.publish.report();
    if (!session.connections.client().config().isAutoRead()) {
      session.connections.updateReading(); // it may have been paused with something left to look at
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
    session.connections.updateReading();
  }
}
