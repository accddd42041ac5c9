package io.sluice.admin.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.admin.node.NodeView;
import io.sluice.gateway.view.HomeView;
import io.sluice.gateway.view.LimitShareView;
import io.sluice.gateway.view.RampView;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.RampUp;
import io.sluice.policy.json.StrictJson;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is answered of limits that are divided among nodes. */
class LimitShareItemsTest {

  private static final String ORDERS = "persistent://acme/orders/new";
  private static final String EXPLAIN = "/explain/persistent/acme/orders/new";
  private static final PolicyKey NAMESPACE = PolicyKey.namespace("acme/orders");

  private final ApiServer api = new ApiServer();
  private final NodeView other =
      OtherNodes.told("node-2", OtherNodes.busy(ORDERS, 60), ApiServer.START);

  @AfterEach
  void stop() {
    api.close();
  }

  private <P extends Record> void set(PolicyKind<P> kind, P limit) {
    var unused = api.store().put("me", kind, NAMESPACE, limit);
  }

  private void divide(
      PolicyKind<?> kind, String subscription, double part, int nodes, String divider) {
    api.others = List.of(other);
    api.shares = Map.of(
        ORDERS,
        List.of(new LimitShareView(
            kind,
            Optional.of(subscription).filter(name -> !name.isEmpty()),
            part,
            part,
            nodes,
            Optional.of(divider).filter(id -> !id.isEmpty()),
            true)));
  }

  private JsonNode get(String path) throws Exception {
    CompletableFuture<HttpResponse<String>> answer = api.getLater(path);
    Eventually.until("it is answered", () -> {
      api.timer.advance(Duration.ofMillis(500));
      return answer.isDone();
    });
    assertThat(answer.join().statusCode()).as(answer.join().body()).isEqualTo(200);
    return StrictJson.read(answer.join().body().getBytes(UTF_8), JsonNode.class);
  }

  private String text() throws Exception {
    return get(EXPLAIN).at("/shares/0/text").asText();
  }

  @Test
  void shouldExplainWhichPartThisNodeMayUseAndWhichNodeDividesTheLimit() throws Exception {
    set(PolicyKind.PUBLISH, PublishLimit.of(300, 0));
    divide(PolicyKind.PUBLISH, "", 1 / 3.0, 3, other.id());

    JsonNode share = get(EXPLAIN).at("/shares/0");

    assertThat(share.path("kind").asText()).isEqualTo("publish");
    assertThat(share.path("shareOfMessages").asDouble()).isEqualTo(0.333);
    assertThat(share.has("shareOfBytes")).as("bytes are not limited").isFalse();
    assertThat(share.path("nodes").asInt()).isEqualTo(3);
    assertThat(share.path("dividedBy").asText()).isEqualTo("node-2");
    assertThat(share.has("subscription")).isFalse();
    assertThat(share.path("text").asText())
        .isEqualTo(
            "This node may use 100 of these 300 messages/s now: the limit is used on 3 nodes,"
                + " and node node-2 divides it.");
    assertThat(get(EXPLAIN).at("/text/1").asText()).isEqualTo(share.path("text").asText());
  }

  @Test
  void shouldSayThatThisNodeDividesItOrAsks() throws Exception {
    set(PolicyKind.PUBLISH, PublishLimit.of(0, 1000));
    divide(PolicyKind.PUBLISH, "", 0.5, 2, "id-1");
    assertThat(text())
        .isEqualTo("This node may use 500 of these 1000 bytes/s now: the limit is used on 2 nodes,"
            + " and this node divides it.");

    divide(PolicyKind.PUBLISH, "", 0.125, 2, "");
    assertThat(text())
        .isEqualTo("This node may use 125 of these 1000 bytes/s now: the limit is used on 2 nodes,"
            + " and this node asks which one divides it.");

    divide(PolicyKind.PUBLISH, "", 0.125, 1, "");
    assertThat(text())
        .isEqualTo("This node may use 125 of these 1000 bytes/s now: it has begun to use the limit,"
            + " and asks which other nodes do.");
  }

