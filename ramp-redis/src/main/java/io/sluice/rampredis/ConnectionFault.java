package io.sluice.rampredis;

import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.sluice.rampredis.RedisConfig.Servers;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Says in one sentence what could not be reached and why: the client's own first sentence says
 * neither that a password was wrong nor that a certificate was, but leaves that to its causes.
 */
final class ConnectionFault {

  /** What the client says when it has lost the reason. */
  private static final Set<String> NO_REASONS =
      Set.of("RedisHandshakeHandler not registered", "Connection closed prematurely");

  private final String where;
  private final String hint;

  ConnectionFault(RedisConfig config) {
    where = config.servers() instanceof Servers.Sentinel sentinel
        ? "the master " + sentinel.masterName() + " of the Sentinels " + sentinel.endpoints()
        : "Redis at " + RedisUrl.hostAndPort(((Servers.Single) config.servers()).url());
    hint = RedisUris.of(config).isSsl() ? "; does that port speak TLS?" : "";
  }

  RedisCommandTimeoutException noAnswerWithin(Duration timeout) {
    return new RedisCommandTimeoutException(
        "no answer from " + where + " within " + timeout.toMillis() + " ms" + hint);
  }

  /**
   * Whether the client has lost the reason. If the server answers and hangs up at once, as with a wrong
   * password, the client may find its handshake gone when it looks for it, or hear of the end before it
   * has read the answer.
   */
  static boolean hasNoReason(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause.getMessage() != null && NO_REASONS.contains(cause.getMessage())) {
        return true;
      }
    }
    return false;
  }

  RedisConnectionException because(Throwable error) {
    Set<String> reasons = new LinkedHashSet<>();
    collect(error, reasons);
    return new RedisConnectionException(
        "cannot connect to " + where + ": " + String.join("; ", reasons), error);
  }

  /** The innermost causes know best; where several Sentinels failed, all but one are suppressed. */
  private static void collect(Throwable error, Set<String> reasons) {
    for (Throwable suppressed : error.getSuppressed()) {
      collect(suppressed, reasons);
    }
    Throwable cause = error.getCause();
    if (cause != null && cause != error) {
      collect(cause, reasons);
    } else {
      String reason = error.getMessage() == null ? error.toString() : error.getMessage();
      reasons.add(
          reason.startsWith("NOAUTH")
              ? "a password is wanted, so set auth or sentinelAuth"
              : reason);
    }
  }
}
