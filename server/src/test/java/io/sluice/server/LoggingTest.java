package io.sluice.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import io.sluice.server.LoggingSettings.Format;
import io.sluice.server.LoggingSettings.Level;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import org.apache.pulsar.client.impl.ReaderImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class LoggingTest {

  private static final Logger LOG = LoggerFactory.getLogger("io.sluice.Tested");

  private final PrintStream original = System.out;

  @AfterEach
  void restore() {
    System.setOut(original);
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    new Logging().configure(context);
  }

  @Test
  void shouldLogForPeopleWithPairsOfKeysAndValues() {
    String logged = logged(
        new LoggingSettings(Level.INFO, Format.TEXT),
        () -> LOG.atInfo().addKeyValue("port", 6650).log("started {}", "well"));

    assertThat(logged)
        .matches(
            "\\d{4}-\\d\\d-\\d\\dT\\S+ INFO  \\[main\\] Tested: started well port=\"6650\"\\R");
  }

  @Test
  void shouldNotLetANameWriteALineOfItsOwn() {
    String logged = logged(
        new LoggingSettings(Level.INFO, Format.TEXT),
        () -> LOG.atInfo().addKeyValue("who", "a\nb\u2028c\u001b[31m").log("of {}", "d\r\ne"));

    assertThat(logged).endsWith("Tested: of d??e who=\"a?b?c?[31m\"" + System.lineSeparator());
  }

  @Test
  void shouldNotTrailABlankWithoutPairs() {
    assertThat(logged(new LoggingSettings(Level.INFO, Format.TEXT), () -> LOG.info("plain")))
        .endsWith("Tested: plain" + System.lineSeparator());
  }

  @Test
  void shouldLogOneJsonObjectPerLineForPrograms() {
    String logged = logged(
        new LoggingSettings(Level.INFO, Format.JSON),
        () -> LOG.atWarn().addKeyValue("port", 6650).log("two\nlines of \"{}\"", "text"));

    assertThat(logged.lines()).hasSize(1);
    assertThat(logged)
        .startsWith("{\"timestamp\":")
        .contains(
            "\"level\":\"WARN\"",
            "\"formattedMessage\":\"two\\nlines of \\\"text\\\"\"",
            "\"kvpList\": [{\"port\":\"6650\"}]");
  }

  @Test
  void shouldLogFromTheGivenLevelOn() {
    assertThat(logged(new LoggingSettings(Level.WARN, Format.TEXT), () -> LOG.info("not seen")))
        .isEmpty();
    assertThat(logged(new LoggingSettings(Level.DEBUG, Format.TEXT), () -> LOG.debug("seen")))
        .contains("seen");
  }

  @Test
  void shouldNotLogThatAReaderOfPulsarsClientClosedBeforeItsAcknowledgement() {
    for (Level level : Level.values()) {
      assertThat(logged(
              new LoggingSettings(level, Format.TEXT),
              () -> LoggerFactory.getLogger(ReaderImpl.class).error("acknowledge message fail")))
          .as("at %s", level)
          .isEmpty();
    }
  }

  @Test
  void shouldLogToAFileAndNotToTheTerminal(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("sluice.log");
    ByteArrayOutputStream terminal = new ByteArrayOutputStream();
    System.setOut(new PrintStream(terminal, true, UTF_8));

    Logging.toFile(file);
    LOG.info("for the file");

    assertThat(file).content().endsWith("Tested: for the file" + System.lineSeparator());
    assertThat(terminal.toString(UTF_8)).isEmpty();
  }

  private static String logged(LoggingSettings settings, Runnable logging) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(bytes, true, UTF_8));
    Logging.configure(settings);
    logging.run();
    return bytes.toString(UTF_8);
  }
}
