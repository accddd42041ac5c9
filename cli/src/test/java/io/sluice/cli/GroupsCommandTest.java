package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class GroupsCommandTest extends FakeNodeTest {

  private static final String GOLD = """
      {"name": "gold",
       "quota": {"publishMessages": 1000, "publishBytes": -1, "dispatchMessages": -1, "dispatchBytes": 2048},
       "ramp": {"min": 1, "max": 5, "durationMillis": 60000, "mode": "relaxed"},
       "members": ["tenant a", "namespace b/c"]}""";

  @Test
  void shouldListGroups() {
    node.answering("/groups", 200, "{\"items\": [" + GOLD + "]}");

    assertThat(sluice.run("groups", "list")).isZero();

    assertThat(sluice.shown())
        .containsExactly(
            "GROUP  PUBLISH          DISPATCH  RAMP                                    MEMBERS",
            "gold   1000 messages/s  2KiB/s    rising from 1/s to 5/s in 1m (relaxed)  2");
  }

  @Test
  void shouldListAllPagesOfGroups() throws IOException {
    node.answering("/groups?offset=0&count=1000", 200, "{\"total\": 2, \"items\": [" + GOLD + "]}")
        .answering(
            "/groups?offset=1&count=1000",
            200,
            "{\"total\": 2, \"items\": [" + GOLD.replace("gold", "silver") + "]}");

    assertThat(sluice.run("groups", "list")).isZero();
    assertThat(sluice.shown()).hasSize(3).last().asString().startsWith("silver");

    sluice.run("groups", "list", "-o", "json");
    JsonNode json = new ObjectMapper().readTree(String.join("\n", sluice.shown()));
    assertThat(json.at("/total").asInt()).isEqualTo(2);
    assertThat(json.at("/items/1/name").asText()).isEqualTo("silver");
  }

  @Test
  void shouldGetAGroupWithItsMembers() throws IOException {
    node.keeping("/groups/gold", GOLD);

    assertThat(sluice.run("groups", "get", "gold")).isZero();

    assertThat(sluice.shown())
        .containsExactly(
            "gold: publish 1000 messages/s, dispatch 2KiB/s, all members together; rising from 1/s to"
                + " 5/s in 1m (relaxed)",
            "  tenant a",
            "  namespace b/c");
    sluice.run("groups", "get", "gold", "-o", "json");
    assertThat(sluice.shown()).contains("  \"name\" : \"gold\",");
  }

  @Test
  void shouldShowWhatAGroupDoesOnTheNode() throws IOException {
    String here = """
        , "here": {"node": "node-1", "nodes": 3, "heard": true,
          "publish": {"messagesPerSecond": 333.3, "bytesPerSecond": 2048, "shareOfMessages": 400, "waiting": 2},
          "dispatch": {"messagesPerSecond": 0, "bytesPerSecond": 0, "shareOfBytes": 1024, "waiting": 0}}}""";
    node.keeping("/groups/gold", GOLD.substring(0, GOLD.length() - 1) + here);

    assertThat(sluice.run("groups", "get", "gold")).isZero();

    assertThat(sluice.shown().stream().skip(3))
        .containsExactly(
            "on node-1, one of 3 nodes:",
            "  publish 333 messages/s (may use 400 messages/s) and 2KiB/s, 2 waiting",
            "  dispatch 0 messages/s and 0B/s (may use 1KiB/s)");
  }

  @Test
  void shouldMakeAGroup() {
    assertThat(sluice.run("groups", "set", "gold", "--publish-messages", "10k")).isZero();

    assertThat(node.changes()).containsExactly("PUT /groups/gold {\"publishMessages\":10000}");
    assertThat(node.conditions()).containsExactly("If-None-Match *");
    assertThat(sluice.shown())
        .containsExactly("gold: publish 10000 messages/s, dispatch no limit, all members together");
  }

  @Test
  void shouldChangeOnlyWhatIsGiven() throws IOException {
    node.answering("/groups/silver", 404, "{\"error\": \"there is no group silver\"}");
    node.keeping("/groups/gold", GOLD)
        .keeping(
            "/groups/gold/ramp",
            "{\"min\": 1, \"max\": 5, \"durationMillis\": 60000, \"mode\": \"relaxed\"}");

    sluice.run("groups", "set", "gold", "--dispatch-bytes", "none");
    sluice.run("groups", "set", "gold", "--ramp-max", "9");
    assertThat(sluice.shown())
        .containsExactly("gold: publish 1000 messages/s, dispatch no limit, all members together;"
            + " rising from 1/s to 9/s in 1m (relaxed)");
    sluice.run("groups", "set", "gold", "--no-ramp");

    assertThat(node.changes())
        .containsExactly(
            "PATCH /groups/gold {\"dispatchBytes\":-1}",
            "PUT /groups/gold/ramp"
                + " {\"min\":1,\"max\":9,\"durationMillis\":60000,\"mode\":\"relaxed\"}",
            "DELETE /groups/gold/ramp");
    assertThat(node.conditions()).containsExactly("", "If-Match " + FakeNode.TAG, "");
    assertThat(sluice.run("groups", "set", "silver", "--ramp-max", "9")).isEqualTo(2);
    assertThat(node.changes()).hasSize(3);
  }

  @Test
  void shouldNotTakeZeroForNoLimit() {
    assertThat(sluice.run("groups", "set", "gold", "--publish-bytes", "0")).isEqualTo(2);
    assertThat(sluice.errors())
        .containsExactly("--publish-bytes must be above 0, or none for no limit; see sluice groups"
            + " set --help");
    assertThat(node.changes()).isEmpty();
  }

  @Test
  void shouldAttachAndDetachTenantsAndNamespaces() {
    node.answering("/groups", 200, "{\"items\": [" + GOLD + "]}")
        .answering("/groups/gold/members/namespaces/b/c", 204, "");

    assertThat(sluice.run("groups", "attach", "gold", "a")).isZero();
    assertThat(sluice.shown()).containsExactly("tenant a is a member of the group gold");
    assertThat(sluice.run("groups", "detach", "b/c")).isZero();
    assertThat(sluice.shown()).containsExactly("namespace b/c is not in the group gold any more");
    assertThat(sluice.run("groups", "detach", "d")).isEqualTo(1);
    assertThat(sluice.errors())
        .containsExactly("tenant d is in no group of its own; sluice groups list shows the groups");
    assertThat(sluice.run("groups", "attach", "gold", "a/b/c")).isEqualTo(2);
    assertThat(node.changes())
        .containsExactly(
            "PUT /groups/gold/members/tenants/a", "DELETE /groups/gold/members/namespaces/b/c");
  }

  @Test
  void shouldSayWhyAGroupCannotBeRemoved() {
    node.answering("/groups/gold", 412, "{\"error\": \"group gold is in use by tenant a\"}");

    assertThat(sluice.run("groups", "remove", "gold")).isEqualTo(1);
    assertThat(sluice.errors())
        .containsExactly(node.url() + "/sluice/v1/groups/gold: group gold is in use by tenant a");
    assertThat(sluice.run("groups", "remove", "silver")).isEqualTo(1);
    assertThat(sluice.errors())
        .containsExactly("there is no group silver; sluice groups list shows those that there are");
    assertThat(sluice.run("groups", "remove", "a b")).isEqualTo(2);
  }
}
