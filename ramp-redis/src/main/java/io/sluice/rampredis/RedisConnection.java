package io.sluice.rampredis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The connection to Redis: made when it is first needed, and made again when it is lost. The client
 * reconnects by itself when the other side hangs up, and asks the Sentinels anew each time. What it
 * cannot notice is a server that just falls silent, or is no longer the master; then the caller
 * that noticed calls {@link #renew}.
 */
final class RedisConnection {

  private static final Duration SHORTEST_RECONNECT_DELAY = Duration.ofMillis(50);
  private static final Duration LONGEST_RECONNECT_DELAY = Duration.ofSeconds(1);
  private static final int MOST_COMMANDS_UNDER_WAY = 10_000;

  /** See {@link ConnectionFault#hasNoReason}; twice in a row it was never seen. */
  private static final int ATTEMPTS_FOR_A_REASON = 3;

  private final ClientResources resources;
  private final RedisClient client;
  private final RedisURI uri;
  private final ConnectionFault fault;
  private @Nullable CompletableFuture<StatefulRedisConnection<String, String>> current;
  private long attemptedNanos;
  private boolean closed;

  RedisConnection(RedisConfig config, ConnectionFault fault) {
    uri = RedisUris.of(config);
    this.fault = fault;
    SslOptions ssl = RedisUris.ssl(config); // fails if a file is missing: before threads are made
    resources = DefaultClientResources.builder()
        .ioThreadPoolSize(2)
        .computationThreadPoolSize(2)
        .reconnectDelay(Delay.fullJitter(
            SHORTEST_RECONNECT_DELAY, LONGEST_RECONNECT_DELAY, 50, TimeUnit.MILLISECONDS))
        .build();
    client = RedisClient.create(resources);
    client.setOptions(ClientOptions.builder()
        // A report that had to wait for a connection would come too late to be true.
        .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
        .requestQueueSize(MOST_COMMANDS_UNDER_WAY)
        .socketOptions(SocketOptions.builder()
            .connectTimeout(config.timeout())
            .keepAlive(true)
            .build())
        .timeoutOptions(TimeoutOptions.enabled(config.timeout()))
        .sslOptions(ssl)
        .build());
  }

  /** The connection there is, or one that is being made, or why the last one failed just now. */
  synchronized CompletionStage<StatefulRedisConnection<String, String>> get() {
    if (closed) {
      return CompletableFuture.failedStage(new IllegalStateException("this store is closed"));
    }
    if (current == null || (current.isCompletedExceptionally() && mayTryAgain())) {
      attemptedNanos = System.nanoTime();
      current = connect(ATTEMPTS_FOR_A_REASON);
    }
    return current;
  }

  private CompletableFuture<StatefulRedisConnection<String, String>> connect(int attempts) {
    return client
        .connectAsync(StringCodec.UTF8, uri)
        .toCompletableFuture()
        .exceptionallyCompose(error -> attempts > 1 && ConnectionFault.hasNoReason(error)
            ? connect(attempts - 1)
            : CompletableFuture.failedStage(fault.because(error)));
  }

  /** Many throttles may use this store: they must not flood a server that is in trouble. */
  private boolean mayTryAgain() {
    return System.nanoTime() - attemptedNanos >= SHORTEST_RECONNECT_DELAY.toNanos();
  }

  /** Gives up this connection, unless that was done before, and makes another next time. */
  synchronized void renew(StatefulRedisConnection<String, String> useless, Throwable why) {
    if (current != null
        && current.isDone()
        && !current.isCompletedExceptionally()
        && current.join() == useless) {
      current = CompletableFuture.failedFuture(why);
      CompletableFuture<Void> unused = useless.closeAsync();
    }
  }

  void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    // Not under the lock: this takes a while, and others only have to hear that it is closed.
    client.shutdown(Duration.ZERO, LONGEST_RECONNECT_DELAY);
    Future<Boolean> unused =
        resources.shutdown(0, LONGEST_RECONNECT_DELAY.toMillis(), TimeUnit.MILLISECONDS);
  }
}
