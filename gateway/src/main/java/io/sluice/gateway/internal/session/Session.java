package io.sluice.gateway.internal.session;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.DecoderException;
import io.netty.util.concurrent.ScheduledFuture;
import io.sluice.gateway.config.BrokerAddress;
import io.sluice.gateway.internal.dispatch.DispatchThrottle;
import io.sluice.gateway.internal.net.ChannelWrites;
import io.sluice.gateway.internal.net.FrameReader;
import io.sluice.gateway.internal.net.KeepAlive;
import io.sluice.gateway.internal.net.PendingWrites;
import io.sluice.gateway.internal.net.Tls;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * One client and the broker it is relayed to: how they come together, stay and part. Both connections, and
 * everything in here, belong to one event loop; other threads may call {@link #drainWithin}, {@link #close},
 * {@link #view} and {@link #whenClosed}.
 */
public final class Session {

  /** A CONNECT with a token or a ticket fits; nothing else is accepted before a broker has answered. */
  static final int MAX_HANDSHAKE_FRAME_BYTES = 128 * 1024;

  /** The request id of an error that answers no request in particular. */
  private static final long NO_REQUEST = -1;

  final long id;
  final GatewayContext gateway;
  public final SessionConnections connections;
  public final PublishThrottle publish;
  public final DispatchThrottle dispatch;
  final PendingRequests requests;

  private final Channel client;
  private final Instant since = Instant.now();
  private final KeepAlive clientKeepAlive;
  private final PendingWrites clientBacklog;

  /** The brokers that wait for the client's next answer to a challenge, in the order of their asking. */
  private final Queue<Channel> challengers = new ArrayDeque<>();

  private @Nullable KeepAlive brokerKeepAlive;
  private @Nullable ScheduledFuture<?> handshakeTimer;
  private @Nullable Future<?> ticker;
  private boolean drained;

  private Session(
      GatewayContext gateway,
      SessionConnections connections,
      PublishThrottle publish,
      DispatchThrottle dispatch) {
    this.gateway = gateway;
    this.id = gateway.sessions().nextId();
    this.connections = connections;
    this.client = connections.client();
    this.publish = publish;
    this.dispatch = dispatch;
    this.requests =
        new PendingRequests(gateway.lookups(), gateway.limits().maxHandlesPerConnection());
    this.clientKeepAlive = new KeepAlive(client);
    this.clientBacklog = new PendingWrites(client);
  }

  /** A session for a client's connection, which reads it from now on. */
  static Session open(GatewayContext gateway, Channel client, InetSocketAddress clientAddress) {
    SessionConnections connections = new SessionConnections(client, clientAddress);
    Session session = new Session(
        gateway,
        connections,
        new PublishThrottle(
            connections, gateway.publishLimits(), gateway.groups(), gateway.publishMetrics()),
        new DispatchThrottle(
            connections, gateway.dispatchLimits(), gateway.groups(), gateway.dispatchMetrics()));
    session.start();
    return session;
  }

  private void start() {
    handshakeTimer = connections
        .eventLoop()
        .schedule(
            () -> close(
                CloseReason.HANDSHAKE_TIMEOUT,
                "no broker had accepted it in time; it was " + stateName()),
            gateway.limits().handshakeTimeout().toNanos(),
            TimeUnit.NANOSECONDS);
    long tickNanos = gateway.keepAliveInterval().toNanos() / 2;
    ticker = connections.scheduleRepeatedly(this::tick, tickNanos);
    connections.readClientBy(new FrameReader(new ClientFrames(this), MAX_HANDSHAKE_FRAME_BYTES));
    gateway.opened(this);
  }

  SessionState state() {
    return connections.state();
  }

  boolean isRelaying() {
    return state() instanceof Relaying;
  }

  /** Whether there is room for one more producer or consumer. */
  boolean hasRoom() {
    return publish.producerCount() + dispatch.consumerCount()
            < gateway.limits().maxHandlesPerConnection()
        && !requests.isFull();
  }

  void clientHeard() {
    clientKeepAlive.heard();
  }

  void brokerHeard() {
    if (brokerKeepAlive != null) {
      brokerKeepAlive.heard();
    }
  }

  /** The client has sent CONNECT: finds it a broker. */
  void connect(ConnectFrame connect) {
    connections.setState(new AwaitingConnect().toDialing(connect));
    connections.updateReading();
    if (connect.byCertificate() && !gateway.dialer().hasIdentity()) {
      refuse(
          ServerError.AuthenticationError,
          "the gateway has no certificate of its own to vouch for clients with certificates");
      return;
    }
    if (connect.target().isEmpty()) {
      gateway.dialer().dialAny(connections.eventLoop(), this::dialled, this::dialFailed);
      return;
    }
    Optional<BrokerAddress> target = gateway.allowed(connect.target().get());
    if (target.isEmpty()) {
      refuse(ServerError.AuthorizationError, "the requested broker is not one of this cluster");
      return;
    }
    gateway.dialer().dial(connections.eventLoop(), target.get(), this::dialled, this::dialFailed);
  }

  private void dialled(Channel broker, BrokerAddress address) {
    if (!(state() instanceof Dialing dialing)) {
      ChannelWrites.close(broker);
      return;
    }
    connections.setState(dialing.toAuthenticating(broker, address));
    gateway.metrics().dialled(broker);
    brokerKeepAlive = new KeepAlive(broker);
    connections.readBrokerBy(
        new FrameReader(new BrokerFrames(this, broker), MAX_HANDSHAKE_FRAME_BYTES), broker);
    ChannelWrites.writeNow(broker, dialing.connect().toBuffer());
    connections.updateReading();
  }

  /** The client is not told where brokers are; the log is. */
  private void dialFailed(Throwable cause) {
    tell(ServerError.ServiceNotReady, "no broker could be reached");
    close(CloseReason.BROKER_UNREACHABLE, "no broker could be reached: " + cause.getMessage());
  }

  /** The broker has accepted the client. */
  void connected(int maxMessageBytes) {
    if (state() instanceof Authenticating authenticating) {
      connections.setState(authenticating.toRelaying());
      cancel(handshakeTimer);
      connections.setMaxFrameBytes((int) Math.min(
          gateway.limits().maxFrameBytes(), (long) maxMessageBytes + Frames.FRAME_PADDING_BYTES));
    }
  }

  /** A broker of the session, or of a lookup's redirect, has sent AUTH_CHALLENGE. */
  void challenged(Channel challenger) {
    challengers.add(challenger);
  }

  /**
   * The channel that the client's answer to a challenge is for; by default its broker's. Clients answer in order, so a
   * channel that is closed by now has its turn like any other.
   */
  @Nullable
  Channel nextChallenger() {
    Channel challenger = challengers.poll();
    return challenger != null ? challenger : connections.broker();
  }

  void renewed(ConnectFrame connect) {
    if (state() instanceof Relaying relaying) {
      connections.setState(relaying.with(connect));
    }
  }

  private void tick() {
    requests.tick();
    if (isRelaying()) {
      if (dispatch.hasLimits()) {
        dispatch.tick();
      }
      if (!clientKeepAlive.tick()) {
        close(CloseReason.CLIENT_SILENT, "the client has not answered to keep-alive");
      } else if (clientBacklog.isStuck() && publish.pending() > 0) {
        close(
            CloseReason.CLIENT_SILENT,
            "the client does not read the answers to what it has published");
      } else if (brokerKeepAlive != null && !brokerKeepAlive.tick()) {
        close(CloseReason.BROKER_SILENT, "the broker has not answered to keep-alive");
      }
    }
  }

  /** Drains after a while, and closes in any case when the time is over. Any thread. */
  public void drainWithin(long delayMillis, long timeoutMillis) {
    var unused = connections.eventLoop().schedule(this::drain, delayMillis, TimeUnit.MILLISECONDS);
    var unusedToo = connections
        .eventLoop()
        .schedule(
            () -> close(
                CloseReason.SHUTDOWN, "the node goes down, and brokers have not answered in time"),
            timeoutMillis,
            TimeUnit.MILLISECONDS);
  }

  /** Reads nothing more of the client, and ends when what it has sent is answered. */
  private void drain() {
    if (state() instanceof Relaying relaying) {
      connections.setState(relaying.toDraining());
      connections.stopReadingClient();
      publish.discardHeld(); // the client sends it again, to the node that it goes to next
      connections.updateReading();
      sendAnswered();
    } else if (!(state() instanceof Draining)) {
      close(CloseReason.SHUTDOWN, "the node goes down");
    }
  }

  /** The broker has answered something that was published. */
  void sendAnswered() {
    if (state() instanceof Draining && publish.pending() == 0 && !drained) {
      drained = true;
      // In a task of its own, as the answer itself is on its way to the client in this one.
      connections
          .eventLoop()
          .execute(
              () -> close(CloseReason.SHUTDOWN, "the node goes down; nothing was left to answer"));
    }
  }

  /**
   * A connection failed. An {@link IOException} is an ordinary end, and so is a client that does not read
   * its answers. A TLS failure is logged for operators. Any other exception is a fault of the gateway.
   */
  void failed(Throwable cause, CloseReason ended, CloseReason fault) {
    boolean tls = cause instanceof DecoderException || cause instanceof SSLException;
    if (!tls && !(cause instanceof IOException) && !(cause instanceof UnreadAnswersException)) {
      gateway.unexpected(this, cause);
    }
    close(
        cause instanceof IOException && !tls ? ended : fault,
        tls ? Tls.fault(cause) : String.valueOf(cause.getMessage()));
  }

  private void refuse(ServerError error, String message) {
    tell(error, message);
    close(CloseReason.REFUSED, message);
  }

  /** Tells the client why, before it is closed. */
  private void tell(ServerError error, String message) {
    ChannelWrites.write(client, Frames.error(NO_REQUEST, error, message));
  }

  /** Answers the client in the gateway's own name. */
  void answer(ByteBuf frame) {
    connections.answerClient(frame);
  }

  /** Ends both connections after what was passed to them; the first reason counts. Any thread. */
  public void close(CloseReason reason, String detail) {
    if (!connections.eventLoop().inEventLoop()) {
      connections.eventLoop().execute(() -> close(reason, detail));
      return;
    }
    if (state() instanceof Closed) {
      return;
    }
    Channel broker = connections.broker();
    gateway.closed(this, reason, detail);
    connections.setState(new Closed(detail));
    cancel(handshakeTimer);
    cancel(ticker);
    requests.clear();
    publish.close();
    dispatch.close();
    connections.stopReadingClient();
    ChannelWrites.hangUp(client);
    connections.stopReadingBroker();
    if (broker != null) {
      ChannelWrites.closeAfterWrites(broker);
    }
  }

  private static void cancel(@Nullable Future<?> timer) {
    if (timer != null) {
      timer.cancel(false);
    }
  }

  InetSocketAddress clientAddress() {
    return connections.clientAddress();
  }

  String stateName() {
    return state().getClass().getSimpleName();
  }

  /** Completed when the client's connection is closed. Any thread. */
  public ChannelFuture whenClosed() {
    return client.closeFuture();
  }

  /** The session as it is at one moment, on its event loop. Any thread. */
  public CompletableFuture<ConnectionView> view() {
    return CompletableFuture.supplyAsync(this::viewNow, connections.eventLoop());
  }

  private ConnectionView viewNow() {
    SessionState state = state();
    ConnectFrame connect = state.connect();
    BrokerAddress broker = state instanceof Relaying relaying
        ? relaying.address()
        : state instanceof Draining draining ? draining.address() : null;
    return new ConnectionView(
        id,
        clientAddress(),
        connect == null ? "" : connect.clientVersion(),
        Optional.ofNullable(broker),
        since,
        stateName(),
        publish.pausedSince(),
        publish.view(),
        dispatch.view());
  }
}
