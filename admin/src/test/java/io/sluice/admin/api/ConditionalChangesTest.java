package io.sluice.admin.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.GroupQuota;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes that say what they are based on. */
class ConditionalChangesTest {

  private static final String LIMIT = "/limits/publish/default";
  private static final String RAMP =
      "{\"min\":1,\"max\":2,\"durationMillis\":9000,\"mode\":\"relaxed\"}";

  private final ApiServer api = new ApiServer();

  @AfterEach
  void stop() {
    api.close();
  }

  private String tag(String path) throws Exception {
    return api.get(path).headers().firstValue("etag").orElseThrow();
  }

  private static void assertChanged(HttpResponse<String> answer, String text) {
    assertThat(answer).returns(412, HttpResponse::statusCode);
    assertThat(answer.body()).contains(text, "nothing was done");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/limits/publish/default",
        "/limits/publish/namespaces/acme/orders",
        "/limits/publish/topics/persistent/acme/orders/new",
        "/groups/gold"
      })
  void shouldHaveATagOfWhatItSays(String path) throws Exception {
    api.put(path, "{}");
    String first = tag(path);
    String field = path.startsWith("/groups") ? "publishMessages" : "messages";

    api.put(path, "{\"" + field + "\":2}");
    String second = tag(path);
    api.put(path, "{}");

    assertThat(first).matches("\"[0-9a-f]{32}\"");
    assertThat(second).isNotEqualTo(first);
    assertThat(tag(path)).as("as it was").isEqualTo(first);
    assertThat(api.send("HEAD", path, "").headers().firstValue("etag")).contains(first);
  }

  @Test
  void shouldChangeWhatItIsBasedOnAndNothingElse() throws Exception {
    api.put(LIMIT, "{\"messages\":1}");
    String seen = tag(LIMIT);

    assertThat(api.send("PUT", LIMIT, "{\"messages\":2}", "If-Match", seen).statusCode())
        .isEqualTo(204);
    for (String method : List.of("PUT", "PATCH", "DELETE")) {
      assertChanged(
          api.send(method, LIMIT, "{\"messages\":3}", "If-Match", seen),
          "the publish policy of default was changed meanwhile");
    }
    assertChanged(
        api.send("PUT", LIMIT + "/enforce", "{\"enforce\":false}", "If-Match", seen), "meanwhile");

    assertThat(api.policies().get(PolicyKind.PUBLISH, PolicyKey.DEFAULT))
        .contains(PublishLimit.of(2, 0));
    assertThat(api.send("DELETE", LIMIT, "", "If-Match", "\"x\", " + tag(LIMIT)).statusCode())
        .as("one of several")
        .isEqualTo(204);
    assertChanged(
        api.send("PUT", LIMIT, "{\"messages\":3}", "If-Match", seen), "is not set any more");
    assertChanged(api.send("DELETE", LIMIT, "", "If-Match", "*"), "is not set any more");
    assertThat(api.policies().size()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", ",", "*, *", "\"a\", *", "abc", "\"a", "\"a\" \"b\"", "W/"})
  void shouldChangeNothingIfItCannotTellWhatTheChangeIsBasedOn(String header) throws Exception {
    api.put(LIMIT, "{\"messages\":1}");

    HttpResponse<String> answer = api.send("PUT", LIMIT, "{\"messages\":2}", "If-Match", header);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(api.get(LIMIT).body()).contains("\"messages\":1");
  }

  @Test
  void shouldTakeATagWithACommaForOneTag() throws Exception {
    api.put(LIMIT, "{\"messages\":1}");
    assertChanged(
        api.send("PUT", LIMIT, "{\"messages\":2}", "If-Match", "\"a,*,b\""), "was changed");
    assertChanged(
        api.send("PUT", LIMIT, "{\"messages\":2}", "If-None-Match", "W/" + tag(LIMIT)),
        "is set by now");
  }

  @Test
  void shouldNotTakeAFieldWithoutAValueForNoLimit() throws Exception {
    api.put(LIMIT, "{\"messages\":1}");

    assertThat(api.send("PATCH", LIMIT, "{\"messages\":null}").statusCode()).isEqualTo(400);
    assertThat(api.get(LIMIT).body()).contains("\"messages\":1");
  }

  @Test
  void shouldSetWhatIsNotThereYet() throws Exception {
    assertThat(api.send("PUT", LIMIT, "{\"messages\":1}", "If-None-Match", "*").statusCode())
        .isEqualTo(204);
    assertChanged(
        api.send("PUT", LIMIT, "{\"messages\":2}", "If-None-Match", "*"), "is set by now");
    assertThat(api.send("PUT", LIMIT, "{\"messages\":3}", "If-Match", "*").statusCode())
        .isEqualTo(204);
    assertThat(api.send("PUT", LIMIT, "{\"messages\":4}", "If-Match", "W/" + tag(LIMIT))
            .statusCode())
        .as("a weak tag is none")
        .isEqualTo(412);

    assertThat(api.policies().get(PolicyKind.PUBLISH, PolicyKey.DEFAULT))
        .contains(PublishLimit.of(3, 0));
  }

  @Test
  void shouldSetTheFieldsThatAreGiven() throws Exception {
    HttpResponse<String> made = api.send("PATCH", LIMIT, "{\"messages\":10}");
    assertThat(made).returns(200, HttpResponse::statusCode);
    assertThat(ApiServer.json(made))
        .isEqualTo(Map.of("messages", 10, "bytes", 0, "burstMillis", 1000, "enforce", true));

    HttpResponse<String> changed =
        api.send("PATCH", LIMIT, "{\"bytes\":20,\"enforce\":false}", "If-Match", tag(LIMIT));

    assertThat(ApiServer.json(changed))
        .isEqualTo(Map.of("messages", 10, "bytes", 20, "burstMillis", 1000, "enforce", false));
    assertThat(changed.headers().firstValue("etag")).contains(tag(LIMIT));
    assertThat(api.send("PATCH", LIMIT, "{\"bytes\":\"x\"}").statusCode()).isEqualTo(400);
    assertThat(api.send("PATCH", LIMIT, "{\"bites\":1}").statusCode()).isEqualTo(400);
    assertThat(api.send("PATCH", LIMIT, "[]").statusCode()).isEqualTo(400);
    assertThat(api.send("PATCH", "/limits/ramp/default", "{\"min\":1}").statusCode())
        .isEqualTo(400);
    assertThat(api.send("PATCH", "/limits/publish/namespaces/no/where", "{}").statusCode())
        .isEqualTo(404);
    assertThat(ApiServer.json(api.get(LIMIT))).isEqualTo(ApiServer.json(changed));
  }

  @Test
  void shouldLoseNoneOfManyChangesOfDifferentFields() throws Exception {
    for (int round = 0; round < 20; round++) {
      api.put("/groups/gold", "{}");
      int value = round + 1;
      List<String> fields =
          List.of("publishMessages", "publishBytes", "dispatchMessages", "dispatchBytes");

      IntStream.range(0, 4).parallel().forEach(i -> {
        try {
          assertThat(api.send("PATCH", "/groups/gold", "{\"" + fields.get(i) + "\":" + value + "}"))
              .returns(200, HttpResponse::statusCode);
        } catch (Exception e) {
          throw new IllegalStateException(e);
        }
      });

      assertThat(api.policies().get(PolicyKind.GROUP, new PolicyKey.Group("gold")))
          .contains(new GroupQuota(value, value, value, value));
    }
  }

  @Test
  void shouldCompareGroupsAndTheirRampsEachByItself() throws Exception {
    api.put("/groups/gold", "{}");
    api.put("/groups/gold/ramp", RAMP);
    String quota = tag("/groups/gold");
    String ramp = tag("/groups/gold/ramp");
    api.put("/groups/gold", "{\"publishMessages\":1}");

    for (String method : List.of("PUT", "PATCH", "DELETE")) {
      assertChanged(
          api.send(method, "/groups/gold", "{}", "If-Match", quota), "gold was changed meanwhile");
    }
    assertThat(api.get("/groups/gold/ramp").statusCode())
        .as("nor is it removed")
        .isEqualTo(200);
    assertThat(api.send("PUT", "/groups/gold/ramp", RAMP.replace("2", "3"), "If-Match", ramp)
            .statusCode())
        .isEqualTo(204);
    assertChanged(api.send("DELETE", "/groups/gold/ramp", "", "If-Match", ramp), "meanwhile");
    assertThat(api.send("DELETE", "/groups/gold", "", "If-Match", tag("/groups/gold"))
            .statusCode())
        .isEqualTo(204);
    assertThat(api.policies().size()).isZero();
  }

  @Test
  void shouldNotChangeAMembershipThatIsAnotherByNow() throws Exception {
    api.put("/groups/gold", "{}");
    api.put("/groups/tin", "{}");
    api.put("/groups/tin/members/tenants/acme", "");

    assertChanged(
        api.send("PUT", "/groups/gold/members/tenants/acme", "", "If-None-Match", "*"),
        "is set by now");
    assertThat(api.delete("/groups/gold/members/tenants/acme").statusCode()).isEqualTo(404);
    assertThat(api.policies().members("tin")).hasSize(1);
  }

  @Test
  void shouldMoveAMemberOnlyFromTheGroupThatTheMoveIsBasedOn() throws Exception {
    api.put("/groups/gold", "{}");
    api.put("/groups/tin", "{}");
    api.put("/groups/iron", "{}");
    api.put("/groups/tin/members/tenants/acme", "");
    api.put("/groups/tin/members/namespaces/acme/orders", "");
    String tag = tag("/groups/tin/members/tenants/acme");
    assertThat(tag("/groups/tin/members/namespaces/acme/orders")).isEqualTo(tag);
    assertThat(api.get("/groups/gold/members/tenants/acme").statusCode()).isEqualTo(404);
    assertThat(api.get("/groups/none/members/tenants/acme").statusCode()).isEqualTo(404);

    api.put("/groups/iron/members/tenants/acme", "");

    assertChanged(
        api.send("PUT", "/groups/gold/members/tenants/acme", "", "If-Match", tag),
        "was changed meanwhile");
    assertThat(api.policies().members("iron")).hasSize(1);
    assertThat(api.send(
                "PUT",
                "/groups/gold/members/tenants/acme",
                "",
                "If-Match",
                tag("/groups/iron/members/tenants/acme"))
            .statusCode())
        .isEqualTo(204);
    assertThat(api.policies().members("gold")).hasSize(1);
  }
}
