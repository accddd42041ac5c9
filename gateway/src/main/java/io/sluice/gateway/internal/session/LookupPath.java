package io.sluice.gateway.internal.session;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.util.concurrent.ScheduledFuture;
import io.sluice.gateway.config.BrokerAddress;
import io.sluice.gateway.internal.net.ChannelWrites;
import io.sluice.gateway.internal.net.FrameReader;
import io.sluice.gateway.internal.net.Verdict;
import io.sluice.gateway.internal.session.SessionState.Relaying;
import io.sluice.protocol.FrameEditor;
import io.sluice.protocol.FramePeek;
import io.sluice.protocol.Frames;
import io.sluice.protocol.MalformedFrameException;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.CommandLookupTopicResponse;
import io.sluice.protocol.wire.CommandLookupTopicResponse.LookupType;
import io.sluice.protocol.wire.ServerError;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Follows one lookup from broker to broker until one answers it, as a client would that could reach
 * them. Redirects are rare: brokers send them only for what none of them has loaded yet. So each gets
 * a connection of its own, with the client's own credentials, that lives for the one question.
 */
final class LookupPath {

  private static final int MAX_REDIRECTS = 20;
  private static final int AUTHORITATIVE = 3;

  private final Session session;
  private final long requestId;
  private final ByteBuf question;
  private int redirects;
  private boolean done;
  private @Nullable Channel current;
  private @Nullable ScheduledFuture<?> timer;

  /** @param question the client's frame */
  LookupPath(Session session, long requestId, ByteBuf question) {
    this.session = session;
    this.requestId = requestId;
    this.question = question;
  }

  /** The question as one that no broker has been chosen for. */
  static ByteBuf notAuthoritative(ByteBuf question) throws MalformedFrameException {
    return FrameEditor.edit(
        question, BaseCommand.Type.LOOKUP_VALUE, fields -> fields.without(AUTHORITATIVE));
  }

  /** A broker has answered. The frame is valid during the call. */
  void arrived(ByteBuf frame, CommandLookupTopicResponse response) throws MalformedFrameException {
    LookupType type = response.hasResponse() ? response.getResponse() : LookupType.Failed;
    if (type == LookupType.Failed) {
      finish(frame.retainedSlice());
      return;
    }
    Optional<String> url = session.gateway.lookupAnswers().broker(response);
    if (url.isEmpty()) {
      fail("the topic's broker has no address that the gateway could use");
    } else if (type == LookupType.Connect) {
      finish(LookupAnswerRewriter.throughGateway(frame, url.get()));
    } else {
      redirected(url.get(), response.isAuthoritative());
    }
  }

  private void redirected(String url, boolean authoritative) throws MalformedFrameException {
    if (++redirects > MAX_REDIRECTS) {
      fail("the brokers redirected the lookup more than " + MAX_REDIRECTS + " times");
      return;
    }
    if (timer == null) {
      if (!session.requests.askLookup(requestId, question)) {
        fail("too many lookups are under way on this gateway");
        return;
      }
      timer = session
          .connections
          .eventLoop()
          .schedule(
              () -> fail("the brokers took too long"),
              session.gateway.limits().handshakeTimeout().toNanos(),
              TimeUnit.NANOSECONDS);
    }
    Optional<BrokerAddress> broker = session.gateway.allowed(url);
    if (broker.isEmpty()) {
      fail("the lookup was redirected to a broker that the gateway may not use");
      return;
    }
    ByteBuf next = FrameEditor.edit(
        question,
        BaseCommand.Type.LOOKUP_VALUE,
        fields -> fields.with(AUTHORITATIVE, authoritative));
    closeCurrent();
    session
        .gateway
        .dialer()
        .dial(
            session.connections.eventLoop(),
            broker.get(),
            (channel, address) -> ask(channel, next),
            cause -> fail("the topic's broker could not be reached: " + cause.getMessage()));
  }

  private void ask(Channel channel, ByteBuf next) {
    if (done || !(session.state() instanceof Relaying relaying)) {
      ChannelWrites.close(channel);
      return;
    }
    current = channel;
    channel
        .pipeline()
        .addLast(new FrameReader(new Answers(channel, next), Session.MAX_HANDSHAKE_FRAME_BYTES));
    ChannelWrites.writeNow(channel, relaying.connect().toBuffer());
    channel.config().setAutoRead(true);
  }

  private void fail(String why) {
    finish(Frames.lookupFailed(requestId, ServerError.ServiceNotReady, why));
  }

  private void finish(ByteBuf answer) {
    if (done) {
      answer.release();
      return;
    }
    done = true;
    if (timer != null) {
      timer.cancel(false);
    }
    closeCurrent();
    session.requests.answered(requestId);
    session.answer(answer);
  }

  private void closeCurrent() {
    if (current != null) {
      ChannelWrites.close(current);
      current = null;
    }
  }

  /** What the broker on the way says. */
  private final class Answers implements FrameReader.Sink {

    private final Channel channel;
    private final ByteBuf next;
    private final BaseCommand command = new BaseCommand();

    private Answers(Channel channel, ByteBuf next) {
      this.channel = channel;
      this.next = next;
    }

    @Override
    public Verdict decide(FramePeek frame, ByteBuf in, int index) {
      int type = frame.type();
      return Verdict.take(answer -> take(type, answer));
    }

    private void take(int type, ByteBuf frame) throws MalformedFrameException {
      switch (type) {
        case BaseCommand.Type.CONNECTED_VALUE -> ChannelWrites.writeNow(channel, next);
        case BaseCommand.Type.AUTH_CHALLENGE_VALUE -> {
          session.challenged(channel);
          session.answer(frame.retainedSlice());
        }
        case BaseCommand.Type.PING_VALUE -> ChannelWrites.keepAlive(channel, Frames.pong());
        case BaseCommand.Type.ERROR_VALUE -> {
          Frames.parse(command, frame, frame.readerIndex());
          fail("the topic's broker refused: " + command.getError().getMessage());
        }
        case BaseCommand.Type.LOOKUP_RESPONSE_VALUE -> {
          Frames.parse(command, frame, frame.readerIndex());
          arrived(frame, command.getLookupTopicResponse());
        }
        default -> {} // nothing that a lookup needs
      }
    }

    @Override
    public void pass(ByteBuf frames) {
      frames.release();
    }

    @Override
    public void readComplete() {}

    @Override
    public void malformed(MalformedFrameException fault) {
      failIfCurrent("the topic's broker sent " + fault.getMessage());
    }

    @Override
    public void closed() {
      failIfCurrent("the topic's broker closed the connection");
    }

    @Override
    public void failed(Throwable cause) {
      failIfCurrent("the connection to the topic's broker broke: " + cause.getMessage());
    }

    /** The lookup may have been redirected to another broker since. */
    private void failIfCurrent(String why) {
      if (channel == current) {
        fail(why);
      }
    }

    @Override
    public void writabilityChanged() {}
  }
}
