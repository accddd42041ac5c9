package io.sluice.admin;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Everything that is logged at any level while it is open: message, pairs and traces in one text. */
public final class LogCapture extends AppenderBase<ILoggingEvent> implements AutoCloseable {

  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private final Level before = Objects.requireNonNull(root.getLevel());
  private final List<String> lines = new CopyOnWriteArrayList<>();

  public LogCapture() {
    setContext(root.getLoggerContext());
    start();
    root.setLevel(Level.TRACE);
    root.addAppender(this);
  }

  @Override
  protected void append(ILoggingEvent event) {
    @Nullable IThrowableProxy fault = event.getThrowableProxy();
    lines.add(
        event.getLevel() + " " + event.getLoggerName() + " " + event.getFormattedMessage() + " "
            + event.getKeyValuePairs()
            + (fault == null ? "" : " " + ThrowableProxyUtil.asString(fault)));
  }

  public List<String> lines() {
    return List.copyOf(lines);
  }

  /** Those of Sluice, from warnings on. */
  List<String> warnings() {
    return lines.stream()
        .filter(line -> line.matches("(?s)(WARN|ERROR) io\\.sluice\\..*"))
        .toList();
  }

  @Override
  public void close() {
    root.detachAppender(this);
    root.setLevel(before);
    stop();
  }
}
