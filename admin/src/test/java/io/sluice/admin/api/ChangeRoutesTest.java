package io.sluice.admin.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyChange;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PolicyStore;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.json.StrictJson;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ChangeRoutesTest {

  private static final String LIMIT = "/limits/publish/topics/persistent/acme/orders/new";
  private static final PolicyKey TOPIC = PolicyKey.topic("persistent://acme/orders/new");
  private static final String RAMP =
      "{\"min\":1,\"max\":100,\"durationMillis\":60000,\"mode\":\"scheduled\"}";

  private final ApiServer api = new ApiServer();

  @AfterEach
  void stop() {
    api.close();
  }

  private void put(String path, String body) throws Exception {
    assertThat(api.put(path, body).statusCode()).as(path).isEqualTo(204);
  }

  private HttpResponse<String> undo(String id) throws Exception {
    return api.send("POST", "/changes/" + id + "/undo", "");
  }

  private String lastId() {
    return api.store().changes().get(0).id();
  }

  private List<JsonNode> list(String query) throws Exception {
    List<JsonNode> items = new ArrayList<>();
    StrictJson.mapper()
        .readTree(api.get("/changes" + query).body())
        .path("items")
        .forEach(items::add);
    return items;
  }

  @Test
  void shouldTellWhoChangedWhatTheNewestFirst() throws Exception {
    put(LIMIT, "{\"messages\":10}");
    assertThat(api.send("DELETE", LIMIT, "", "right", "change").statusCode()).isEqualTo(204);

    String limit = "{\"messages\":10,\"bytes\":0,\"burstMillis\":1000,\"enforce\":true}";
    String what = "\"kind\":\"publish\",\"target\":\"topic persistent://acme/orders/new\",";
    assertThat(api.get("/changes").body())
        .isEqualTo("{\"total\":2,\"items\":["
            + "{\"id\":\"2\",\"time\":\"2026-01-02T03:04:05Z\",\"who\":\"somebody\"," + what
            + "\"before\":" + limit + ",\"undoable\":true},"
            + "{\"id\":\"1\",\"time\":\"2026-01-02T03:04:05Z\",\"who\":\"anonymous\"," + what
            + "\"after\":" + limit + ",\"undoable\":false}]}");
  }

  @Test
  void shouldListWhatIsWanted() throws Exception {
    put(LIMIT, "{\"messages\":10}");
    put("/limits/dispatch/default", "{\"messages\":1}");
    api.store().put("alice", PolicyKind.PUBLISH, PolicyKey.DEFAULT, PublishLimit.of(1, 1));

    assertThat(list("?contains=acme"))
        .singleElement()
        .satisfies(item -> assertThat(item.path("target").asText()).isEqualTo(TOPIC.toString()));
    assertThat(list("?contains=alice")).hasSize(1);
    assertThat(list("?offset=1&count=1"))
        .singleElement()
        .satisfies(item -> assertThat(item.path("kind").asText()).isEqualTo("dispatch"));
    assertThat(ApiServer.json(api.get("/changes?contains=default&count=1")))
        .containsEntry("total", 2);
    assertThat(api.get("/changes?count=0").statusCode()).isEqualTo(400);
  }

  @Test
  void shouldUndoAChangeAndThatToo() throws Exception {
    put(LIMIT, "{\"messages\":10}");
    put(LIMIT, "{\"messages\":20}");

    assertThat(undo(lastId()))
        .returns(204, HttpResponse::statusCode)
        .returns("", HttpResponse::body);
    assertThat(limit().messages()).isEqualTo(10);
    assertThat(api.store().changes().get(0).who()).isEqualTo("anonymous");

    assertThat(undo(lastId()).statusCode()).isEqualTo(204);
    assertThat(limit().messages()).isEqualTo(20);
    assertThat(api.store().changes()).hasSize(4);
  }

  private PublishLimit limit() {
    return api.policies().get(PolicyKind.PUBLISH, TOPIC).orElseThrow();
  }

  @Test
  void shouldRemoveWhatWasNotThereAndBringBackWhatWas() throws Exception {
    put(LIMIT, "{\"messages\":10}");

    assertThat(undo(lastId()).statusCode()).isEqualTo(204);
    assertThat(api.policies().size()).isZero();

    assertThat(undo(lastId()).statusCode()).isEqualTo(204);
    assertThat(limit().messages()).isEqualTo(10);
  }

  @Test
  void shouldNotUndoWhatWasChangedSince() throws Exception {
    put(LIMIT, "{\"messages\":10}");
    String id = lastId();
    api.store().put("alice", PolicyKind.PUBLISH, TOPIC, PublishLimit.of(20, 0));

    assertThat(undo(id))
        .returns(409, HttpResponse::statusCode)
        .returns(
            "the publish policy of topic persistent://acme/orders/new was changed since, by alice at"
                + " 2026-01-02T03:04:05Z",
            HttpResponse::body);

    api.store().put("", PolicyKind.PUBLISH, TOPIC, PublishLimit.of(10, 0)); // as it was
    assertThat(undo(id).body())
        .endsWith("was changed since, by an unknown role at 2026-01-02T03:04:05Z");
    assertThat(list("").stream().map(item -> item.path("undoable").asBoolean()))
        .containsExactly(true, false, false);
    assertThat(limit().messages()).isEqualTo(10);
  }

  @Test
  void shouldNoticeAChangeWhileTheClusterIsAsked() throws Exception {
    put(LIMIT, "{\"messages\":10}");
    put(LIMIT, "{\"messages\":20}");
    api.onNamespaceCheck =
        () -> api.store().put("alice", PolicyKind.PUBLISH, TOPIC, PublishLimit.of(30, 0));

    assertThat(undo(lastId()).statusCode()).isEqualTo(409);

    assertThat(limit().messages()).isEqualTo(30);
  }

  @Test
  void shouldNotUndoWhatItDoesNotKnow() throws Exception {
    put(LIMIT, "{\"messages\":10}");
    String first = lastId();
    for (int i = 0; i < PolicyStore.MOST_CHANGES; i++) {
      api.store().put("", PolicyKind.PUBLISH, PolicyKey.topic("topic-" + i), PublishLimit.of(1, 0));
    }

    assertThat(undo(first))
        .returns(404, HttpResponse::statusCode)
        .returns("there is no change 1 among the last 1000 that are known", HttpResponse::body);
    assertThat(undo("12:3:0").statusCode()).isEqualTo(404);
    assertThat(undo("%3Cscript%3E").statusCode()).isEqualTo(404);
    assertThat(ApiServer.json(api.get("/changes"))).containsEntry("total", 1000);
  }

  @Test
  void shouldNeedTheRightToChange() throws Exception {
    put(LIMIT, "{\"messages\":10}");
    String path = "/changes/" + lastId() + "/undo";

    assertThat(api.send("POST", path, "", "right", "view").statusCode()).isEqualTo(403);
    assertThat(api.send("GET", "/changes", "", "right", "pass").statusCode()).isEqualTo(403);
    assertThat(api.send("GET", "/changes", "", "right", "view").statusCode()).isEqualTo(200);
    assertThat(limit().messages()).isEqualTo(10);
  }

  @Test
  void shouldSetNothingBackForWhatTheClusterHasLost() throws Exception {
    put(LIMIT, "{\"messages\":10}");
    api.delete(LIMIT);
    String removed = lastId();
    put("/limits/dispatch/namespaces/acme/orders", "{\"messages\":1}");
    api.namespaces = Set.of();

    assertThat(undo(removed))
        .returns(404, HttpResponse::statusCode)
        .returns("there is no namespace acme/orders", HttpResponse::body);
    assertThat(undo(lastId()).statusCode()).as("a removal is not asked for").isEqualTo(204);
    assertThat(api.policies().size()).isZero();
  }

  @Test
  void shouldNotUndoTheCreationOfAGroupThatIsInUse() throws Exception {
    put("/groups/gold", "{\"publishMessages\":5}");
    String created = lastId();
    put("/groups/gold/ramp", RAMP);
    put("/groups/gold/members/tenants/acme", "");

    assertThat(undo(created))
        .returns(412, HttpResponse::statusCode)
        .returns("group gold is in use by tenant acme", HttpResponse::body);

    assertThat(undo(lastId()).statusCode()).as("the membership").isEqualTo(204);
    assertThat(undo(created).statusCode()).isEqualTo(204);
    assertThat(api.policies().size()).as("its ramp goes too").isZero();
  }

  @Test
  void shouldBringBackNothingOfAGroupThatThereIsNot() throws Exception {
    put("/groups/gold", "{\"publishMessages\":5}");
    put("/groups/gold/members/tenants/acme", "");
    api.delete("/groups/gold/members/tenants/acme");
    String left = lastId();
    put("/groups/gold/ramp", RAMP);
    api.delete("/groups/gold");
    String removed = lastId();
    String ramp = api.store().changes().stream()
        .filter(change -> change.kind().equals(PolicyKind.RAMP))
        .map(PolicyChange::id)
        .findFirst()
        .orElseThrow();

    for (String id : List.of(left, ramp)) {
      assertThat(undo(id))
          .returns(404, HttpResponse::statusCode)
          .returns("there is no group gold", HttpResponse::body);
    }

    for (String id : List.of(removed, ramp, left)) {
      assertThat(undo(id).statusCode()).isEqualTo(204);
    }
    assertThat(api.policies().size()).isEqualTo(3);
  }

  @Test
  void shouldNotSayThatItIsUndoneWhenItIsNot() throws Exception {
    put("/limits/dispatch/default", "{\"messages\":1}");
    put("/limits/dispatch/default", "{\"messages\":2}");
    api.storeFails = true;

    assertThat(undo(lastId()).statusCode()).isEqualTo(503);

    Policies now = api.policies();
    assertThat(now.get(PolicyKind.DISPATCH, PolicyKey.DEFAULT)).contains(DispatchLimit.of(2, 0));
  }
}
