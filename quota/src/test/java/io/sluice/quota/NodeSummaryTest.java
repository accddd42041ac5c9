package io.sluice.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.quota.NodeSummary.Connection;
import io.sluice.quota.NodeSummary.Pause;
import io.sluice.quota.NodeSummary.Producer;
import io.sluice.quota.NodeSummary.ThrottledConsumer;
import io.sluice.quota.NodeSummary.ThrottledProducer;
import io.sluice.quota.NodeSummary.Topic;
import io.sluice.quota.NodeSummary.Totals;
import io.sluice.quota.NodeSummary.Traffic;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeSummaryTest {

  private static final String LONGEST = "x".repeat(NodeSummary.LONGEST_NAME);
  private static final Totals MANY = new Totals(99, 98, 97, 96, 95);

  private static Traffic traffic(double messages, long held) {
    return new Traffic(messages, 2, 3, 4, 5, 6, held, 8, 9, 10, 11, List.of("publish: default"));
  }

  private static NodeSummary of(List<Topic> topics) {
    return new NodeSummary(1, 5, MANY, topics, List.of(), List.of(), List.of(), List.of());
  }

  @Test
  void shouldTakeWhatIsAtTheBounds() {
    Topic topic = new Topic(LONGEST, traffic(NodeSummary.LARGEST, NodeSummary.LARGEST));
    NodeSummary full = of(Collections.nCopies(NodeSummary.MOST, topic));

    assertThat(full.topics()).hasSize(NodeSummary.MOST);
    assertThat(full.first(2).topics()).containsExactly(topic, topic);
    assertThat(full.first(2).totals()).as("those left out are counted").isEqualTo(MANY);
    assertThat(of(List.of()).first(3)).isEqualTo(of(List.of()));
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.1, 1e300})
  void shouldRefuseRatesThatNothingHas(double rate) {
    assertThatThrownBy(() -> traffic(rate, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("it has a rate of " + rate);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE, NodeSummary.LARGEST + 1})
  void shouldRefuseCountsThatNothingHas(long count) {
    assertRefused(() -> traffic(0, count));
    assertRefused(() -> new ThrottledProducer("t", "p", "c", 1, "default", count, 1, 1, 1, true));
    assertRefused(() -> new ThrottledConsumer("t", "s", "n", "c", 1, "k", "default", 1, count));
    assertRefused(() -> new Connection("c", count, List.of()));
    assertRefused(() -> new Pause("node_rate", count));
    assertRefused(() ->
        new NodeSummary(count, 5, MANY, List.of(), List.of(), List.of(), List.of(), List.of()));
  }

  @Test
  void shouldRefuseTooMuchOfAnything() {
    String longer = LONGEST + "x";
    Topic topic = new Topic("t", traffic(1, 1));

    assertRefused(() -> of(Collections.nCopies(NodeSummary.MOST + 1, topic)));
    assertRefused(() -> new Topic(longer, traffic(1, 1)));
    assertRefused(() -> new Producer("t", longer, "c", traffic(1, 1)));
    assertRefused(() -> new ThrottledProducer("t", "p", "c", 1, longer, 1, 1, 1, 1, true));
    assertRefused(() -> new ThrottledConsumer("t", longer, "n", "c", 1, "k", "default", 1, 1));
    assertRefused(() -> new Connection(
        "c", 1, Collections.nCopies(NodeSummary.MOST + 1, new Pause("node_rate", 1))));
    List<String> limits = Collections.nCopies(NodeSummary.MOST_LIMITS + 1, "publish: default");
    assertRefused(() -> new Traffic(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, limits));
    assertRefused(() -> new Totals(1, 2, 3, 4, -5));
  }

  private static void assertRefused(Runnable made) {
    assertThatThrownBy(made::run).isInstanceOf(IllegalArgumentException.class);
  }
}
