package io.sluice.gateway.internal.session;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.handler.codec.DecoderException;
import io.netty.util.concurrent.ScheduledFuture;
import io.sluice.gateway.config.BrokerAddress;
import io.sluice.gateway.internal.dispatch.DispatchThrottle;
import io.sluice.gateway.internal.net.Backlog;
import io.sluice.gateway.internal.net.FrameReader;
import io.sluice.gateway.internal.net.KeepAlive;
import io.sluice.gateway.internal.net.Tls;
import io.sluice.gateway.internal.net.Wire;
import io.sluice.gateway.internal.publish.PublishThrottle;
import io.sluice.gateway.internal.session.SessionState.Authenticating;
import io.sluice.gateway.internal.session.SessionState.AwaitingConnect;
import io.sluice.gateway.internal.session.SessionState.Closed;
import io.sluice.gateway.internal.session.SessionState.Dialing;
import io.sluice.gateway.internal.session.SessionState.Draining;
import io.sluice.gateway.internal.session.SessionState.Relaying;
import io.sluice.gateway.view.ConnectionView;
import io.sluice.protocol.Frames;
import io.sluice.protocol.wire.ServerError;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * One client and the broker it is relayed to. Both connections, and everything in here, belong to one
 * event loop; only {@link #drain} and {@link #close} may be called by others.
 */
public final class Session {

  /** A CONNECT with a token or a ticket fits; nothing else is accepted before a broker has answered. */
  static final int MAX_HANDSHAKE_FRAME_BYTES = 128 * 1024;

  private static final int MAX_UNREAD_ANSWER_BYTES = 4 << 20;

  /** The request id of an error that answers no request in particular. */
  private static final long NO_REQUEST = -1;

  final long id;
  final GatewayContext node;
  public final Channel client;
  public final PublishThrottle publishing;
  final DispatchThrottle dispatching;
  public final Handles handles;
  final PendingRequests requests;

  private final InetSocketAddress clientAddress;
  private final Instant since = Instant.now();
  private final FrameReader clientReader;
  private final KeepAlive clientKeepAlive;
  private final Backlog clientBacklog;
  private final ScheduledFuture<?> handshakeTimer;
  private final ScheduledFuture<?> ticker;

  /** Who waits for the client's next answer to a challenge, in the order in which they asked. */
  private final Queue<Channel> challengers = new ArrayDeque<>();

  private SessionState state = new AwaitingConnect();
  private @Nullable FrameReader brokerReader;
  private @Nullable KeepAlive brokerKeepAlive;
  private boolean drained;

  Session(GatewayContext node, Channel client, InetSocketAddress clientAddress) {
    this.node = node;
    this.id = node.nextSessionId();
    this.client = client;
    this.clientAddress = clientAddress;
    this.publishing =
        new PublishThrottle(this, node.publishLimits(), node.groups(), node.publishMetrics());
    this.dispatching =
        new DispatchThrottle(this, node.dispatchLimits(), node.groups(), node.dispatchMetrics());
    this.handles = new Handles(node.limits().maxHandlesPerConnection(), publishing, dispatching);
    this.requests = new PendingRequests(node.lookups(), node.limits().maxHandlesPerConnection());
    this.clientReader = new FrameReader(new ClientFrames(this), MAX_HANDSHAKE_FRAME_BYTES);
    this.clientKeepAlive = new KeepAlive(client);
    this.clientBacklog = new Backlog(client);
    this.handshakeTimer = client
        .eventLoop()
        .schedule(
            () -> close(
                CloseReason.HANDSHAKE_TIMEOUT,
                "no broker had accepted it in time; it was " + stateName()),
            node.limits().handshakeTimeout().toNanos(),
            TimeUnit.NANOSECONDS);
    long tickNanos = node.keepAliveInterval().toNanos() / 2;
    this.ticker = client
        .eventLoop()
        .scheduleWithFixedDelay(this::tick, tickNanos, tickNanos, TimeUnit.NANOSECONDS);
  }

  FrameReader clientReader() {
    return clientReader;
  }

  SessionState state() {
    return state;
  }

  public boolean isRelaying() {
    return state instanceof Relaying;
  }

  /** The broker's connection, once there is one. */
  @Nullable
  public Channel broker() {
    return state.broker();
  }

  /** Whether the client understands that a producer is throttled. */
  public boolean isAware() {
    ConnectFrame connect = state.connect();
    return connect != null && connect.aware();
  }

  void clientHeard() {
    clientKeepAlive.heard();
  }

  void brokerHeard() {
    if (brokerKeepAlive != null) {
      brokerKeepAlive.heard();
    }
  }

  /** The client has introduced itself: finds it a broker. */
  void connect(ConnectFrame connect) {
    state = new AwaitingConnect().toDialing(connect);
    updateReading();
    if (connect.byCertificate() && !node.dialer().hasIdentity()) {
      refuse(
          CloseReason.REFUSED,
          ServerError.AuthenticationError,
          "the gateway has no certificate of its own to vouch for clients with certificates");
      return;
    }
    if (connect.target().isEmpty()) {
      node.dialer().dialAny(client.eventLoop(), this::dialled, this::dialFailed);
      return;
    }
    Optional<BrokerAddress> target = node.allowed(connect.target().get());
    if (target.isEmpty()) {
      refuse(
          CloseReason.REFUSED,
          ServerError.AuthorizationError,
          "the requested broker is not one of this cluster");
      return;
    }
    node.dialer().dial(client.eventLoop(), target.get(), this::dialled, this::dialFailed);
  }

  private void dialled(Channel broker, BrokerAddress address) {
    if (!(state instanceof Dialing dialing)) {
      Wire.close(broker);
      return;
    }
    state = dialing.toAuthenticating(broker, address);
    node.metrics().dialled(broker);
    brokerKeepAlive = new KeepAlive(broker);
    brokerReader = new FrameReader(new BrokerFrames(this, broker), MAX_HANDSHAKE_FRAME_BYTES);
    broker.pipeline().addLast(brokerReader);
    Wire.writeNow(broker, dialing.connect().toBuffer());
    updateReading();
  }

  /** The client is not told where brokers are; the log is. */
  private void dialFailed(Throwable cause) {
    tell(ServerError.ServiceNotReady, "no broker could be reached");
    close(CloseReason.BROKER_UNREACHABLE, "no broker could be reached: " + cause.getMessage());
  }

  /** The broker has accepted the client. */
  void connected(int maxMessageBytes) {
    if (state instanceof Authenticating authenticating) {
      state = authenticating.toRelaying();
      handshakeTimer.cancel(false);
      int max = (int) Math.min(
          node.limits().maxFrameBytes(), (long) maxMessageBytes + Frames.FRAME_PADDING_BYTES);
      clientReader.setMaxFrameBytes(max);
      if (brokerReader != null) {
        brokerReader.setMaxFrameBytes(max);
      }
    }
  }

  /** A broker, or one that is asked on the way of a lookup, wants the client to prove who it is. */
  void challenged(Channel challenger) {
    challengers.add(challenger);
  }

  /** Who the client's answer to a challenge is for; the broker if nobody else still waits for one. */
  @Nullable
  Channel nextChallenger() {
    Channel challenger = challengers.poll();
    while (challenger != null && !challenger.isActive()) {
      challenger = challengers.poll();
    }
    return challenger != null ? challenger : broker();
  }

  void renewed(ConnectFrame connect) {
    if (state instanceof Relaying relaying) {
      state = relaying.with(connect);
    }
  }

  /** Hands whole frames to the broker. */
  public void passToBroker(ByteBuf frames) {
    Channel broker = broker();
    if (broker == null) {
      frames.release();
      return;
    }
    Wire.write(broker, frames);
    if (!broker.isWritable()) {
      updateReading();
    }
  }

  /** Hands whole frames to the client. */
  void passToClient(ByteBuf frames) {
    Wire.write(client, frames);
    if (!client.isWritable()) {
      updateReading();
    }
  }

  /**
   * Says something to the client that no broker said. Whoever makes the gateway say much and reads
   * nothing of it is sent away.
   */
  public void answer(ByteBuf frame) {
    if (client.bytesBeforeWritable() > MAX_UNREAD_ANSWER_BYTES) {
      frame.release();
      close(CloseReason.CLIENT_FAILED, "it does not read the answers to its requests");
      return;
    }
    Wire.write(client, frame);
    client.flush();
  }

  /** Hands to the network what was passed to the broker outside of reading. */
  public void flushBroker() {
    Channel broker = broker();
    if (broker != null) {
      broker.flush();
    }
  }

  /**
   * Each side is read while the other takes what is read, or the backlog would grow here; and the
   * client only while it may publish more.
   */
  public void updateReading() {
    Channel broker = broker();
    boolean clientIsHeard =
        state instanceof AwaitingConnect || (broker != null && !(state instanceof Draining));
    boolean paused = publishing.pauses().isPaused();
    clientReader.setPaused(paused);
    client
        .config()
        .setAutoRead(clientIsHeard
            && (broker == null || broker.isWritable())
            && !paused
            && !clientReader.hasUnread());
    if (broker != null) {
      broker.config().setAutoRead(client.isWritable());
    }
  }

  private void tick() {
    requests.tick();
    if (state instanceof Relaying) {
      if (dispatching.isShaping()) {
        dispatching.tick();
      }
      if (!clientKeepAlive.tick()) {
        close(CloseReason.CLIENT_SILENT, "the client has not answered to keep-alive");
      } else if (clientBacklog.isStuck() && publishing.pending() > 0) {
        close(
            CloseReason.CLIENT_SILENT,
            "the client does not read the answers to what it has published");
      } else if (brokerKeepAlive != null && !brokerKeepAlive.tick()) {
        close(CloseReason.BROKER_SILENT, "the broker has not answered to keep-alive");
      }
    }
  }

  /** Does something on the event loop, after what is being done there. Any thread. */
  public void later(Runnable work) {
    client.eventLoop().execute(() -> guard(work));
  }

  /** What fails here would otherwise leave a session behind in which nothing moves. */
  public void guard(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      failed(e, CloseReason.CLIENT_FAILED, CloseReason.CLIENT_FAILED);
    }
  }

  /** Reads nothing more of the client, and ends when what it has sent is answered. Any thread. */
  public void drain() {
    client.eventLoop().execute(() -> {
      if (state instanceof Relaying relaying) {
        state = relaying.toDraining();
        clientReader.stop();
        publishing.holding().discardAll(); // for whoever the client goes to next
        updateReading();
        sendAnswered();
      } else if (!(state instanceof Draining)) {
        close(CloseReason.SHUTDOWN, "the node goes down");
      }
    });
  }

  /** The broker has answered something that was published. */
  void sendAnswered() {
    if (state instanceof Draining && publishing.pending() == 0 && !drained) {
      drained = true;
      // In a task of its own, as the answer itself is on its way to the client in this one.
      client
          .eventLoop()
          .execute(
              () -> close(CloseReason.SHUTDOWN, "the node goes down; nothing was left to answer"));
    }
  }

  /**
   * A connection broke. That is how many end, and no more than that; TLS that does not come about is a
   * fault that somebody should know of, and anything else is one of our own.
   */
  void failed(Throwable cause, CloseReason ended, CloseReason fault) {
    boolean tls = cause instanceof DecoderException || cause instanceof SSLException;
    if (!tls && !(cause instanceof IOException)) {
      node.unexpected(this, cause);
    }
    close(
        cause instanceof IOException && !tls ? ended : fault,
        tls ? Tls.fault(cause) : String.valueOf(cause.getMessage()));
  }

  private void refuse(CloseReason reason, ServerError error, String message) {
    tell(error, message);
    close(reason, message);
  }

  /** Tells the client why, before it is closed. */
  private void tell(ServerError error, String message) {
    Wire.write(client, Frames.error(NO_REQUEST, error, message));
  }

  /** Ends both connections after what was passed to them; the first reason counts. Any thread. */
  public void close(CloseReason reason, String detail) {
    if (!client.eventLoop().inEventLoop()) {
      client.eventLoop().execute(() -> close(reason, detail));
      return;
    }
    if (state instanceof Closed) {
      return;
    }
    Channel broker = broker();
    node.closed(this, reason, detail);
    state = new Closed(detail);
    handshakeTimer.cancel(false);
    ticker.cancel(false);
    requests.clear();
    handles.closeAll();
    publishing.close();
    clientReader.stop();
    Wire.hangUp(client);
    if (brokerReader != null) {
      brokerReader.stop();
    }
    if (broker != null) {
      Wire.closeAfterWrites(broker);
    }
  }

  public InetSocketAddress clientAddress() {
    return clientAddress;
  }

  String stateName() {
    return state.getClass().getSimpleName();
  }

  public ConnectionView view() {
    ConnectFrame connect = state.connect();
    BrokerAddress broker = state instanceof Relaying relaying
        ? relaying.address()
        : state instanceof Draining draining ? draining.address() : null;
    return new ConnectionView(
        id,
        clientAddress,
        connect == null ? "" : connect.clientVersion(),
        Optional.ofNullable(broker),
        since,
        stateName(),
        publishing.pausedSince(),
        publishing.producers(),
        dispatching.consumers());
  }
}
