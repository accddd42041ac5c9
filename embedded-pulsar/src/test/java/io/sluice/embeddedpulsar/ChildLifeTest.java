package io.sluice.embeddedpulsar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.Reader;
import org.apache.pulsar.client.api.Schema;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the child begins and ends, and what is left of it. */
class ChildLifeTest {

  private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));

  private final Set<Path> before;

  @TempDir
  private Path folder;

  ChildLifeTest() throws IOException {
    before = temporaryFolders();
  }

  @BeforeEach
  void shouldBeginWithoutChildren() {
    assertThat(children()).isEmpty();
  }

  @Test
  void shouldLeaveNothingBehind() throws IOException {
    EmbeddedPulsar pulsar = EmbeddedPulsar.start(EmbeddedPulsarOptions.defaults());
    assertThat(children()).containsExactly(pulsar.pid());
    assertThat(temporaryFolders()).hasSize(before.size() + 1);
    pulsar.close();
    pulsar.close();
    assertNothingIsLeft();
  }

  @Test
  void shouldKeepMessagesInTheDataFolder() throws Exception {
    EmbeddedPulsarOptions options = EmbeddedPulsarOptions.defaults().withDataFolder(folder);
    try (EmbeddedPulsar pulsar = EmbeddedPulsar.start(options)) {
      send(pulsar, "first");
    }
    try (EmbeddedPulsar pulsar = EmbeddedPulsar.start(options)) {
      send(pulsar, "second");
      ProcessHandle.of(pulsar.pid()).orElseThrow().destroyForcibly();
    }
    try (EmbeddedPulsar pulsar = EmbeddedPulsar.start(options);
        PulsarClient client = client(pulsar);
        Reader<String> reader = client
            .newReader(Schema.STRING)
            .topic("kept")
            .startMessageId(MessageId.earliest)
            .create()) {
      assertThat(next(reader)).isEqualTo("first");
      assertThat(next(reader)).isEqualTo("second");
    }
    assertNothingIsLeft();
  }

  private static void send(EmbeddedPulsar pulsar, String text) throws Exception {
    try (PulsarClient client = client(pulsar);
        Producer<String> producer =
            client.newProducer(Schema.STRING).topic("kept").create()) {
      producer.send(text);
    }
  }

  private static String next(Reader<String> reader) throws IOException {
    Message<String> message = reader.readNext(30, TimeUnit.SECONDS);
    assertThat(message).isNotNull();
    return message.getValue();
  }

  private static PulsarClient client(EmbeddedPulsar pulsar) throws IOException {
    return PulsarClient.builder().serviceUrl(pulsar.serviceUrl()).build();
  }

  @Test
  void shouldEndWhenItsParentIsKilled() throws Exception {
    Process parent = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Djava.io.tmpdir=" + TEMPORARY,
            "-cp",
            location(EmbeddedPulsar.class) + File.pathSeparator + location(Parent.class),
            Parent.class.getName())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
    try (BufferedReader out =
        new BufferedReader(new InputStreamReader(parent.getInputStream(), UTF_8))) {
      String pid = out.readLine();
      assertThat(pid).isNotNull();
      ProcessHandle child = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
      parent.destroyForcibly();
      child.onExit().get(60, TimeUnit.SECONDS);
    } finally {
      parent.destroyForcibly();
    }
    assertNothingIsLeft();
  }

  private static Path location(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /** A JVM without Pulsar on its class path that starts a child, says so, and waits for its end. */
  static final class Parent {

    public static void main(String[] args) throws Exception {
      EmbeddedPulsar pulsar = EmbeddedPulsar.start(EmbeddedPulsarOptions.defaults());
      System.out.println(pulsar.pid());
      Thread.currentThread().join();
    }
  }

  @Test
  void shouldSayWhyItDidNotStart() throws IOException {
    EmbeddedPulsarOptions options = EmbeddedPulsarOptions.defaults()
        .withBrokerSettings(Map.of(
            "authorizationProvider",
            "no.such.Provider",
            "authorizationEnabled",
            "true",
            "authenticationEnabled",
            "true"));
    assertThatThrownBy(() -> EmbeddedPulsar.start(options))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Pulsar did not start")
        .hasMessageContaining("no.such.Provider")
        .hasMessageContaining("last lines of its log");
    assertNothingIsLeft();
  }

  @Test
  void shouldNotShareADataFolder() throws IOException {
    EmbeddedPulsarOptions options = EmbeddedPulsarOptions.defaults().withDataFolder(folder);
    try (EmbeddedPulsar pulsar = EmbeddedPulsar.start(options)) {
      assertThatThrownBy(() -> EmbeddedPulsar.start(options))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("LOCK");
      assertThat(children()).containsExactly(pulsar.pid());
    }
    assertThatThrownBy(() -> options.withBrokers(2)).isInstanceOf(IllegalArgumentException.class);
    assertNothingIsLeft();
  }

  @Test
  void shouldSayWhyItsJvmDidNotStart() throws IOException {
    EmbeddedPulsarOptions options = EmbeddedPulsarOptions.defaults().withJvmOptions("-Xnonsense");
    assertThatThrownBy(() -> EmbeddedPulsar.start(options))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the child JVM has ended")
        .hasMessageContaining("-Xnonsense");
    assertNothingIsLeft();
  }

  private void assertNothingIsLeft() throws IOException {
    assertThat(children()).isEmpty();
    assertThat(temporaryFolders()).isEqualTo(before);
  }

  private static List<Long> children() {
    return ProcessHandle.current().children().map(ProcessHandle::pid).toList();
  }

  private static Set<Path> temporaryFolders() throws IOException {
    try (Stream<Path> files = Files.list(TEMPORARY)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("sluice-pulsar-"))
          .collect(Collectors.toSet());
    }
  }
}
