package io.sluice.admin.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.DispatchLimit;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.json.StrictJson;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LimitRoutesTest {

  private static final String TOPIC = "/limits/publish/topics/persistent/public/default/orders";
  private static final String TEN = "{\"messages\":10}";

  private final ApiServer api = new ApiServer();

  @AfterEach
  void stop() {
    api.close();
  }

  @Test
  void shouldSetShowAndRemoveALimitOfATopic() throws Exception {
    assertThat(api.put(TOPIC, "{\"messages\":1000,\"bytes\":5,\"burstMillis\":200}"))
        .returns(204, HttpResponse::statusCode)
        .returns("", HttpResponse::body);

    assertThat(api.get(TOPIC))
        .returns(200, HttpResponse::statusCode)
        .returns(
            "{\"messages\":1000,\"bytes\":5,\"burstMillis\":200,\"enforce\":true}",
            HttpResponse::body);
    assertThat(api.policies()
            .get(PolicyKind.PUBLISH, PolicyKey.topic("persistent://public/default/orders"))
            .orElseThrow()
            .messages())
        .isEqualTo(1000);

    assertThat(api.delete(TOPIC).statusCode()).isEqualTo(204);
    assertThat(api.delete(TOPIC))
        .returns(404, HttpResponse::statusCode)
        .returns(
            "topic persistent://public/default/orders has no publish limit of its own",
            HttpResponse::body);
    assertThat(api.get(TOPIC).statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/%s;x", "/%s;", "//%s"})
  void shouldNotTakeOneTopicForAnother(String spelling) throws Exception {
    int name = TOPIC.lastIndexOf('/');
    String other = TOPIC.substring(0, name) + String.format(spelling, TOPIC.substring(name + 1));

    assertThat(api.put(other, TEN).statusCode()).isEqualTo(400);
    assertThat(api.policies().all(PolicyKind.PUBLISH)).isEmpty();

    assertThat(api.put(TOPIC + "%3Bx", TEN).statusCode()).isEqualTo(204);
    assertThat(api.policies()
            .get(PolicyKind.PUBLISH, PolicyKey.topic("persistent://public/default/orders;x")))
        .isPresent();
  }

  @Test
  void shouldKeepEveryKindForNamespacesAndByDefault() throws Exception {
    api.put("/limits/dispatch/namespaces/acme/orders", "{\"messages\":1,\"bytes\":2}");
    api.put("/limits/subscription-dispatch/default", "{\"messages\":3}");
    String ramp = "{\"min\":1,\"max\":9,\"durationMillis\":60000,\"mode\":\"go-back-n\"}";
    api.put("/limits/ramp/default", ramp);

    assertThat(api.policies().get(PolicyKind.DISPATCH, PolicyKey.namespace("acme/orders")))
        .contains(DispatchLimit.of(1, 2));
    assertThat(api.policies().get(PolicyKind.SUBSCRIPTION_DISPATCH, PolicyKey.DEFAULT))
        .contains(DispatchLimit.of(3, 0));
    assertThat(api.get("/limits/ramp/default").body()).isEqualTo(ramp);
  }

  @Test
  void shouldKeepALimitOfEachBroker() throws Exception {
    String broker = "/limits/publish/broker";
    assertThat(api.get(broker))
        .returns(404, HttpResponse::statusCode)
        .returns("there is no publish limit of brokers", HttpResponse::body);

    assertThat(api.put(broker, "{\"messages\":5000}").statusCode()).isEqualTo(204);
    assertThat(api.put(broker + "/enforce", "{\"enforce\":false}").statusCode()).isEqualTo(204);

    assertThat(api.policies().get(PolicyKind.PUBLISH, PolicyKey.BROKER))
        .contains(PublishLimit.of(5000, 0).inShadow());
    assertThat(api.get(broker).headers().firstValue("etag")).isPresent();
    assertThat(targets("")).containsExactly("broker publish");
    assertThat(api.delete(broker).statusCode()).isEqualTo(204);
    assertThat(api.policies().size()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"dispatch", "subscription-dispatch", "ramp"})
  void shouldHaveNoOtherLimitsOfBrokers(String kind) throws Exception {
    assertThat(api.put("/limits/" + kind + "/broker", TEN))
        .returns(404, HttpResponse::statusCode)
        .returns("a broker has no " + kind + " limits, only publish limits", HttpResponse::body);
    assertThat(api.policies().size()).isZero();
  }

  @Test
  void shouldListWhatIsWantedInOrder() throws Exception {
    api.put(TOPIC, TEN);
    api.put("/limits/publish/namespaces/public/default", TEN);
    api.put("/limits/dispatch/namespaces/public/default", TEN);
    api.put("/limits/publish/default", TEN);

    assertThat(targets(""))
        .containsExactly(
            "default publish",
            "namespace public/default dispatch",
            "namespace public/default publish",
            "topic persistent://public/default/orders publish");
    assertThat(targets("?kind=dispatch")).containsExactly("namespace public/default dispatch");
    assertThat(targets("?contains=orders"))
        .containsExactly("topic persistent://public/default/orders publish");
    assertThat(targets("?offset=1&count=2"))
        .containsExactly("namespace public/default dispatch", "namespace public/default publish");
    assertThat(ApiServer.json(api.get("/limits?offset=1&count=2"))).containsEntry("total", 4);
  }

  private List<String> targets(String query) throws Exception {
    List<String> targets = new ArrayList<>();
    StrictJson.mapper()
        .readTree(api.get("/limits" + query).body())
        .path("items")
        .forEach(item ->
            targets.add(item.path("target").asText() + " " + item.path("kind").asText()));
    return targets;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kind=group | kind must be one of publish, dispatch, subscription-dispatch, ramp, not group",
        "count=0 | count must be a number from 1 to 10000, not 0",
        "count=10001 | count must be a number from 1 to 10000, not 10001",
        "offset=-1 | offset must be a number from 0 to 2147483647, not -1",
        "offset=x | offset must be a number from 0 to 2147483647, not x",
        "page=1 | there is no parameter page; there are contains, count, kind, offset"
      })
  void shouldRefuseWhatCannotBeListed(String query, String why) throws Exception {
    assertThat(api.get("/limits?" + query))
        .returns(400, HttpResponse::statusCode)
        .returns(why, HttpResponse::body);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{\"messages\":-2}",
        "{\"messages\":\"10\"}",
        "{\"messages\":1.5}",
        "{\"messages\":99999999999999999999}",
        "{\"mesages\":10}",
        "{\"messages\":10,\"messages\":11}",
        "{\"messages\":10} {}",
        "{\"burstMillis\":0}",
        "{\"enforce\":\"yes\"}"
      })
  void shouldRefuseABodyThatIsNoLimit(String body) throws Exception {
    HttpResponse<String> answer = api.put(TOPIC, body);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).startsWith("the body: ");
    assertThat(api.policies()).isSameAs(Policies.NONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/limits/publish/namespaces/public/nowhere",
        "/limits/publish/topics/persistent/nobody/default/orders"
      })
  void shouldRefuseWhatTheClusterDoesNotHave(String path) throws Exception {
    assertThat(api.put(path, TEN).statusCode()).isEqualTo(404);
    assertThat(api.policies()).isSameAs(Policies.NONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/limits/publish/topics/other/public/default/orders",
        "/limits/publish/topics/%3F/public/default/orders",
        "/limits/publish/topics/persistent/public/default/a%2Fb",
        "/limits/publish/topics/persistent/public/default/%20",
        "/limits/publish/topics/persistent/public/default/a%0Ab",
        "/limits/publish/topics/persistent/public%2Fx/default/orders",
        "/limits/publish/namespaces/public/a%2Fb",
        "/limits/publish/namespaces/public/a%20b",
        "/limits/publish/namespaces/public/..",
        "/limits/publish/namespaces/public/%2E%2E",
        "/limits/publish/topics/persistent/public/default/..%2F..%2Fx"
      })
  void shouldRefuseNamesThatCannotBe(String path) throws Exception {
    assertThat(api.put(path, TEN).statusCode()).isBetween(400, 404);
    assertThat(api.policies()).isSameAs(Policies.NONE);
  }

  @Test
  void shouldSayWhichKindsThereAre() throws Exception {
    for (String kind : List.of("group", "membership", "nonsense")) {
      assertThat(api.get("/limits/" + kind + "/default"))
          .returns(404, HttpResponse::statusCode)
          .returns(
              "there are no " + kind
                  + " limits; there are publish, dispatch, subscription-dispatch, ramp",
              HttpResponse::body);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/default", "/namespaces/acme/orders", "/topics/persistent/acme/orders/new"})
  void shouldSwitchWhetherALimitIsEnforced(String target) throws Exception {
    String path = "/limits/publish" + target;
    assertThat(api.put(path + "/enforce", "{\"enforce\":false}").statusCode()).isEqualTo(404);
    api.put(path, TEN);

    assertThat(api.put(path + "/enforce", "{\"enforce\":false}").statusCode()).isEqualTo(204);
    assertThat(api.policies().all(PolicyKind.PUBLISH))
        .containsValue(PublishLimit.of(10, 0).inShadow());
    assertThat(api.put(path + "/enforce", "{}").statusCode()).isEqualTo(400);
    api.put(path + "/enforce", "{\"enforce\":true}");
    assertThat(api.policies().all(PolicyKind.PUBLISH)).containsValue(PublishLimit.of(10, 0));
  }

  @Test
  void shouldNotSayThatAChangeIsDoneWhenItIsNot() throws Exception {
    api.storeFails = true;

    HttpResponse<String> answer = api.put(TOPIC, TEN);

    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.body()).contains("look whether it is there").doesNotContain("secret");
  }

  @Test
  void shouldLetNobodyDoWhatTheyMayNot() throws Exception {
    api.put(TOPIC, TEN);

    assertThat(api.send("PUT", TOPIC, "{}", "right", "view"))
        .returns(403, HttpResponse::statusCode)
        .returns("this role may only look: it is not of superUserRoles", HttpResponse::body);
    assertThat(api.send("DELETE", TOPIC, "", "right", "view").statusCode()).isEqualTo(403);
    assertThat(api.send("GET", TOPIC, "", "right", "pass"))
        .returns(403, HttpResponse::statusCode)
        .returns(
            "this role may not see limits: it is neither of superUserRoles nor of readOnlyRoles",
            HttpResponse::body);

    assertThat(api.send("GET", TOPIC, "", "right", "view").statusCode()).isEqualTo(200);
    assertThat(api.send("HEAD", TOPIC, "", "right", "view"))
        .returns(200, HttpResponse::statusCode)
        .returns("", HttpResponse::body);
    assertThat(api.send("POST", TOPIC, "{}").statusCode()).isEqualTo(405);
  }
}
