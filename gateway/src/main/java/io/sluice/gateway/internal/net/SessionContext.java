package io.sluice.gateway.internal.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sluice.gateway.config.BrokerAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Future;

/**
 * What publishing and dispatching need of the session that they belong to. All of it belongs to the
 * session's event loop, except {@link #execute}.
 */
public interface SessionContext {

  /** Where the client comes from. */
  InetSocketAddress clientAddress();

  /**
   * Whether the client has set {@code supports_throttle_producer_commands} in its CONNECT (PIP-385), so that it can be
   * sent THROTTLE_PRODUCER.
   */
  boolean isAware();

  /** Whether the client can be told something now: it is being relayed, and takes what it is sent. */
  boolean isClientWritable();

  /** Whether there is a broker and it takes what it is sent. */
  boolean isBrokerWritable();

  /**
   * The broker that the client is relayed to.
   *
   * @throws IllegalStateException if there is none yet, or none any more
   */
  BrokerAddress brokerAddress();

  /** The allocator of the client's connection. */
  ByteBufAllocator allocator();

  /** Runs a task on the event loop, after the present one. Any thread may call it. */
  void execute(Runnable task);

  /** Runs a task on the event loop after a while. */
  Future<?> schedule(Runnable task, long delayNanos);

  /** Runs a task on the event loop again and again. */
  Future<?> scheduleRepeatedly(Runnable task, long periodNanos);

  /** Hands whole frames to the broker; {@link #flushBroker} sends them. */
  void passToBroker(ByteBuf frames);

  /** Sends what was handed to the broker. */
  void flushBroker();

  /** Hands a command to the client, which is sent soon, with others. */
  void tellClient(ByteBuf frame);

  /** Sends the client an answer of the gateway's own. A client that reads none of many is closed. */
  void answerClient(ByteBuf frame);

  /** Whether the client is not to be read, as it has published enough for now. */
  void setReadPaused(boolean paused);
}
