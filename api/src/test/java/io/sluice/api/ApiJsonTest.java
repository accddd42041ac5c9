package io.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.json.InvalidJsonException;
import io.sluice.policy.json.StrictJson;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What one side writes the other reads, also if one of them is of another version. */
class ApiJsonTest {

  private static JsonNode json(String text) throws Exception {
    return StrictJson.mapper().readTree(text.replace('\'', '"'));
  }

  private static JsonNode written(Record value) throws Exception {
    return StrictJson.mapper().readTree(StrictJson.write(value));
  }

  @Test
  void shouldReadWhatItHasWritten() throws Exception {
    Limit.Page limits = new Limit.Page(
        1, List.of(Limit.of(PolicyKey.DEFAULT, PolicyKind.PUBLISH, PublishLimit.of(1, 2))));
    Group.Part part = new Group.Part(1.5, 2, 3.0, null, 4);
    Group.Use use = new Group.Use(1, 2, null, 3.0, true);
    Group group = new Group(
        "gold",
        ApiJson.of(GroupQuota.UNLIMITED),
        null,
        List.of("tenant acme"),
        new Group.Here("node-1", 3, true, part, part),
        List.of(new Group.NodeUse("node-1", true, use, use)));
    Node.Page nodes = new Node.Page(
        List.of(new Node("n", "s", "a", "1", "t", "u", true, false, "ready", json("{'load': 1}"))));

    assertThat(written(ApiJson.read(written(limits), Limit.Page.class))).isEqualTo(written(limits));
    assertThat(written(ApiJson.read(written(group), Group.class))).isEqualTo(written(group));
    assertThat(written(ApiJson.read(written(nodes), Node.Page.class))).isEqualTo(written(nodes));
    assertThat(nodes.items().get(0).hasGone()).isTrue();
  }

  @Test
  void shouldTakeWhatIsNotKnownAndDoWithoutWhatIsMissing() throws Exception {
    Node node = ApiJson.read(json("{'name': 'n', 'mood': 'good'}"), Node.class);
    assertThat(node.name()).isEqualTo("n");
    assertThat(node.self()).isFalse();
    assertThat(node.hasGone()).as("it has not said so").isFalse();
    assertThat(ApiJson.read(json("{'name': 'g'}"), Group.class).members()).isEmpty();
    assertThat(ApiJson.read(json("{'node': 'n'}"), Top.class).items()).isEmpty();
    assertThat(ApiJson.read(json("{'topic': 't', 'limit': {'moon': 1}}"), Top.Item.class))
        .returns(List.of(), Top.Item::waitsFor)
        .returns(json("{'moon': 1}"), Top.Item::limit);
  }

  @Test
  void shouldRefuseWhatIsSomethingElse() {
    assertThatThrownBy(() -> ApiJson.read(json("{'items': 5}"), Top.class))
        .isInstanceOf(InvalidJsonException.class)
        .hasMessage("it is no Top");
    assertThatThrownBy(() -> ApiJson.read(json("[1]"), Node.class))
        .isInstanceOf(InvalidJsonException.class);
  }
}
