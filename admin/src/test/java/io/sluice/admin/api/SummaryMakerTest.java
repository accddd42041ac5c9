package io.sluice.admin.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.admin.figures.Figures;
import io.sluice.admin.figures.SummaryMaker;
import io.sluice.gateway.view.ConnectionView;
import io.sluice.gateway.view.ConnectionView.ProducerView;
import io.sluice.gateway.view.ConnectionView.ThrottleView;
import io.sluice.gateway.view.PauseReason;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PublishLimit;
import io.sluice.quota.NodeSummary;
import io.sluice.quota.NodeSummary.ThrottledProducer;
import io.sluice.quota.NodeSummary.Topic;
import io.sluice.quota.NodeSummary.Totals;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a node tells the others, whatever its clients do. */
class SummaryMakerTest {

  private static final Instant NOW = Views.SINCE.plusSeconds(60);

  private static NodeSummary summary(ConnectionView... views) {
    Figures.Look first = Figures.Look.at(0, NOW.minusSeconds(2), List.of());
    Figures.Look second = Figures.Look.at(2_000_000_000, NOW, List.of(views));
    return SummaryMaker.of(second, Figures.between(first, second), 250);
  }

  private static String topic(String name) {
    return "persistent://a/b/" + name;
  }

  private static ProducerView waiting(long id, String topic, String name, Instant since) {
    return new ProducerView(
        id,
        topic,
        name,
        0,
        0,
        0,
        Duration.ofSeconds(1),
        Optional.of(new ThrottleView(
            PublishLimit.of(1, 0), PolicyKey.DEFAULT, since, 2, 3, Duration.ofSeconds(4), true)));
  }

  @Test
  void shouldTellNothingOfANodeWithoutClients() {
    assertThat(summary())
        .isEqualTo(new NodeSummary(
            250,
            2,
            new Totals(0, 0, 0, 0, 0),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of()));
  }

  @Test
  void shouldTellHowLongSomethingHasLastedAndNotSinceWhen() {
    NodeSummary summary = summary(
        Views.connection(
            1,
            Map.of(PauseReason.HELD_BYTES, NOW.minusSeconds(7)),
            waiting(1, topic("t"), "p", NOW.minusSeconds(9)),
            waiting(2, topic("t"), "of a clock that was set back", NOW.plusSeconds(9))),
        Views.consuming(2, topic("t")));

    assertThat(summary.throttledProducers())
        .containsExactly(
            new ThrottledProducer(
                topic("t"), "p", "10.0.0.1:5000", 1, "default", 9000, 2, 3, 4000, true),
            new ThrottledProducer(
                topic("t"),
                "of a clock that was set back",
                "10.0.0.1:5000",
                1,
                "default",
                0,
                2,
                3,
                4000,
                true));
    assertThat(summary.throttledConsumers()).singleElement().satisfies(consumer -> {
      assertThat(consumer.subscription()).isEqualTo("slow");
      assertThat(consumer.kind()).isEqualTo("group");
      assertThat(consumer.origin()).isEqualTo("group gold");
      assertThat(consumer.waitedMillis()).isEqualTo(60_000);
      assertThat(consumer.withheldPermits()).isEqualTo(500);
    });
    assertThat(summary.connections()).singleElement().satisfies(connection -> assertThat(
            connection.pauses())
        .containsExactly(new NodeSummary.Pause("held_bytes", 7000)));
    assertThat(summary.totals()).isEqualTo(new Totals(1, 2, 2, 1, 1));
  }

  @Test
  void shouldTellOfEveryTopicThatWaitsBeforeManyProducersOfOne() {
    List<ProducerView> producers = new ArrayList<>();
    for (int i = 0; i < 5000; i++) { // which all have waited longer than any other
      producers.add(waiting(i, topic("noisy"), "n" + i, NOW.minusSeconds(10_000 - i)));
    }
    for (int i = 0; i < 5; i++) {
      producers.add(waiting(10_000 + i, topic("quiet-" + i), "q", NOW.minusSeconds(i)));
    }

    NodeSummary summary = summary(Views.connection(1, producers.toArray(ProducerView[]::new)));

    assertThat(summary.totals()).isEqualTo(new Totals(6, 5005, 5005, 0, 0));
    assertThat(summary.throttledProducers())
        .hasSize(NodeSummary.MOST)
        .extracting(ThrottledProducer::topic)
        .contains(topic("quiet-0"), topic("quiet-1"), topic("quiet-2"), topic("quiet-3"))
        .startsWith(topic("noisy"), topic("quiet-4"))
        .endsWith(topic("noisy"));
    assertThat(summary.throttledProducers())
        .extracting(ThrottledProducer::name)
        .as("those of it that have waited longest")
        .startsWith("n0")
        .endsWith(
            "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9", "n10", "n11", "n12", "n13",
            "n14");
  }

  @Test
  void shouldTellOfTheFirstTopicsByEveryFigure() {
    ConnectionView many = Views.connection(
        1,
        IntStream.range(0, 1000)
            .mapToObj(i -> Views.producer(i, topic("t" + i), 1000 + i, 1000))
            .toArray(ProducerView[]::new));
    ConnectionView others = Views.connection(
        2,
        Views.producer(1, topic("bytes"), 1, 1_000_000),
        Views.producer(2, topic("throttled"), 1, 1, Duration.ofSeconds(1)));
    ConnectionView dispatch =
        Views.consumers(3, List.of(Views.consumer(1, topic("dispatched"), 5000, 5)));

    NodeSummary summary = summary(many, others, dispatch);

    assertThat(summary.topics())
        .hasSize(NodeSummary.MOST)
        .extracting(Topic::name)
        .contains(topic("t999"), topic("t998"), topic("bytes"), topic("throttled"))
        .contains(topic("dispatched"))
        .doesNotHaveDuplicates();
    assertThat(summary.topics().get(0).traffic().messages()).isEqualTo(999.5);
    assertThat(summary.producers())
        .hasSize(NodeSummary.MOST)
        .extracting(NodeSummary.Producer::name)
        .startsWith("p999", "p998");
    assertThat(summary.totals().topics()).isEqualTo(1003);
  }

  @Test
  void shouldKeepToItsBoundsWhateverNamesClientsHave() {
    String longTopic = topic("x".repeat(NodeSummary.LONGEST_NAME));
    String longest = topic("y".repeat(NodeSummary.LONGEST_NAME - topic("").length()));
    String emoji = "\ud83d\ude00".repeat(1000);

    NodeSummary summary = summary(
        Views.connection(
            1,
            Stream.of("", "\0\n", emoji, "z" + emoji)
                .map(name -> waiting(name.length(), longest, name, NOW))
                .toArray(ProducerView[]::new)),
        Views.connection(2, waiting(1, longTopic, "p", NOW)));

    assertThat(summary.totals().topics()).as("counted").isEqualTo(2);
    assertThat(summary.topics()).extracting(Topic::name).containsExactly(longest);
    assertThat(summary.throttledProducers())
        .extracting(ThrottledProducer::topic)
        .containsOnly(longest);
    assertThat(summary.throttledProducers())
        .extracting(ThrottledProducer::name)
        .contains("", "\0\n")
        .allSatisfy(name -> assertThat(name)
            .hasSizeLessThanOrEqualTo(100)
            .matches(cut -> cut.codePoints().noneMatch(SummaryMakerTest::isHalf), "whole"));
  }

  private static boolean isHalf(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }
}
