package io.sluice.gateway.internal.session;

import io.sluice.core.Rate;
import io.sluice.core.TokenBucket;
import java.net.InetSocketAddress;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * What the log says about connections. Of each kind of fault it shows a few per second, and how many
 * it left out, so that a client that opens thousands of bad connections cannot fill the disk.
 */
final class ConnectionLog {

  private static final Logger LOG = LoggerFactory.getLogger(ConnectionLog.class);
  private static final int LINES_PER_SECOND = 5;

  private static final class Quota {
    private final TokenBucket lines = TokenBucket.of(Rate.perSecond(LINES_PER_SECOND));
    private final LongAdder leftOut = new LongAdder();
  }

  private final Map<CloseReason, Quota> closings = new EnumMap<>(CloseReason.class);
  private final Quota refusals = new Quota();
  private final Quota migrations = new Quota();
  private final Quota unexpected = new Quota();

  ConnectionLog() {
    for (CloseReason reason : CloseReason.values()) {
      closings.put(reason, new Quota());
    }
  }

  /** @param session 0 if there was none yet */
  void closed(long session, InetSocketAddress client, CloseReason reason, String detail) {
    if (!reason.isFault()) {
      LOG.atDebug()
          .addKeyValue("session", session)
          .addKeyValue("client", client)
          .addKeyValue("reason", reason.label())
          .log("Connection closed: {}", detail);
      return;
    }
    Quota quota = closings.get(reason);
    if (quota != null) {
      log(quota, session, client, "Connection closed (" + reason.label() + "): " + detail);
    }
  }

  void requestRefused(long session, InetSocketAddress client) {
    log(refusals, session, client, "Request refused: too many at once");
  }

  /** A fault of the gateway itself, so with everything that helps to find it. */
  void unexpected(long session, InetSocketAddress client, Throwable cause) {
    if (unexpected.lines.tryConsume(1)) {
      LOG.atError()
          .addKeyValue("session", session)
          .addKeyValue("client", client)
          .setCause(cause)
          .log("Connection failed unexpectedly");
    }
  }

  void topicMigrated(long session, InetSocketAddress client) {
    log(
        migrations,
        session,
        client,
        "The broker says that a topic has moved to another cluster. The client was not told, as it would leave"
            + " the gateway; point this gateway's cluster.brokers there instead");
  }

  private static void log(Quota quota, long session, InetSocketAddress client, String message) {
    if (!quota.lines.tryConsume(1)) {
      quota.leftOut.increment();
      return;
    }
    LoggingEventBuilder line =
        LOG.atLevel(Level.WARN).addKeyValue("session", session).addKeyValue("client", client);
    long leftOut = quota.leftOut.sumThenReset();
    if (leftOut > 0) {
      line = line.addKeyValue("leftOut", leftOut);
    }
    line.log(message);
  }
}
