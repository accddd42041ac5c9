package io.sluice.admin.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.admin.node.NodeView;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.json.StrictJson;
import io.sluice.quota.NodeSummary;
import io.sluice.quota.NodeSummary.Producer;
import io.sluice.quota.NodeSummary.ThrottledProducer;
import io.sluice.quota.NodeSummary.Topic;
import io.sluice.quota.NodeSummary.Totals;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the node that is asked answers about the whole cluster. */
class ClusterAnswersTest {

  private static final String ORDERS = "persistent://acme/orders/new";
  private static final String ELSEWHERE = "persistent://acme/orders/elsewhere";
  private static final Instant LATELY = ApiServer.START.minusSeconds(2);

  private final ApiServer api = new ApiServer();

  @AfterEach
  void stop() {
    api.close();
  }

  /** Asks once there are figures of this node. */
  private JsonNode get(String path) throws Exception {
    CompletableFuture<HttpResponse<String>> answer = api.getLater(path);
    Eventually.until("it is answered", () -> {
      api.timer.advance(Duration.ofMillis(500));
      return answer.isDone();
    });
    assertThat(answer.join().statusCode()).as(answer.join().body()).isEqualTo(200);
    return StrictJson.read(answer.join().body().getBytes(UTF_8), JsonNode.class);
  }

  private static List<String> all(JsonNode list, String field) {
    return StreamSupport.stream(list.spliterator(), false)
        .map(each -> each.path(field).asText())
        .toList();
  }

  private void setLimit(PolicyKey key, PublishLimit limit) {
    var unused = api.store().put("me", PolicyKind.PUBLISH, key, limit);
  }

  @Test
  void shouldShowWhoWaitsOnWhichNode() throws Exception {
    api.connections = List.of(
        Views.connection(1, Views.held(1, ORDERS, Duration.ofSeconds(60))), // since Views.SINCE
        Views.consuming(2, ORDERS));
    api.others = List.of(OtherNodes.told("node-2", OtherNodes.busy(ELSEWHERE, 5), Views.SINCE));
    setLimit(PolicyKey.topic(ELSEWHERE), PublishLimit.of(7, 0));

    JsonNode all = get("/throttled?scope=cluster");

    assertThat(all(all.path("producers"), "node")).containsExactly("node-2", "node-1");
    JsonNode there = all.path("producers").get(0);
    assertThat(there.path("topic").asText()).isEqualTo(ELSEWHERE);
    assertThat(there.path("producer").asText()).isEqualTo("there");
    assertThat(there.path("client").asText()).isEqualTo("10.9.9.9:1");
    assertThat(there.path("connection").asLong()).isEqualTo(77);
    assertThat(there.path("since").asText())
        .as("three seconds before it told so")
        .isEqualTo(Views.SINCE.minusSeconds(3).toString());
    assertThat(there.at("/limit/messages").asLong())
        .as("of this node's policies")
        .isEqualTo(7);
    assertThat(there.path("heldBytes").asLong()).isEqualTo(400);
    assertThat(there.path("oldestMillis").asLong()).isEqualTo(2000);
    assertThat(there.path("told").asBoolean()).isTrue();
    assertThat(all(all.path("consumers"), "node")).containsExactly("node-2", "node-1");
    assertThat(all.at("/consumers/0/origin").asText()).isEqualTo("group gold");
    assertThat(all(all.path("connections"), "client")).containsExactly("10.9.9.9:3");
    assertThat(all.at("/connections/0/reasons/0/reason").asText()).isEqualTo("node_rate");
    assertThat(all.at("/totals/producers").asInt()).isEqualTo(2);
    assertThat(all.at("/nodes/1/leftOut").asInt()).isEqualTo(49 + 59 + 2);

    JsonNode own = get("/throttled");
    assertThat(all(own.path("producers"), "node")).containsExactly("node-1");
    assertThat(all(own.path("consumers"), "node")).containsExactly("node-1");
    assertThat(own.path("connections")).isEmpty();
    assertThat(own.has("nodes")).isFalse();
  }

  @Test
  void shouldSearchSortAndCutTheWholeCluster() throws Exception {
    api.connections = List.of(Views.connection(1, Views.held(1, ORDERS, Duration.ofSeconds(1))));
    api.others = List.of(
        OtherNodes.told("node-2", OtherNodes.busy(ELSEWHERE, 5), LATELY),
        OtherNodes.told("node-3", OtherNodes.busy(ORDERS, 5), LATELY));

    assertThat(all(get("/throttled?scope=cluster&contains=ORDERS/new").path("producers"), "node"))
        .containsExactlyInAnyOrder("node-1", "node-3");
    assertThat(all(
            get("/throttled?scope=cluster&by=heldBytes&order=down").path("producers"), "heldBytes"))
        .containsExactly("1000", "400", "400");
    JsonNode second = get("/throttled?scope=cluster&by=topic&count=1&offset=1");
    assertThat(second.at("/totals/producers").asInt()).isEqualTo(3);
    assertThat(second.path("producers")).hasSize(1);
    assertThat(all(get("/throttled?scope=cluster&contains=10.9.9.9:3").path("connections"), "node"))
        .containsExactlyInAnyOrder("node-2", "node-3");
  }

