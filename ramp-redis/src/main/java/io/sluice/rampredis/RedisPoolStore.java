package io.sluice.rampredis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.sluice.ramp.PoolStore;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The pool in Redis, version 5 or later: one server, or the master that Sentinels know. Each
 * operation is one script, atomic and on the server's clock; all keys carry the prefix and expire
 * once no processor uses them. One store serves any number of throttles and groups over one connection.
 *
 * <p>It connects when it is first used, and every call ends within the timeout. An ACL user needs
 * the commands {@code EVAL}, {@code EVALSHA}, {@code TIME}, {@code GET}, {@code SET}, {@code DEL},
 * {@code PEXPIRE}, {@code PTTL}, {@code ZADD}, {@code ZREM}, {@code ZCARD}, {@code ZRANGE}, {@code
 * ZRANGEBYSCORE}, {@code HGET}, {@code HMGET}, {@code HSET}, {@code HSETNX}, {@code HINCRBY} and
 * {@code HDEL} on the keys of the prefix, and {@code SELECT} for any database but the first; a
 * Sentinel's user needs {@code SENTINEL GET-MASTER-ADDR-BY-NAME}.
 */
public final class RedisPoolStore implements PoolStore {

  private final String prefix;
  private final Duration timeout;
  private final ConnectionFault fault;
  private final RedisConnection connection;

  private RedisPoolStore(RedisConfig config) {
    prefix = config.prefix();
    timeout = config.timeout();
    fault = new ConnectionFault(config);
    connection = new RedisConnection(config, fault);
  }

  /** A store that connects when it is first used. */
  public static RedisPoolStore of(RedisConfig config) {
    return new RedisPoolStore(config);
  }

  @Override
  public CompletionStage<Registration> register(Member member, Duration ttl) {
    return this.<List<Object>>run(Script.REGISTER, ScriptOutputType.MULTI, member, ttl)
        .thenApply(answer -> {
          int target = number(answer.get(0));
          String level = (String) answer.get(1);
          return new Registration(
              target,
              target == 1,
              level.isEmpty()
                  ? OptionalDouble.empty()
                  : OptionalDouble.of(Double.parseDouble(level)));
        });
  }

  @Override
  public CompletionStage<Answer> sync(Member member, Report report) {
    return this.<List<Object>>run(
            Script.SYNC,
            ScriptOutputType.MULTI,
            member,
            report.ttl(),
            Integer.toString(report.size()),
            Boolean.toString(report.inUse()),
            Long.toString(report.sequence()))
        .thenApply(answer -> {
          int size = number(answer.get(1));
          return switch ((String) answer.get(0)) {
            case "AGREE" -> new Answer.Agree(size, Duration.ofMillis((Long) answer.get(2)));
            case "DISAGREE" -> new Answer.Disagree(size);
            default -> new Answer.Superseded();
          };
        });
  }

  @Override
  public CompletionStage<Void> deregister(Member member, OptionalDouble level, Duration ttl) {
    String left = level.isPresent() ? Double.toString(level.getAsDouble()) : "";
    return this.<Long>run(Script.DEREGISTER, ScriptOutputType.INTEGER, member, ttl, left)
        .thenApply(removed -> null);
  }

  @Override
  public void close() {
    connection.close();
  }

  private <T> CompletionStage<T> run(
      Script script, ScriptOutputType type, Member member, Duration ttl, String... more) {
    String[] keys = Keys.of(prefix, member);
    String[] arguments = new String[3 + more.length];
    arguments[0] = member.processor();
    arguments[1] = member.incarnation();
    arguments[2] = Long.toString(ttl.toMillis());
    System.arraycopy(more, 0, arguments, 3, more.length);
    return withinTheTimeout(connection.get().thenCompose(redis -> redis
        .async()
        .<T>evalsha(script.digest(), type, keys, arguments)
        .exceptionallyCompose(error -> isUnknownScript(error)
            ? redis.async().<T>eval(script.text(), type, keys, arguments)
            : CompletableFuture.failedStage(error))
        .whenComplete((answer, error) -> giveUpIfUseless(redis, error))));
  }

  /**
   * Each step has the timeout for itself: asking every Sentinel, connecting, the script known and
   * unknown. Together they have no more. A connection that comes too late serves the next call.
   */
  private <T> CompletionStage<T> withinTheTimeout(CompletionStage<T> steps) {
    return steps
        .toCompletableFuture()
        .orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS)
        .exceptionallyCompose(error -> CompletableFuture.failedStage(
            error instanceof TimeoutException ? fault.noAnswerWithin(timeout) : error));
  }

  /** A server that does not answer, or is no longer the master, may never do either again. */
  private void giveUpIfUseless(
      StatefulRedisConnection<String, String> redis, @Nullable Throwable error) {
    if (error != null) {
      Throwable cause = unwrap(error);
      if (cause instanceof RedisCommandTimeoutException || isReadOnly(cause)) {
        connection.renew(redis, cause);
      }
    }
  }

  /** Before version 7, what goes wrong within a script is wrapped in an error about the script. */
  private static boolean isReadOnly(Throwable error) {
    return error instanceof RedisCommandExecutionException
        && error.getMessage() != null
        && error.getMessage().contains("READONLY");
  }

  private static boolean isUnknownScript(Throwable error) {
    return unwrap(error) instanceof RedisNoScriptException;
  }

  private static Throwable unwrap(Throwable error) {
    return error instanceof CompletionException && error.getCause() != null
        ? error.getCause()
        : error;
  }

  private static int number(Object redisInteger) {
    return Math.toIntExact((Long) redisInteger);
  }
}
