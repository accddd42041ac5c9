package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopCommandTest {

  @TempDir
  Path home;

  private FakeNode first;
  private FakeNode second;
  private RemoteCommands sluice;

  @BeforeEach
  void start() throws IOException {
    first = new FakeNode().answering("/top/topics", 200, """
        {"by": "messages", "overSeconds": 5, "items": [
          {"topic": "persistent://a/b/shared", "messagesPerSecond": 100, "bytesPerSecond": 2048,
           "throttledMillisPerSecond": 250, "heldBytes": 512, "origin": "namespace a/b", "waitsFor": ["publish: namespace a/b"],
           "limit": {"messages": 150, "bytes": 0, "burstMillis": 1000, "enforce": true}},
          {"topic": "persistent://a/b/one", "messagesPerSecond": 120, "bytesPerSecond": 10,
           "throttledMillisPerSecond": 0, "heldBytes": 0}]}
        """);
    second = new FakeNode().answering("/top/topics", 200, """
        {"by": "messages", "overSeconds": 5, "items": [
          {"topic": "persistent://a/b/shared", "messagesPerSecond": 50, "bytesPerSecond": 1024,
           "throttledMillisPerSecond": 0, "heldBytes": 512, "waitsFor": ["dispatch: group g"]}]}
        """);
    first.answering("/nodes", 200, nodes(second.url()));
    sluice = new RemoteCommands(home).with("SLUICE_URL", first.url()).with("SLUICE_TOKEN", "abc");
  }

  private static String nodes(String secondUrl) {
    return """
        {"items": [
          {"name": "n1", "serviceUrl": "pulsar://n1:6650", "adminUrl": "http://unreachable.invalid:1",
           "version": "1.0", "started": "2026-01-01T00:00:00Z", "seen": "2026-01-01T00:00:01.5Z",
           "self": true, "state": "ready"},
          {"name": "n2", "serviceUrl": "pulsar://n2:6650", "adminUrl": "%s", "version": "1.0",
           "started": "2026-01-01T00:00:00Z", "seen": "2026-01-01T00:00:01Z", "self": false,
           "state": "no broker can be reached"}]}
        """.formatted(secondUrl);
  }

  @AfterEach
  void stop() {
    first.close();
    second.close();
  }

  @Test
  void shouldAddUpWhatAllNodesSay() {
    assertThat(sluice.run("top", "--once")).isZero();

    assertThat(sluice.shown())
        .containsExactly(
            "topics by messages, over the last 5 s, on 2 nodes",
            "TOPIC                    MESSAGES/S  BYTES/S  WAITED/S  HELD  LIMIT           WAITS FOR",
            "persistent://a/b/shared         150     3KiB     250ms  1KiB  150 messages/s  dispatch:"
                + " group g, publish: namespace a/b",
            "persistent://a/b/one            120      10B       0ms    0B  -               -");
    assertThat(second.tokens()).containsExactly("Bearer abc");
  }

  @Test
  void shouldShowAsManyAsAreWantedByTheFigureThatIsWanted() throws IOException {
    assertThat(sluice.run("top", "--once", "--by", "throttled", "--count", 1, "-o", "json"))
        .isZero();

    JsonNode json = new ObjectMapper().readTree(String.join("\n", sluice.shown()));
    assertThat(json.at("/by").asText()).isEqualTo("throttled");
    assertThat(json.at("/nodes").asInt()).isEqualTo(2);
    assertThat(json.at("/items")).hasSize(1);
    assertThat(json.at("/items/0/topic").asText()).isEqualTo("persistent://a/b/shared");
    assertThat(json.at("/items/0/heldBytes").asLong()).isEqualTo(1024);
    assertThat(json.at("/items/0/origin").asText()).isEqualTo("namespace a/b");
  }

  @Test
  void shouldNameTheNodeThatCannotBeAsked() {
    second.close();

    assertThat(sluice.run("top", "--once")).isZero();

    assertThat(sluice.shown())
        .hasSize(5)
        .startsWith("topics by messages, over the last 5 s, on 1 node")
        .last()
        .asString()
        .startsWith("n2 is not in here: " + second.url() + "/sluice/v1/top/topics")
        .contains("connection refused");
  }

  @Test
  void shouldNotAskWhoIsDown() {
    first.answering(
        "/nodes",
        200,
        nodes(second.url()).replace("\"self\": false", "\"self\": false, \"up\": false"));

    assertThat(sluice.run("top", "--once")).isZero();

    assertThat(sluice.shown())
        .startsWith("topics by messages, over the last 5 s, on 1 node")
        .endsWith("n2 is not in here: it is down, last seen 2026-01-01T00:00:01Z");
    assertThat(second.tokens()).isEmpty();
    assertThat(sluice.run("nodes")).isZero();
    assertThat(sluice.shown().get(2)).startsWith("n2          down   1.0");
  }

  @Test
  void shouldAskOneNodeIfItKnowsOfNoOthers() {
    first.answering("/nodes", 503, "{\"error\": \"not yet\"}");

    assertThat(sluice.run("top")).isZero();

    assertThat(sluice.shown())
        .startsWith("topics by messages, over the last 5 s, on 1 node")
        .last()
        .asString()
        .startsWith("other nodes are not in here: " + first.url())
        .contains("not yet");
  }

  @Test
  void shouldShowProducersWithoutLettingTheirNamesMoveTheCursor() {
    first.answering("/nodes", 200, "{\"items\": []}").answering("/top/producers", 200, """
        {"by": "bytes", "overSeconds": 5, "items": [
          {"topic": "persistent://a/b/c", "producer": "p\\u001b[31m", "client": "10.0.0.1:5",
           "messagesPerSecond": 1, "bytesPerSecond": 1, "throttledMillisPerSecond": 0, "heldBytes": 0}]}
        """);

    assertThat(sluice.run("top", "--producers", "--by", "BYTES")).isZero();
    assertThat(sluice.shown())
        .containsExactly(
            "producers by bytes, over the last 5 s, on 1 node",
            "TOPIC               PRODUCER  CLIENT      MESSAGES/S  BYTES/S  WAITED/S  HELD  LIMIT"
                + "  WAITS FOR",
            "persistent://a/b/c  p?[31m    10.0.0.1:5           1       1B       0ms    0B  -      -");
  }

  @Test
  void shouldFailIfNoNodeCanBeAsked() {
    first.close();

    assertThat(sluice.run("top", "--once")).isEqualTo(1);
    assertThat(sluice.errors()).singleElement().asString().contains("connection refused");
    assertThat(sluice.run("top", "--count", 0)).isEqualTo(2);
    assertThat(sluice.run("top", "--by", "name")).isEqualTo(2);
    assertThat(sluice.errors()).singleElement().asString().contains("[MESSAGES, BYTES, THROTTLED]");
  }

  @Test
  void shouldListNodes() {
    first.answering("/nodes", 200, nodes("http://n2:8080"));

    assertThat(sluice.run("nodes")).isZero();

    assertThat(sluice.shown())
        .first()
        .asString()
        .matches("NODE +STATE +VERSION +SERVICE URL +ADMIN URL +STARTED +SEEN");
    assertThat(sluice.shown().get(1))
        .startsWith("n1 (asked)  ready ")
        .endsWith("2026-01-01T00:00:00Z  2026-01-01T00:00:01Z");
    assertThat(sluice.shown().get(2)).startsWith("n2          no broker can be reached  1.0");
  }
}
