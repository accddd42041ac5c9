package io.sluice.admin.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupRoutesTest {

  private static final String QUOTA = "{\"publishMessages\":100,\"publishBytes\":200,"
      + "\"dispatchMessages\":-1,\"dispatchBytes\":-1}";
  private static final String RAMP =
      "{\"min\":1,\"max\":100,\"durationMillis\":60000,\"mode\":\"scheduled\"}";

  private final ApiServer api = new ApiServer();

  @BeforeEach
  void makeAGroup() throws Exception {
    assertThat(api.put("/groups/gold", "{\"publishMessages\":100,\"publishBytes\":200}")
            .statusCode())
        .isEqualTo(204);
  }

  @AfterEach
  void stop() {
    api.close();
  }

  @Test
  void shouldShowGroupsWithTheirMembersAndRamps() throws Exception {
    api.put("/groups/basic", "{}");
    api.put("/groups/gold/ramp", RAMP);
    api.put("/groups/gold/members/tenants/acme", "");
    api.put("/groups/gold/members/namespaces/public/default", "");

    String gold = "{\"name\":\"gold\",\"quota\":" + QUOTA + ",\"ramp\":" + RAMP
        + ",\"members\":[\"namespace public/default\",\"tenant acme\"]}";
    assertThat(api.get("/groups/gold").body())
        .isEqualTo(gold.substring(0, gold.length() - 1) + ",\"uses\":[]}");
    assertThat(api.get("/groups/gold/ramp").body()).isEqualTo(RAMP);
    assertThat(api.get("/groups").body())
        .startsWith(
            "{\"total\":2,\"items\":[{\"name\":\"basic\",\"quota\":{\"publishMessages\":-1,")
        .endsWith("\"members\":[]}," + gold + "]}");
  }

  @Test
  void shouldShowWhatAGroupDoesOnThisNode() throws Exception {
    api.groups = Map.of("gold", Views.group(3, 100 / 3.0));
    String idle = "{\"messagesPerSecond\":0.0,\"bytesPerSecond\":0.0,\"wantsMore\":false}";

    assertThat(api.get("/groups/gold").body())
        .endsWith("\"members\":[],\"here\":{\"node\":\"node-1\",\"nodes\":3,\"heard\":true,"
            + "\"publish\":{\"messagesPerSecond\":33.3,\"bytesPerSecond\":50.0,"
            + "\"shareOfMessages\":33.3,\"waiting\":1},"
            + "\"dispatch\":{\"messagesPerSecond\":0.0,\"bytesPerSecond\":0.0,\"waiting\":0}},"
            + "\"uses\":[{\"node\":\"node-1\",\"self\":true,"
            + "\"publish\":{\"messagesPerSecond\":33.3,\"bytesPerSecond\":50.0,"
            + "\"shareOfMessages\":33.3,\"wantsMore\":true},\"dispatch\":" + idle + "},"
            + "{\"node\":\"id-2\",\"self\":false,"
            + "\"publish\":{\"messagesPerSecond\":5.0,\"bytesPerSecond\":60.0,"
            + "\"shareOfMessages\":66.7,\"wantsMore\":false},\"dispatch\":" + idle + "}]}");
    assertThat(api.followed).containsExactly("gold");
    assertThat(api.get("/groups").body()).contains("\"heard\":true").doesNotContain("uses");
  }

  @Test
  void shouldListAPartOfTheGroupsAndFollowNoneForThat() throws Exception {
    for (int i = 1; i <= 5; i++) {
      api.put("/groups/team-" + i, "{}");
    }

    String part = api.get("/groups?contains=team&offset=1&count=2").body();

    assertThat(part)
        .startsWith("{\"total\":5,")
        .contains("team-2", "team-3")
        .doesNotContain("gold", "team-1", "team-4");
    assertThat(api.get("/groups?count=0").statusCode()).isEqualTo(400);
    assertThat(api.followed).isEmpty();
  }

  @Test
  void shouldNotRemoveAGroupThatIsInUse() throws Exception {
    api.put("/groups/gold/ramp", RAMP);
    api.put("/groups/gold/members/tenants/acme", "");
    api.put("/groups/gold/members/namespaces/public/default", "");

    assertThat(api.delete("/groups/gold"))
        .returns(412, HttpResponse::statusCode)
        .returns(
            "group gold is in use by namespace public/default, tenant acme", HttpResponse::body);

    api.delete("/groups/gold/members/tenants/acme");
    api.delete("/groups/gold/members/namespaces/public/default");
    assertThat(api.delete("/groups/gold").statusCode()).isEqualTo(204);
    assertThat(api.policies().all(PolicyKind.GROUP)).isEmpty();
    assertThat(api.policies().all(PolicyKind.RAMP)).isEmpty();
  }

  @Test
  void shouldReplaceAnEarlierMembership() throws Exception {
    api.put("/groups/silver", "{}");
    api.put("/groups/gold/members/tenants/acme", "");

    assertThat(api.put("/groups/silver/members/tenants/acme", "").statusCode()).isEqualTo(204);

    assertThat(api.policies().members("silver")).containsExactly(new PolicyKey.Tenant("acme"));
    assertThat(api.policies().members("gold")).isEmpty();
    assertThat(api.delete("/groups/gold/members/tenants/acme"))
        .returns(404, HttpResponse::statusCode)
        .returns("tenant acme is not in group gold", HttpResponse::body);
  }

  @Test
  void shouldLetNoMemberIntoAGroupThatIsRemovedMeanwhile() throws Exception {
    api.onNamespaceCheck =
        () -> api.store().remove("alice", PolicyKind.GROUP, new PolicyKey.Group("gold"));

    assertThat(api.put("/groups/gold/members/namespaces/public/default", "").statusCode())
        .isEqualTo(404);

    assertThat(api.policies().all(PolicyKind.MEMBERSHIP)).isEmpty();
  }

  @Test
  void shouldRemoveARamp() throws Exception {
    api.put("/groups/gold/ramp", RAMP);

    assertThat(api.delete("/groups/gold/ramp").statusCode()).isEqualTo(204);
    assertThat(api.delete("/groups/gold/ramp").statusCode()).isEqualTo(404);
    assertThat(api.get("/groups/gold/ramp"))
        .returns(404, HttpResponse::statusCode)
        .returns("group gold has no ramp", HttpResponse::body);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /groups/none",
    "DELETE, /groups/none",
    "PUT, /groups/none/ramp",
    "PUT, /groups/none/members/tenants/acme",
    "DELETE, /groups/none/members/tenants/acme",
    "PUT, /groups/gold/members/tenants/nobody",
    "PUT, /groups/gold/members/namespaces/acme/nowhere"
  })
  void shouldSayWhatThereIsNot(String method, String path) throws Exception {
    assertThat(api.send(method, path, path.endsWith("ramp") ? RAMP : ""))
        .returns(404, HttpResponse::statusCode)
        .satisfies(answer -> assertThat(answer.body()).startsWith("there is no "));
    assertThat(api.policies().all(PolicyKind.MEMBERSHIP)).isEmpty();
  }

  @Test
  void shouldRefuseNamesAndQuotasThatCannotBe() throws Exception {
    assertThat(api.put("/groups/a%2Fb", "{}").statusCode()).isEqualTo(400);
    assertThat(api.put("/groups/gold", "{\"publishMessages\":-5}").statusCode()).isEqualTo(400);
    assertThat(api.put("/groups/gold/ramp", "{\"min\":5,\"max\":1}").statusCode())
        .isEqualTo(400);
  }
}
