package io.sluice.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class PeerNodesTest {

  private static final long SILENT_NANOS = 1000;

  private final PeerNodes nodes = new PeerNodes(SILENT_NANOS);

  private int hear(String node, long nowNanos) {
    return nodes.heard(new UsageReport(node, nowNanos, 0, false, List.of(), List.of()), nowNanos);
  }

  @Test
  void shouldKnowNodesByTheirNumbers() {
    for (int i = 0; i < 100; i++) {
      int number = hear("node-" + i, 0);

      assertThat(nodes.id(number)).isEqualTo("node-" + i);
      assertThat(nodes.address(number)).isEqualTo(LimitGrant.numberOf("node-" + i));
    }
  }

  @Test
  void shouldGiveTheNumberOfANodeThatIsGoneToAnother() {
    hear("a", 0);
    int number = hear("b", 0);

    nodes.forget("b", forgotten -> assertThat(forgotten).isEqualTo(number));
    assertThatThrownBy(() -> nodes.id(number)).isInstanceOf(IllegalArgumentException.class);

    assertThat(hear("c", 0)).isEqualTo(number);
    assertThat(nodes.id(number)).isEqualTo("c");
  }

  @Test
  void shouldNotKnowTheNumberOfASilentNode() {
    int number = hear("a", 0);

    nodes.forgetSilent(SILENT_NANOS + 1, forgotten -> {});

    assertThatThrownBy(() -> nodes.address(number)).isInstanceOf(IllegalArgumentException.class);
  }
}