  @Test
  void shouldAddUpATopicOverItsNodes() throws Exception {
    api.connections = List.of(Views.connection(1, Views.producer(1, ORDERS, 0, 0)));
    api.others = List.of(
        OtherNodes.told("node-2", OtherNodes.busy(ORDERS, 60), LATELY),
        // However it spells the topic, it is the same one.
        OtherNodes.told("node-3", OtherNodes.busy("acme/orders/new", 30), LATELY));
    setLimit(PolicyKey.topic(ORDERS), PublishLimit.of(100, 0));

    JsonNode all = get("/top/topics?scope=cluster");

    assertThat(all.path("total").asInt()).isEqualTo(1);
    JsonNode topic = all.at("/items/0");
    assertThat(topic.path("topic").asText()).isEqualTo(ORDERS);
    assertThat(topic.path("messagesPerSecond").asDouble()).isEqualTo(90);
    assertThat(topic.path("producers").asInt()).isEqualTo(3);
    assertThat(topic.path("used").asDouble()).as("of the limit, by all nodes").isEqualTo(0.9);
    assertThat(all(topic.path("nodes"), "node")).containsExactly("node-1", "node-2", "node-3");
    assertThat(all(topic.path("nodes"), "messagesPerSecond"))
        .containsExactly("0.0", "60.0", "30.0");
    assertThat(all(topic.path("waitsFor"), "")).as("of any node").hasSize(2);
    assertThat(all.at("/nodes/2/leftOut").asInt()).isEqualTo(29);

    JsonNode own = get("/top/topics");
    assertThat(own.at("/items/0/messagesPerSecond").asDouble()).isZero();
    assertThat(own.at("/items/0").has("nodes")).isFalse();
    assertThat(get("/top/topics?topic=" + ELSEWHERE).path("total").asInt()).isZero();
    assertThat(get("/top/topics?scope=cluster&topic=" + ORDERS).path("total").asInt())
        .isOne();
  }

  @Test
  void shouldShowProducersWithTheirNodes() throws Exception {
    api.connections = List.of(Views.connection(1, Views.producer(1, ORDERS, 0, 0)));
    api.others = List.of(OtherNodes.told("node-2", OtherNodes.busy(ORDERS, 60), LATELY));

    JsonNode all = get("/top/producers?scope=cluster&topic=" + ORDERS);

    assertThat(all(all.path("items"), "node")).containsExactly("node-2", "node-1");
    assertThat(all(all.path("items"), "producer")).containsExactly("there", "p1");
    assertThat(all(all.path("items"), "share")).containsExactly("1.0", "0.0");
    assertThat(all.at("/nodes/1/leftOut").asInt()).isEqualTo(39);
    assertThat(get("/top/producers?topic=" + ORDERS).at("/items/0").has("node")).isFalse();
  }

  @Test
  void shouldNotTellOfMoreThanAllOfATopic() throws Exception {
    NodeSummary withoutItsTopic = new NodeSummary(
        1,
        5,
        new Totals(1, 1, 0, 0, 0),
        List.of(new Topic(ORDERS, OtherNodes.traffic(1))),
        List.of(new Producer(ORDERS, "p", "c", OtherNodes.traffic(1000))),
        List.of(),
        List.of(),
        List.of());
    api.others = List.of(OtherNodes.told("node-2", withoutItsTopic, LATELY));

    assertThat(get("/top/producers?scope=cluster").at("/items/0/share").asDouble())
        .isEqualTo(1);
  }

  @Test
  void shouldShowOneNodeOfTheCluster() throws Exception {
    api.connections = List.of(Views.connection(1, Views.held(1, ORDERS, Duration.ofSeconds(1))));
    api.others = List.of(
        OtherNodes.told("node-2", OtherNodes.busy(ORDERS, 5), LATELY),
        OtherNodes.told("node-3", OtherNodes.busy(ORDERS, 6), LATELY));

    for (String name : List.of("node-1", "node-2", "node-3")) {
      JsonNode waits = get("/throttled?scope=cluster&node=" + name);
      assertThat(all(waits.path("producers"), "node")).containsExactly(name);
      assertThat(all(waits.path("nodes"), "name")).as("to choose from").hasSize(3);
      JsonNode topics = get("/top/topics?scope=cluster&node=" + name);
      assertThat(all(topics.at("/items/0/nodes"), "node")).containsExactly(name);
      JsonNode producers = get("/top/producers?scope=cluster&node=" + name);
      assertThat(all(producers.path("items"), "node")).containsExactly(name);
    }
    assertThat(get("/throttled?scope=cluster&node=gone").path("producers")).isEmpty();
    assertThat(api.get("/throttled?node=node-2"))
        .returns(400, HttpResponse::statusCode)
        .returns(
            "node is for a scope of cluster; otherwise it is the node that answers",
            HttpResponse::body);
    assertThat(api.get("/throttled?scope=all").body())
        .isEqualTo("scope must be one of cluster, node, not all");
  }

