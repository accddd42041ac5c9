package io.sluice.gateway.internal.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RendezvousTest {

  private static final int TOPICS = 100_000;

  private static long[] nodes(int from, int to) {
    return IntStream.range(from, to)
        .mapToLong(i -> Rendezvous.hash("pulsar://sluice-" + i + ".example.com:6650"))
        .toArray();
  }

  private static int[] homes(long[] nodes) {
    return IntStream.range(0, TOPICS)
        .map(i -> Rendezvous.choose(
            nodes, Rendezvous.hash("persistent://acme/orders/new-partition-" + i)))
        .toArray();
  }

  @Test
  void shouldGiveEveryNodeAboutTheSamePart() {
    for (int count : List.of(2, 3, 10, 100)) {
      int[] topics = new int[count];
      Arrays.stream(homes(nodes(0, count))).forEach(home -> topics[home]++);

      double mean = (double) TOPICS / count;
      assertThat(Arrays.stream(topics).boxed())
          .as("of %d nodes", count)
          .allSatisfy(part -> assertThat(Math.abs(part - mean)).isLessThan(6 * Math.sqrt(mean)));
    }
  }

  @Test
  void shouldMoveNothingButThePartOfTheNodeThatComesOrGoes() {
    int[] before = homes(nodes(0, 9));
    int[] after = homes(nodes(0, 10)); // one has come; read backwards, it has gone

    for (int i = 0; i < TOPICS; i++) {
      assertThat(after[i]).isIn(before[i], 9);
    }
    assertThat(Arrays.stream(after).filter(home -> home == 9).count())
        .isBetween(TOPICS / 11L, TOPICS / 9L);
  }

  @Test
  void shouldNotDependOnTheOrderOfTheNodes() {
    long[] nodes = nodes(0, 5);
    long[] reversed = IntStream.range(0, 5).mapToLong(i -> nodes[4 - i]).toArray();

    int[] one = homes(nodes);
    int[] other = homes(reversed);

    for (int i = 0; i < TOPICS; i++) {
      assertThat(other[i]).isEqualTo(4 - one[i]);
    }
  }

  @Test
  void shouldComeToTheSameWeightsInEveryVersion() {
    assertThat(Rendezvous.hash("pulsar://a:6650")).isEqualTo(-1024925511607678999L);
    assertThat(IntStream.range(0, 12)
            .map(i -> Rendezvous.choose(nodes(0, 3), Rendezvous.hash("topic-" + i))))
        .containsExactly(2, 0, 2, 1, 1, 0, 1, 1, 2, 1, 1, 0);
    assertThat(Rendezvous.choose(new long[0], 1)).isEqualTo(-1);
  }
}