  @Test
  void shouldNameANodeThatIsAloneWithALimitAndExplainNothing() throws Exception {
    set(PolicyKind.PUBLISH, PublishLimit.of(300, 0));
    divide(PolicyKind.PUBLISH, "", 1, 1, "id of a node that announces nothing");

    assertThat(get(EXPLAIN).at("/shares/0/dividedBy").asText()).isEqualTo("node-1");
    assertThat(text()).isEqualTo("This node may use all of the limit now: no other node uses it.");
    assertThat(get(EXPLAIN).path("text").toString()).doesNotContain("no other node");
  }

  @Test
  void shouldCountFromTheLevelOfTheRamp() throws Exception {
    RampUp ramp = new RampUp(1, 300, Duration.ofMinutes(1), RampUp.Mode.RELAXED);
    set(PolicyKind.PUBLISH, PublishLimit.of(300, 0));
    api.ramps = Map.of(NAMESPACE, new RampView(ramp, 150, 0.5, 0, 1));
    divide(PolicyKind.PUBLISH, "", 0.5, 2, "unknown");

    assertThat(text())
        .startsWith("This node may use 75 of the 150 messages/s that its ramp has come to now: ")
        .endsWith("and node unknown divides it.");
  }

  @Test
  void shouldTellOfTheLimitOfASubscription() throws Exception {
    set(PolicyKind.SUBSCRIPTION_DISPATCH, new DispatchLimit(20, 200, true, 10));
    divide(PolicyKind.SUBSCRIPTION_DISPATCH, "billing", 0.5, 2, "id-1");

    assertThat(get(EXPLAIN).at("/shares/0/subscription").asText()).isEqualTo("billing");
    assertThat(text())
        .isEqualTo("Of subscription billing this node may use 10 of these 20 messages in 10 s and"
            + " 100 of these 200 bytes in 10 s more than is published through it now: the limit is"
            + " used on 2 nodes, and this node divides it.");
  }

  @Test
  void shouldSayThatTheOthersAreNotHeard() throws Exception {
    set(PolicyKind.PUBLISH, PublishLimit.of(300, 0));
    api.shares = Map.of(
        ORDERS,
        List.of(new LimitShareView(
            PolicyKind.PUBLISH, Optional.empty(), 0.5, 1, 2, Optional.of("id-1"), false)));

    assertThat(text()).endsWith("divides it; this node does not hear of the others now.");
    assertThat(get(EXPLAIN).at("/shares/0/heard").asBoolean()).isFalse();
  }

  @Test
  void shouldTellOfALimitThatIsNotSetAnyMoreNothing() throws Exception {
    divide(PolicyKind.PUBLISH, "", 0.5, 2, "id-1");

    assertThat(get(EXPLAIN).path("shares")).isEmpty();
  }

  @Test
  void shouldRankByTheWholeLimitAndTellThisNodesShareBesideIt() throws Exception {
    set(PolicyKind.PUBLISH, PublishLimit.of(100, 0));
    divide(PolicyKind.PUBLISH, "", 0.25, 2, other.id());
    api.homes = Map.of(ORDERS, new HomeView("node-2", "pulsar://two:6650", false));

    JsonNode topic = get("/top/topics?scope=cluster").at("/items/0");

    assertThat(topic.path("used").asDouble()).as("of the whole limit").isEqualTo(0.6);
    assertThat(topic.at("/limit/messages").asInt()).isEqualTo(100);
    assertThat(topic.at("/limitShare/shareOfMessages").asDouble()).isEqualTo(0.25);
    assertThat(topic.at("/limitShare/nodes").asInt()).isEqualTo(2);
    assertThat(topic.at("/limitShare/dividedBy").asText()).isEqualTo("node-2");
    assertThat(topic.at("/limitShare").has("text")).isFalse();
    assertThat(topic.path("home").asText()).isEqualTo("node-2");
    JsonNode producer = get("/top/producers?scope=cluster").at("/items/0");
    assertThat(producer.has("limitShare")).isFalse();
    assertThat(producer.has("home")).isFalse();
  }

  @Test
  void shouldTellNothingOfATopicThatThisNodeDoesNotLimit() throws Exception {
    set(PolicyKind.PUBLISH, PublishLimit.of(100, 0));
    api.others = List.of(other);

    JsonNode topic = get("/top/topics?scope=cluster").at("/items/0");

    assertThat(topic.path("topic").asText()).isEqualTo(ORDERS);
    assertThat(topic.has("limitShare")).isFalse();
    assertThat(topic.has("home")).isFalse();
  }
}
