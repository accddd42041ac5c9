package io.sluice.server;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.joran.spi.ConsoleTarget;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What is logged. Until it is set, only warnings are, and to standard error. */
public final class Logging extends ContextAwareBase implements Configurator {

  /** Names come from clients, who must not write lines of their own or colour a terminal with them. */
  private static final String TEXT =
      "%d{\"yyyy-MM-dd'T'HH:mm:ss.SSSXXX\"} %-5level [%thread] %logger{0}: "
          + "%replace(%msg%replace( %kvp){' $', ''}){'[\\p{Cntrl}\\x80-\\x9f\u2028\u2029]', '?'}%n%ex";

  /** At info they tell of their own inner life. */
  private static final List<String> TALKATIVE = List.of("com.linecorp.armeria", "io.netty");

  /**
   * Readers of Pulsar's client. The only thing they log is that an acknowledgement failed, which happens when a
   * message comes while they close. It means nothing: their subscriptions keep no position.
   */
  private static final List<String> READERS = List.of(
      "org.apache.pulsar.client.impl.ReaderImpl",
      "org.apache.pulsar.client.impl.MultiTopicsReaderImpl");

  /** For Logback, which finds this by itself. */
  public Logging() {}

  /** Logs to standard output from now on. */
  public static void configure(LoggingSettings settings) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    Level level = Level.valueOf(settings.level().name());
    boolean json = settings.format() == LoggingSettings.Format.JSON;
    context.reset();
    log(context, level, json ? json() : text(), console(ConsoleTarget.SystemOut));
  }

  /** Logs to a file from now on, for people and without details: the terminal is for other things. */
  public static void toFile(Path file) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    FileAppender<ILoggingEvent> appender = new FileAppender<>();
    appender.setFile(file.toString());
    context.reset();
    log(context, Level.INFO, text(), appender);
  }

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    log(context, Level.WARN, text(), console(ConsoleTarget.SystemErr));
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  private static void log(
      LoggerContext context,
      Level level,
      Encoder<ILoggingEvent> encoder,
      OutputStreamAppender<ILoggingEvent> appender) {
    encoder.setContext(context);
    encoder.start();
    appender.setContext(context);
    appender.setEncoder(encoder);
    appender.start();
    if (level.equals(Level.INFO)) {
      TALKATIVE.forEach(name -> context.getLogger(name).setLevel(Level.WARN));
      // Several warnings for each try to connect again; the code that uses the client says it once.
      context.getLogger("org.apache.pulsar").setLevel(Level.ERROR);
    }
    READERS.forEach(name -> context.getLogger(name).setLevel(Level.OFF));
    // It warns of a Reactor that is older than it likes, which is there for Redis and not for it.
    context.getLogger("com.linecorp.armeria.common.CommonPools").setLevel(Level.ERROR);
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(level);
    root.addAppender(appender);
  }

  private static OutputStreamAppender<ILoggingEvent> console(ConsoleTarget target) {
    ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
    console.setTarget(target.getName());
    return console;
  }

  private static Encoder<ILoggingEvent> text() {
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setPattern(TEXT);
    return encoder;
  }

  private static Encoder<ILoggingEvent> json() {
    JsonEncoder encoder = new JsonEncoder();
    encoder.setWithFormattedMessage(true);
    encoder.setWithMessage(false);
    encoder.setWithArguments(false);
    encoder.setWithContext(false);
    encoder.setWithMDC(false);
    encoder.setWithNanoseconds(false);
    encoder.setWithSequenceNumber(false);
    return encoder;
  }
}