  @Test
  void shouldSayWhatItDoesNotHave() throws Exception {
    NodeSummary before = OtherNodes.busy(ORDERS, 5);
    api.others = List.of(
        OtherNodes.told("node-2", before, LATELY),
        OtherNodes.silent("node-3"),
        OtherNodes.down("node-4", before, LATELY));

    JsonNode nodes = get("/top/topics?scope=cluster").path("nodes");

    assertThat(all(nodes, "name")).containsExactly("node-1", "node-2", "node-3", "node-4");
    assertThat(all(nodes, "self")).containsExactly("true", "false", "false", "false");
    assertThat(all(nodes, "missing"))
        .containsExactly(
            "",
            "",
            "it has told nothing lately, or is of a version that does not",
            "it is down, last heard of at 1970-01-01T00:00:00Z");
    assertThat(nodes.get(0).has("ageSeconds")).isFalse();
    assertThat(nodes.get(1).path("ageSeconds").asDouble()).isBetween(2.0, 60.0);
    assertThat(nodes.get(1).path("adminUrl").asText()).isEqualTo("http://node-2:8080");
  }

  @Test
  void shouldTellNodesOfTheSameNameApart() throws Exception {
    api.others = List.of(
        OtherNodes.told("node-1", OtherNodes.busy(ORDERS, 5), LATELY),
        OtherNodes.told("node-2", OtherNodes.busy(ORDERS, 5), LATELY));

    String other = "node-1 at http://node-1:8080";
    assertThat(all(get("/throttled?scope=cluster").path("nodes"), "name"))
        .containsExactly("node-1", other, "node-2");
    assertThat(all(get("/throttled?scope=cluster&node=node-1").path("producers"), "node"))
        .isEmpty();
    assertThat(all(
            get("/throttled?scope=cluster&node=" + other.replace(" ", "%20")).path("producers"),
            "node"))
        .containsExactly(other);
  }

  /** For some seconds it is not known that the one before is gone. */
  @Test
  void shouldCountANodeOnceThatWasStartedAgain() throws Exception {
    NodeView before = OtherNodes.told("node-2", OtherNodes.busy(ORDERS, 5), LATELY);
    api.others = List.of(before, OtherNodes.startedAgain(before));

    assertThat(all(get("/throttled?scope=cluster").path("nodes"), "name"))
        .containsExactly("node-1", "node-2");
  }

  @Test
  void shouldShowBothOfTwoNodesWithOneNameAndAddress() throws Exception {
    NodeView one = OtherNodes.told("node-2", OtherNodes.busy(ORDERS, 5), LATELY);
    NodeView other = OtherNodes.told("node-2", OtherNodes.busy(ORDERS, 6), LATELY);
    api.others = List.of(one, other);

    assertThat(all(get("/throttled?scope=cluster").path("nodes"), "name")).hasSize(3);
  }

  @Test
  void shouldTellOtherNodesWhatItHasSeen() throws Exception {
    assertThat(api.routes.summary()).as("before it has looked twice").isEmpty();
    api.connections = List.of(Views.connection(1, Views.held(1, ORDERS, Duration.ofSeconds(1))));
    get("/top/topics");
    api.timer.advance(Duration.ofMillis(300));

    assertThat(api.routes.summary()).hasValueSatisfying(told -> {
      assertThat(told.ageMillis()).isBetween(300L, 2000L);
      assertThat(told.throttledProducers())
          .singleElement()
          .returns(ORDERS, ThrottledProducer::topic)
          .returns("topic " + ORDERS, ThrottledProducer::origin);
    });
  }

  @Test
  void shouldNameLimitsByItsOwnPoliciesOnly() throws Exception {
    api.others = List.of(OtherNodes.told(
        "node-2",
        new NodeSummary(
            1,
            5,
            new Totals(0, 0, 3, 0, 0),
            List.of(),
            List.of(),
            List.of(
                waiting("a", "group gold"), waiting("b", "galaxy x"), waiting("c", "group gone")),
            List.of(),
            List.of()),
        LATELY));
    var unused = api.store()
        .put("me", PolicyKind.GROUP, new PolicyKey.Group("gold"), new GroupQuota(8, -1, 9, -1));

    JsonNode producers = get("/throttled?scope=cluster&by=topic").path("producers");

    assertThat(producers.at("/0/limit/messages").asInt()).isEqualTo(8);
    assertThat(producers.get(1).has("limit")).as("of a later version").isFalse();
    assertThat(producers.get(1).path("origin").asText()).isEqualTo("galaxy x");
    assertThat(producers.get(2).has("limit")).isFalse();
  }

  private static ThrottledProducer waiting(String topic, String origin) {
    return new ThrottledProducer(topic, "p", "c", 1, origin, 1, 1, 1, 1, true);
  }
}
