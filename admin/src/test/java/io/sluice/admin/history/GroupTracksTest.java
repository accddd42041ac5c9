package io.sluice.admin.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.gateway.view.GroupView;
import io.sluice.gateway.view.RampView;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.RampUp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GroupTracksTest {

  private static final double NONE = Double.POSITIVE_INFINITY;
  private static final GroupView.Part PART = new GroupView.Part(0, 0, NONE, NONE, 0);

  private final Node node = new Node();

  private static GroupView view(GroupView.NodeUse... uses) {
    return new GroupView(uses.length, true, PART, PART, List.of(uses));
  }

  private static GroupView.NodeUse use(String id, double messages, double share, boolean more) {
    return new GroupView.NodeUse(
        id,
        new GroupView.Use(messages, 0, share, NONE, more),
        new GroupView.Use(0, 0, NONE, NONE, false));
  }

  private Map<String, Map<String, List<@Nullable Double>>> nodes(String group) {
    return node.history.group(group, node.now()).nodes();
  }

  private static @Nullable Double last(Map<String, List<@Nullable Double>> series, String name) {
    return series.getOrDefault(name, List.of()).get(179);
  }

  @Test
  void shouldKeepWhatEachNodeUsesAndTheQuota() {
    PolicyKey gold = new PolicyKey.Group("gold");
    node.policies = Policies.NONE.with(PolicyKind.GROUP, gold, new GroupQuota(1000, -1, -1, -1));
    node.ramps = Map.of(
        gold,
        new RampView(new RampUp(1, 2, Duration.ofMinutes(1), RampUp.Mode.SCHEDULED), 1, 0.5, 0, 1));
    node.groups.put("gold", view(use("a", 300, 400, true), use("b", 100, 100, false)));
    node.look(0);
    node.look(5);

    assertThat(nodes("gold")).containsOnlyKeys("node a", "node b");
    Map<String, List<@Nullable Double>> one = nodes("gold").getOrDefault("node a", Map.of());
    assertThat(last(one, "publishMessages")).isEqualTo(300);
    assertThat(last(one, "publishShareOfMessages")).isEqualTo(400);
    assertThat(last(one, "publishShareOfBytes")).isNull();
    assertThat(last(one, "publishWantsMore")).isEqualTo(1);
    assertThat(last(one, "dispatchWantsMore")).isZero();
    assertThat(last(node.history.group("gold", node.now()).quota(), "publishMessages"))
        .isEqualTo(500);

    node.groups.put("gold", view(use("a", 0, 400, false))); // the other one is gone
    node.look(5);
    assertThat(last(nodes("gold").getOrDefault("node a", Map.of()), "publishMessages"))
        .isZero();
    assertThat(last(nodes("gold").getOrDefault("node b", Map.of()), "publishMessages"))
        .isNull();
  }

  @Test
  void shouldKeepNothingOfGroupsThatNobodyUses() {
    node.groups.put("gold", view(use("a", 0, 400, false)));
    node.look(0);
    node.look(5);

    Charts.OfGroup group = node.history.group("gold", node.now());
    assertThat(group.nodes()).isEmpty();
    assertThat(group.quota().getOrDefault("publishMessages", List.of()))
        .hasSize(180)
        .containsOnlyNulls();
  }

  @Test
  void shouldLookAtNoMoreGroupsInAStepThanItMayAndGetRoundToAll() {
    List<String> names = IntStream.range(0, 2500).mapToObj(i -> "g" + i).toList();
    List<String> asked = new ArrayList<>();
    GroupTracks tracks = new GroupTracks(new Groups(
        () -> names,
        name -> {
          asked.add(name);
          return Optional.of(view(use("a", name.equals("g2400") ? 1 : 0, 1, false)));
        },
        Map::of));

    tracks.keep(0, Policies.NONE, Map.of());
    assertThat(asked).hasSize(GroupTracks.LOOKED_AT);
    tracks.keep(1, Policies.NONE, Map.of());
    assertThat(tracks.pairs()).isZero();
    tracks.keep(2, Policies.NONE, Map.of());
    assertThat(asked).hasSameSizeAs(names).doesNotHaveDuplicates();
    tracks.keep(3, Policies.NONE, Map.of());

    assertThat(tracks.nodes("g2400", 4)).containsOnlyKeys("a");
    assertThat(last(tracks.nodes("g2400", 4).getOrDefault("a", Map.of()), "publishMessages"))
        .as("looked at in every step by now")
        .isEqualTo(1);
  }

  @Test
  void shouldKeepNoMoreThanItMay() {
    node.groups.put(
        "gold",
        view(IntStream.range(0, GroupTracks.MOST_PAIRS + 3)
            .mapToObj(i -> use("n" + i, 1, 1, false))
            .toArray(GroupView.NodeUse[]::new)));
    node.look(0);
    node.look(5);

    assertThat(nodes("gold")).hasSize(GroupTracks.MOST_PAIRS);
    assertThat(node.history.leftOut()).isEqualTo(3);
  }
}
