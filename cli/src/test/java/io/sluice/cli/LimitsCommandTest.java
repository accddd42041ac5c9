package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LimitsCommandTest extends FakeNodeTest {

  private static final String ORDERS = "/limits/publish/namespaces/public/orders";

  @Test
  void shouldSetALimitAndSayWhatHoldsNow() {
    assertThat(sluice.run(
            "limits", "set", "public/orders", "--messages", "1000", "--bytes", "1M", "--shadow"))
        .isZero();

    assertThat(node.changes())
        .as("what was given, and nothing else")
        .containsExactly(
            "PATCH " + ORDERS + " {\"messages\":1000,\"bytes\":1048576,\"enforce\":false}");
    assertThat(sluice.shown())
        .containsExactly(
            "public/orders: 1000 messages/s and 1MiB/s for each topic, in shadow (counts only)");
  }

  @Test
  void shouldKeepWhatIsNotGiven() throws IOException {
    node.keeping(ORDERS, "{\"messages\":5,\"bytes\":2048,\"burstMillis\":500,\"enforce\":false}");

    sluice.run("limits", "set", "public/orders", "--bytes", "none");

    assertThat(node.changes()).containsExactly("PATCH " + ORDERS + " {\"bytes\":0}");
    assertThat(sluice.shown())
        .containsExactly(
            "public/orders: 5 messages/s for each topic, burst 500ms, in shadow (counts only)");
  }

  @Test
  void shouldSetShowAndRemoveTheLimitOfBrokers() {
    sluice.run("limits", "set", "broker", "--messages", "5k", "--shadow");
    assertThat(sluice.shown())
        .containsExactly("broker: 5000 messages/s to each broker, in shadow (counts only)");

    assertThat(sluice.run("limits", "get", "broker")).isZero();
    assertThat(sluice.shown())
        .containsExactly("broker: 5000 messages/s to each broker, in shadow (counts only)");

    assertThat(sluice.run("limits", "remove", "broker")).isZero();
    assertThat(node.changes())
        .containsExactly(
            "PATCH /limits/publish/broker {\"messages\":5000,\"enforce\":false}",
            "DELETE /limits/publish/broker");
    assertThat(sluice.run("limits", "get", "broker")).isNotZero();
  }

  @Test
  void shouldOnlySwitchEnforcementIfNothingElseIsGiven() throws IOException {
    node.keeping(ORDERS, "{\"messages\":5,\"bytes\":0,\"burstMillis\":1000,\"enforce\":false}");

    assertThat(sluice.run("limits", "set", "public/orders", "--enforce")).isZero();

    assertThat(node.changes()).containsExactly("PUT " + ORDERS + "/enforce {\"enforce\":true}");
    assertThat(sluice.shown()).containsExactly("public/orders: 5 messages/s for each topic");
  }

  @Test
  void shouldNotEnforceWhatIsNotThere() {
    assertThat(sluice.run("limits", "set", "public/orders", "--shadow")).isEqualTo(2);
    assertThat(sluice.errors())
        .singleElement()
        .asString()
        .startsWith("public/orders has no publish limit: give --messages or --bytes as well");
    assertThat(node.changes()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "default, default",
    "broker, broker",
    "public/orders/new, topics/persistent/public/orders/new",
    "persistent://public/orders/new, topics/persistent/public/orders/new",
    "non-persistent://public/orders/new, topics/non-persistent/public/orders/new",
    "public/orders/a ?b%, topics/persistent/public/orders/a%20%3Fb%25",
  })
  void shouldTakeAnyTarget(String target, String path) {
    assertThat(sluice.run("limits", "set", target, "--messages", 1)).isZero();
    assertThat(node.changes())
        .singleElement()
        .asString()
        .isEqualTo("PATCH /limits/publish/" + path + " {\"messages\":1}");
  }

  @ParameterizedTest
  @CsvSource({
    "public, 'may be a tenant, a namespace or a topic: write default, broker, tenant/namespace, or'",
    "a/b/c/d, a topic is such as persistent://tenant/namespace/topic",
    "persistent://a/b/c/d, a topic is such as persistent://tenant/namespace/topic",
    "amqp://a/b/c, a topic is persistent:// or non-persistent://",
    "a/, a namespace is such as tenant/namespace",
  })
  void shouldRefuseWhatCouldBeAnything(String target, String message) {
    assertThat(sluice.run("limits", "set", target, "--messages", 1)).isEqualTo(2);
    assertThat(sluice.errors()).singleElement().asString().contains(message);
  }

  @Test
  void shouldSetLimitsOfDispatch() {
    sluice.run(
        "limits",
        "set",
        "public/orders",
        "--dispatch",
        "--messages",
        "1k",
        "--period",
        "10s",
        "--relative");
    assertThat(sluice.shown())
        .containsExactly(
            "public/orders: 1000 messages per 10s dispatched of each topic, on top of what is published");
    sluice.run("limits", "set", "public/orders/a", "--subscription-dispatch", "--bytes", "1500");

    assertThat(sluice.shown())
        .containsExactly("persistent://public/orders/a: 1500B/s dispatched to each subscription");
    assertThat(node.changes())
        .containsExactly(
            "PATCH /limits/dispatch/namespaces/public/orders"
                + " {\"messages\":1000,\"relativeToPublishRate\":true,\"periodSeconds\":10}",
            "PATCH /limits/subscription-dispatch/topics/persistent/public/orders/a"
                + " {\"bytes\":1500}");
  }

  @Test
  void shouldTakeBackThatALimitIsRelative() throws IOException {
    node.keeping(
        "/limits/dispatch/default",
        "{\"messages\":5,\"relativeToPublishRate\":true,\"periodSeconds\":2}");

    assertThat(sluice.run("limits", "set", "default", "--dispatch", "--no-relative"))
        .isZero();

    assertThat(sluice.shown())
        .containsExactly("default: 5 messages per 2s dispatched of each topic that has no limit of"
            + " its own or of its namespace");
  }

  @Test
  void shouldSetARampTogetherWithALimit() {
    sluice.run(
        "limits",
        "set",
        "public/orders",
        "--messages",
        1000,
        "--ramp-min",
        10,
        "--ramp-max",
        "1k",
        "--ramp-duration",
        "5m");

    assertThat(node.changes())
        .containsExactly(
            "PUT /limits/ramp/namespaces/public/orders"
                + " {\"min\":10,\"max\":1000,\"durationMillis\":300000,\"mode\":\"scheduled\"}",
            "PATCH " + ORDERS + " {\"messages\":1000}");
    assertThat(node.conditions()).containsExactly("If-None-Match *", "");
    assertThat(sluice.shown())
        .containsExactly(
            "public/orders: 1000 messages/s for each topic",
            "public/orders: rising from 10/s to 1000/s in 5m (scheduled) for each topic");

    sluice.run("limits", "set", "public/orders", "--ramp-mode", "go-back-n");
    assertThat(node.changes())
        .hasSize(3)
        .last()
        .asString()
        .endsWith("{\"min\":10,\"max\":1000,\"durationMillis\":300000,\"mode\":\"go-back-n\"}");
    assertThat(node.conditions()).last().isEqualTo("If-Match " + FakeNode.TAG);
  }

  @Test
  void shouldSayThatARampWasChangedMeanwhileAndDoNothingElse() {
    node.answering("/limits/ramp/default", 412, """
        {"error": "the ramp policy of default was changed meanwhile; nothing was done, look at it again",
         "code": "changed"}""");

    int code = sluice.run(
        "limits",
        "set",
        "default",
        "--messages",
        5,
        "--ramp-min",
        1,
        "--ramp-max",
        5,
        "--ramp-duration",
        "1m");

    assertThat(code).isEqualTo(1);
    assertThat(sluice.errors())
        .singleElement()
        .asString()
        .contains("was changed meanwhile; nothing was done, look at it again");
    assertThat(node.changes()).noneMatch(change -> change.startsWith("PATCH"));
  }

  /** It would be no limit, in place of that of the namespace or the default. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--burst 500ms",
        "--burst 500ms --enforce",
        "--dispatch --period 10s",
        "--subscription-dispatch --relative",
        "--shadow --ramp-min 1 --ramp-max 10 --ramp-duration 1m"
      })
  void shouldNotMakeALimitWithoutARate(String options) {
    String line = "limits set public/orders " + options;

    assertThat(sluice.run((Object[]) line.split(" ", -1))).isEqualTo(2);

    assertThat(sluice.errors()).first().asString().contains("give --messages or --bytes as well");
    assertThat(node.changes()).isEmpty();
  }

  @Test
  void shouldNotMakeALimitWithoutARateOfOneThatIsRemovedMeanwhile() throws IOException {
    node.keeping(ORDERS, "{\"messages\":5,\"bytes\":0,\"burstMillis\":1000,\"enforce\":true}");

    assertThat(sluice.run("limits", "set", "public/orders", "--burst", "500ms")).isZero();

    assertThat(node.changes()).containsExactly("PATCH " + ORDERS + " {\"burstMillis\":500}");
    assertThat(node.conditions()).containsExactly("If-Match *");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "| there is nothing to set: give --messages",
        "--shadow --enforce | --shadow and --enforce exclude each other",
        "--dispatch --subscription-dispatch --messages 1 | exclude each other: set one after the other",
        "--dispatch | there is nothing to set: give --messages or --bytes with --dispatch",
        "--dispatch --messages 1 --burst 1s | are for publish limits: leave out --dispatch",
        "--messages 1 --period 1s | are for dispatch limits: give --dispatch",
        "--dispatch --messages 1 --period 1500ms | --period must be in whole seconds",
        "--messages 1 --burst 2h | --burst must be from 1ms to 1h",
        "--messages lots | Invalid value for option '--messages': must be such as 1000, 10k, 1.5M",
        "--messages -5 | Invalid value for option '--messages': must be such as",
        "--bytes 9000000T | Invalid value for option '--bytes': is too large",
        "--bytes 1X | Invalid value for option '--bytes': has no known unit in '1X'",
        "--burst 5 | Invalid value for option '--burst': must be a duration such as 500ms",
        "--messages 5 --ramp-min 10 | there is no ramp yet: give --ramp-min, --ramp-max and --ramp-duration",
        "--ramp-min 10 --ramp-max 1 --ramp-duration 1m | --ramp-min must be from 1 to max",
        "--ramp-mode fast | must be one of scheduled, relaxed, only-if-used, go-back-n",
        "--mesages 1 | Unknown option",
      })
  void shouldSayInOneLineWhatMakesNoSense(String options, String message) {
    String line = "limits set public/orders" + (options == null ? "" : " " + options);

    assertThat(sluice.run((Object[]) line.split(" ", -1))).isEqualTo(2);

    assertThat(sluice.errors()).first().asString().contains(message).endsWith(" --help");
    assertThat(node.changes()).isEmpty();
  }

  @Test
  void shouldGetAllThatIsSetForATarget() throws IOException {
    node.keeping(ORDERS, "{\"messages\":5,\"bytes\":0,\"burstMillis\":1000,\"enforce\":true}")
        .keeping(
            "/limits/ramp/namespaces/public/orders",
            "{\"min\":1,\"max\":5,\"durationMillis\":1500,\"mode\":\"relaxed\"}");

    assertThat(sluice.run("limits", "get", "public/orders")).isZero();
    assertThat(sluice.shown())
        .containsExactly(
            "public/orders: 5 messages/s for each topic",
            "public/orders: rising from 1/s to 5/s in 1500ms (relaxed) for each topic");

    sluice.run("limits", "get", "public/orders", "-o", "json");
    JsonNode json = new ObjectMapper().readTree(String.join("\n", sluice.shown()));
    assertThat(json.at("/total").asInt()).isEqualTo(2);
    assertThat(json.at("/items/0/target").asText()).isEqualTo("namespace public/orders");
    assertThat(json.at("/items/0/policy/messages").asInt()).isEqualTo(5);
    assertThat(json.at("/items/1/kind").asText()).isEqualTo("ramp");
  }

  @Test
  void shouldGetOnWhichNodesTheLimitsOfATopicAreUsed() throws IOException {
    String topic = "/topics/persistent/public/orders/new";
    node.keeping(
            "/limits/publish" + topic,
            "{\"messages\":300,\"bytes\":0,\"burstMillis\":1000,\"enforce\":true}")
        .keeping(
            "/limits/subscription-dispatch" + topic,
            "{\"messages\":5,\"bytes\":0,\"relativeToPublishRate\":false,\"periodSeconds\":1}")
        .answering("/explain/persistent/public/orders/new", 200, """
            {"text": [], "home": {"node": "two", "serviceUrl": "pulsar://two:6650", "here": false},
             "shares": [
              {"kind": "publish", "shareOfMessages": 0.333, "nodes": 3, "dividedBy": "one",
               "heard": true, "text": "This node may use 100 of these 300 messages/s now."},
              {"kind": "dispatch", "shareOfMessages": 1, "nodes": 1, "heard": true,
               "text": "of another policy"},
              {"kind": "subscription-dispatch", "subscription": "s", "shareOfMessages": 0.5,
               "nodes": 2, "heard": true, "text": "Of subscription s this node may use 2.5."}]}
            """);

    assertThat(sluice.run("limits", "get", "public/orders/new")).isZero();

    assertThat(sluice.shown())
        .containsExactly(
            "persistent://public/orders/new: 300 messages/s",
            "This node may use 100 of these 300 messages/s now.",
            "persistent://public/orders/new: 5 messages/s dispatched to each subscription",
            "Of subscription s this node may use 2.5.",
            "The topic's home is node two, at pulsar://two:6650.");

    sluice.run("limits", "get", "public/orders/new", "-o", "json");
    JsonNode json = new ObjectMapper().readTree(String.join("\n", sluice.shown()));
    assertThat(json.at("/items/0/policy/messages").asInt()).isEqualTo(300);
    assertThat(json.at("/items/0/shares/0/shareOfMessages").asDouble()).isEqualTo(0.333);
    assertThat(json.at("/items/0/shares/0/nodes").asInt()).isEqualTo(3);
    assertThat(json.at("/items/0/shares/0/dividedBy").asText()).isEqualTo("one");
    assertThat(json.at("/items/1/shares/0/subscription").asText()).isEqualTo("s");
    assertThat(json.at("/home/node").asText()).isEqualTo("two");
  }

  @Test
  void shouldGetTheLimitOfATopicFromANodeThatDoesNotSayOnWhichNodesItIsUsed() throws IOException {
    node.keeping(
            "/limits/publish/topics/persistent/public/orders/new",
            "{\"messages\":5,\"bytes\":0,\"burstMillis\":1000,\"enforce\":true}")
        .answering("/explain/persistent/public/orders/new", 200, "{\"text\": []}");

    sluice.run("limits", "get", "public/orders/new");
    assertThat(sluice.shown()).containsExactly("persistent://public/orders/new: 5 messages/s");

    sluice.run("limits", "get", "public/orders/new", "-o", "json");
    JsonNode json = new ObjectMapper().readTree(String.join("\n", sluice.shown()));
    assertThat(json.at("/items/0").has("shares")).isFalse();
    assertThat(json.has("home")).isFalse();
  }

  @Test
  void shouldSayThatNothingIsSet() {
    assertThat(sluice.run("limits", "get", "default")).isEqualTo(1);
    assertThat(sluice.errors())
        .containsExactly("default has no limit of its own; sluice limits explain TOPIC shows which"
            + " one holds");
    assertThat(sluice.run("limits", "remove", "default")).isEqualTo(1);
    assertThat(sluice.errors())
        .containsExactly(
            "default has no publish limit of its own; sluice limits list shows all limits");
  }

  @Test
  void shouldRemoveOneKindOfLimit() throws IOException {
    node.keeping(ORDERS, "{\"messages\":5}")
        .keeping("/limits/dispatch/namespaces/public/orders", "{\"messages\":5}");

    assertThat(sluice.run("limits", "remove", "public/orders", "--kind", "dispatch"))
        .isZero();

    assertThat(sluice.shown())
        .containsExactly("public/orders: no dispatch limit of its own any more");
    assertThat(node.changes()).containsExactly("DELETE /limits/dispatch/namespaces/public/orders");
  }

  @Test
  void shouldListPageByPage() {
    node.answering("/limits?kind=publish&contains=or%26d&offset=0&count=1000", 200, """
            {"total": 2, "items": [
              {"target": "namespace public/orders", "kind": "publish",
               "policy": {"messages": 5, "bytes": 0, "burstMillis": 1000, "enforce": true}}]}
            """)
        .answering("/limits?kind=publish&contains=or%26d&offset=1&count=1000", 200, """
            {"total": 2, "items": [
              {"target": "topic persistent://public/orders/a", "kind": "publish",
               "policy": {"messages": 0, "bytes": 1024, "burstMillis": 1000, "enforce": false}}]}
            """);

    assertThat(sluice.run("limits", "list", "--kind", "publish", "--contains", "or&d"))
        .isZero();

    assertThat(sluice.shown())
        .containsExactly(
            "TARGET                        KIND     LIMIT",
            "public/orders                 publish  5 messages/s",
            "persistent://public/orders/a  publish  1KiB/s, in shadow (counts only)");
  }

  @Test
  void shouldShowWhatALaterVersionHasSet() {
    node.answering("/limits", 200, """
        {"total": 1, "items": [{"target": "moon x", "kind": "tide", "policy": {"high": 1}}]}""");

    sluice.run("limits", "list");

    assertThat(sluice.shown()).last().isEqualTo("moon x  tide  {\"high\":1}");
  }

  @Test
  void shouldListNothingInWords() {
    node.answering("/limits", 200, "{\"total\": 0, \"items\": []}");

    assertThat(sluice.run("limits", "list")).isZero();
    assertThat(sluice.shown()).containsExactly("no limit is set");
  }

  @Test
  void shouldExplainATopicWithoutLettingItsNameMoveTheCursor() {
    node.answering("/explain/persistent/public/orders/a", 200, """
        {"topic": "persistent://public/orders/a", "limits": [],
         "text": ["publish: 5 messages/s", "evil \\u001b[2J"]}
        """);

    assertThat(sluice.run("limits", "explain", "public/orders/a")).isZero();
    assertThat(sluice.shown()).containsExactly("publish: 5 messages/s", "evil ?[2J");
    sluice.run("limits", "explain", "public/orders/a", "-o", "json");
    assertThat(sluice.shown()).contains("  \"topic\" : \"persistent://public/orders/a\",");
    assertThat(sluice.run("limits", "explain", "public/orders")).isEqualTo(2);
    assertThat(sluice.errors())
        .singleElement()
        .asString()
        .contains("'public/orders' is no topic: write tenant/namespace/topic");
  }
}
