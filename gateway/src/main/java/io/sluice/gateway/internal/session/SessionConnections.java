package io.sluice.gateway.internal.session;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslHandler;
import io.sluice.gateway.config.BrokerAddress;
import io.sluice.gateway.internal.net.ChannelWrites;
import io.sluice.gateway.internal.net.FrameReader;
import io.sluice.gateway.internal.net.SessionContext;
import io.sluice.gateway.internal.session.SessionState.AwaitingConnect;
import io.sluice.gateway.internal.session.SessionState.Closed;
import io.sluice.gateway.internal.session.SessionState.Draining;
import io.sluice.gateway.internal.session.SessionState.Relaying;
import java.net.InetSocketAddress;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Both connections of a session and where it stands. Each side is read while the other takes what is read.
 * Belongs to the client's event loop; only {@link #execute} may be called by others.
 */
public final class SessionConnections implements SessionContext {

  private static final int MAX_UNREAD_ANSWER_BYTES = 4 << 20;

  private final Channel client;
  private final InetSocketAddress clientAddress;
  private SessionState state = new AwaitingConnect();
  private @Nullable FrameReader clientReader;
  private @Nullable FrameReader brokerReader;
  private boolean readPaused;
  private boolean flushing;

  SessionConnections(Channel client, InetSocketAddress clientAddress) {
    this.client = client;
    this.clientAddress = clientAddress;
  }

  public Channel client() {
    return client;
  }

  public EventLoop eventLoop() {
    return client.eventLoop();
  }

  SessionState state() {
    return state;
  }

  void setState(SessionState next) {
    state = next;
  }

  /** The broker's connection, once there is one. */
  @Nullable
  public Channel broker() {
    return state.broker();
  }

  void readClientBy(FrameReader reader) {
    clientReader = reader;
    client.pipeline().addLast(reader);
  }

  void readBrokerBy(FrameReader reader, Channel broker) {
    brokerReader = reader;
    broker.pipeline().addLast(reader);
  }

  /** Both sides are accepted, and may send frames as large as this. */
  void setMaxFrameBytes(int max) {
    if (clientReader != null) {
      clientReader.setMaxFrameBytes(max);
    }
    if (brokerReader != null) {
      brokerReader.setMaxFrameBytes(max);
    }
  }

  /** Looks at nothing more that the client sends. */
  void stopReadingClient() {
    if (clientReader != null) {
      clientReader.stop();
    }
  }

  /** Looks at nothing more that the broker sends. */
  void stopReadingBroker() {
    if (brokerReader != null) {
      brokerReader.stop();
    }
  }

  @Override
  public InetSocketAddress clientAddress() {
    return clientAddress;
  }

  /** Whether the client came by TLS. */
  boolean isClientSecure() {
    return client.pipeline().get(SslHandler.class) != null;
  }

  @Override
  public boolean isAware() {
    ConnectFrame connect = state.connect();
    return connect != null && connect.aware();
  }

  @Override
  public boolean isClientWritable() {
    return state instanceof Relaying && client.isWritable();
  }

  @Override
  public boolean isBrokerWritable() {
    Channel broker = broker();
    return broker != null && broker.isWritable();
  }

  @Override
  public BrokerAddress brokerAddress() {
    BrokerAddress address = state.address();
    if (address == null) {
      throw new IllegalStateException("no broker has accepted the client");
    }
    return address;
  }

  @Override
  public ByteBufAllocator allocator() {
    return client.alloc();
  }

  @Override
  public void execute(Runnable task) {
    eventLoop().execute(() -> guard(task));
  }

  @Override
  public Future<?> schedule(Runnable task, long delayNanos) {
    return eventLoop().schedule(() -> guard(task), delayNanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public Future<?> scheduleRepeatedly(Runnable task, long periodNanos) {
    return eventLoop()
        .scheduleWithFixedDelay(() -> guard(task), periodNanos, periodNanos, TimeUnit.NANOSECONDS);
  }

  /** A task that fails would leave a session behind in which nothing moves: its reader ends it. */
  private void guard(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) {
      client.pipeline().fireExceptionCaught(e);
    }
  }

  @Override
  public void passToBroker(ByteBuf frames) {
    Channel broker = broker();
    if (broker == null) {
      frames.release();
      return;
    }
    ChannelWrites.write(broker, frames);
    if (!broker.isWritable()) {
      updateReading();
    }
  }

  @Override
  public void flushBroker() {
    Channel broker = broker();
    if (broker != null) {
      broker.flush();
    }
  }

  /** Hands whole frames to the client. */
  void passToClient(ByteBuf frames) {
    ChannelWrites.write(client, frames);
    if (!client.isWritable()) {
      updateReading();
    }
  }

  @Override
  public void tellClient(ByteBuf frame) {
    ChannelWrites.write(client, frame);
    if (!flushing) {
      flushing = true; // once for many
      execute(() -> {
        flushing = false;
        client.flush();
      });
    }
  }

  @Override
  public void answerClient(ByteBuf frame) {
    if (state instanceof Closed) {
      frame.release(); // the client has gone while a lookup was on its way
      return;
    }
    if (client.bytesBeforeWritable() > MAX_UNREAD_ANSWER_BYTES) {
      frame.release();
      client.pipeline().fireExceptionCaught(new UnreadAnswersException());
      return;
    }
    ChannelWrites.write(client, frame);
    client.flush();
  }

  @Override
  public void setReadPaused(boolean paused) {
    readPaused = paused;
    updateReading();
  }

  /**
   * Reads each side while the other takes what is read, or the backlog would grow here; and the client only
   * while it may publish more.
   */
  void updateReading() {
    Channel broker = broker();
    boolean clientIsHeard =
        state instanceof AwaitingConnect || (broker != null && !(state instanceof Draining));
    boolean hasUnread = false;
    if (clientReader != null) {
      clientReader.setPaused(readPaused);
      hasUnread = clientReader.hasUnread();
    }
    client
        .config()
        .setAutoRead(
            clientIsHeard && (broker == null || broker.isWritable()) && !readPaused && !hasUnread);
    if (broker != null) {
      broker.config().setAutoRead(client.isWritable());
    }
  }
}
