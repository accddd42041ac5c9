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
    second = new FakeNode();
    first = new FakeNode()
        .answering("/top/topics", 200, """
        {"node": "n1", "by": "messages", "overSeconds": 5, "total": 2, "items": [
          {"topic": "persistent://a/b/shared", "messagesPerSecond": 150, "bytesPerSecond": 3072,
           "throttledMillisPerSecond": 250, "heldBytes": 1024, "origin": "namespace a/b",
           "waitsFor": ["dispatch: group g", "publish: namespace a/b"],
           "limit": {"messages": 150, "bytes": 0, "burstMillis": 1000, "enforce": true},
           "nodes": [%s, %s]},
          {"topic": "persistent://a/b/one", "messagesPerSecond": 120, "bytesPerSecond": 10,
           "throttledMillisPerSecond": 0, "heldBytes": 0, "nodes": [%s]}],
         "nodes": %s}
        """.formatted(
                on("n1", 50), on("n2", 100), on("n1", 120), parts("")))
        .answering("/nodes", 200, nodes(second.url()));
    sluice = new RemoteCommands(home).with("SLUICE_URL", first.url()).with("SLUICE_TOKEN", "abc");
  }

  private static String on(String node, int messages) {
    return """
        {"node": "%s", "messagesPerSecond": %d, "bytesPerSecond": 1, "dispatchMessagesPerSecond": 0,
         "dispatchBytesPerSecond": 0, "throttledMillisPerSecond": 0, "heldBytes": 0, "producers": 1,
         "consumers": 0}""".formatted(node, messages);
  }

  /** @param more fields of the other node */
  private String parts(String more) {
    return """
        [{"name": "n1", "adminUrl": "http://unreachable.invalid:1", "self": true, "leftOut": 0},
         {"name": "n2", "adminUrl": "%s", "self": false, "leftOut": 0%s}]""".formatted(second.url(), more);
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

  /** None of the commands may have sent a token, or anything, to a node that the user has not named. */
  @AfterEach
  void stop() {
    assertThat(second.tokens()).isEmpty();
    first.close();
    second.close();
  }

  @Test
  void shouldShowTheWholeClusterByAskingOneNode() {
    assertThat(sluice.run("top", "--once")).isZero();

    assertThat(sluice.shown())
        .containsExactly(
            "topics by messages, over the last 5 s, on 2 nodes",
            "TOPIC                    MESSAGES/S  BYTES/S  WAITED/S  HELD  NODES   LIMIT"
                + "           WAITS FOR",
            "persistent://a/b/shared         150     3KiB     250ms  1KiB  n2, n1  150 messages/s"
                + "  dispatch: group g, publish: namespace a/b",
            "persistent://a/b/one            120      10B       0ms    0B  n1      -"
                + "               -");
    assertThat(first.tokens()).containsExactly("Bearer abc");
    assertThat(first.requests()).containsExactly("/top/topics?by=messages&count=20&scope=cluster");
  }

  @Test
  void shouldAskForAsManyAsAreWantedByTheFigureThatIsWanted() throws IOException {
    assertThat(sluice.run(
            "top", "--once", "--by", "throttled", "--count", 1, "--node", "n 2", "-o", "json"))
        .isZero();

    JsonNode json = new ObjectMapper().readTree(String.join("\n", sluice.shown()));
    assertThat(json.at("/nodes")).extracting(JsonNode::asText).containsExactly("n1", "n2");
    assertThat(json.at("/items/0/topic").asText()).isEqualTo("persistent://a/b/shared");
    assertThat(json.at("/items/0/nodes/1/node").asText()).isEqualTo("n2");
    assertThat(json.at("/missing")).isEmpty();
    assertThat(first.requests())
        .containsExactly("/top/topics?by=throttled&count=1&scope=cluster&node=n%202");
  }

  @Test
  void shouldNameTheNodesThatAreNotInThereAndCountWhatTheyLeaveOut() {
    String missing = ", \"missing\": \"it is down, last heard of at 2026-01-01T00:00:00Z\"";
    first.answering("/top/topics", 200, """
        {"node": "n1", "by": "messages", "overSeconds": 5, "total": 0, "items": [], "nodes": %s}
        """.formatted(parts(missing)));
    assertThat(sluice.run("top")).isZero();
    assertThat(sluice.shown())
        .startsWith("topics by messages, over the last 5 s, on n1")
        .endsWith("n2 is not in here: it is down, last heard of at 2026-01-01T00:00:00Z");

    first.answering("/top/topics", 200, """
        {"node": "n1", "by": "messages", "overSeconds": 5, "total": 0, "items": [], "nodes": [
          {"name": "n2", "adminUrl": "", "self": false, "leftOut": 7, "ageSeconds": 1}]}
        """);
    assertThat(sluice.run("top")).isZero();
    assertThat(sluice.shown())
        .endsWith("other nodes tell of a few: 7 more topics on them may not be in here");
  }

  @Test
  void shouldSayThatANodeIsTooOldToKnowOfOthers() {
    first.answering("/top/topics", 400, """
        {"error": "there is no parameter scope; there are by, contains, count, offset"}""");

    assertThat(sluice.run("top")).isEqualTo(1);
    assertThat(sluice.errors())
        .singleElement()
        .asString()
        .contains("an older node does not know this request (there is no parameter scope; ")
        .endsWith("use the node's version of sluice");
  }

  @Test
  void shouldShowProducersWithoutLettingTheirNamesMoveTheCursor() {
    first.answering("/top/producers", 200, """
        {"by": "bytes", "overSeconds": 5, "items": [
          {"topic": "persistent://a/b/c", "producer": "p\\u001b[31m", "client": "10.0.0.1:5",
           "messagesPerSecond": 1, "bytesPerSecond": 1, "throttledMillisPerSecond": 0, "heldBytes": 0,
           "node": "n\\u001b2"}],
         "nodes": [{"name": "n\\u001b2", "adminUrl": "", "self": true, "leftOut": 0}]}
        """);

    assertThat(sluice.run("top", "--producers", "--by", "BYTES")).isZero();
    assertThat(sluice.shown())
        .containsExactly(
            "producers by bytes, over the last 5 s, on n?2",
            "TOPIC               PRODUCER  CLIENT      MESSAGES/S  BYTES/S  WAITED/S  HELD  NODE"
                + "  LIMIT  WAITS FOR",
            "persistent://a/b/c  p?[31m    10.0.0.1:5           1       1B       0ms    0B  n?2   -"
                + "      -");
  }

  @Test
  void shouldNameAFewOfManyNodes() {
    first.answering("/top/topics", 200, """
        {"by": "messages", "overSeconds": 5, "items": [
          {"topic": "t", "messagesPerSecond": 1, "bytesPerSecond": 1, "throttledMillisPerSecond": 0,
           "heldBytes": 0, "nodes": [%s, %s, %s, %s, %s]}]}
        """.formatted(
            on("a", 1), on("b", 2), on("c", 3), on("d", 4), on("e", 5)));

    assertThat(sluice.run("top")).isZero();
    assertThat(sluice.shown()).last().asString().contains("  e, d, c +2  ");
  }

  @Test
  void shouldShowTheWholeLimitAndTheShareOfTheNodeThatAnswers() throws IOException {
    String item = """
        {"topic": "%s", "messagesPerSecond": 1, "bytesPerSecond": 1, "throttledMillisPerSecond": 0,
         "heldBytes": 0, "nodes": [], "home": "n2",
         "limit": {"messages": 150, "bytes": 0, "burstMillis": 1000, "enforce": true},
         "limitShare": {"kind": "publish", "shareOfMessages": %s, "nodes": %d, "dividedBy": "n2",
          "heard": true}}""";
    first.answering("/top/topics", 200, """
        {"node": "n1", "by": "messages", "overSeconds": 5, "items": [%s, %s]}
        """.formatted(
            item.formatted("shared", "0.333", 3), item.formatted("alone", "1.0", 1)));

    assertThat(sluice.run("top")).isZero();
    assertThat(sluice.shown().get(2)).contains("  150 messages/s (33% on n1)  ");
    assertThat(sluice.shown().get(3)).contains("  150 messages/s  ");

    sluice.run("top", "-o", "json");
    JsonNode json = new ObjectMapper().readTree(String.join("\n", sluice.shown()));
    assertThat(json.at("/node").asText()).isEqualTo("n1");
    assertThat(json.at("/items/0/limitShare/nodes").asInt()).isEqualTo(3);
    assertThat(json.at("/items/0/limitShare/dividedBy").asText()).isEqualTo("n2");
    assertThat(json.at("/items/0/home").asText()).isEqualTo("n2");
  }

  @Test
  void shouldFailIfTheNodeCannotBeAsked() {
    first.close();

    assertThat(sluice.run("top", "--once")).isEqualTo(1);
    assertThat(sluice.errors()).singleElement().asString().contains("connection refused");
    assertThat(sluice.run("top", "--count", 0)).isEqualTo(2);
    assertThat(sluice.run("top", "--by", "name")).isEqualTo(2);
    assertThat(sluice.errors()).singleElement().asString().contains("[MESSAGES, BYTES, THROTTLED]");
  }

  @Test
  void shouldListNodes() {
    first.answering(
        "/nodes",
        200,
        nodes("http://n2:8080").replace("\"self\": false", "\"self\": false, \"up\": false"));
    assertThat(sluice.run("nodes")).isZero();
    assertThat(sluice.shown().get(2)).startsWith("n2          down   1.0");

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
