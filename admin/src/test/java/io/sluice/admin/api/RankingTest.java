package io.sluice.admin.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sluice.admin.figures.Figures;
import io.sluice.admin.figures.Speed;
import io.sluice.api.Top;
import io.sluice.gateway.view.ConnectionView;
import io.sluice.gateway.view.RampView;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.RampUp;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RankingTest {

  private static final String A = "persistent://public/default/a";
  private static final String B = "persistent://public/default/b";
  private static final String C = "persistent://acme/orders/c";
  private static final LimitsNow NO_LIMITS = new LimitsNow(Policies.NONE, Map.of());

  private static Figures between(List<ConnectionView> first, List<ConnectionView> second) {
    return Figures.between(
        Figures.Look.at(0, Views.SINCE, first),
        Figures.Look.at(2_000_000_000, Views.SINCE.plusSeconds(2), second));
  }

  /** Over two seconds from nothing. */
  private static Figures figures(ConnectionView... views) {
    return between(List.of(), List.of(views));
  }

  private static final Figures FIGURES = figures(
      Views.connection(1, Views.producer(1, "a", 200, 2000), Views.producer(2, A, 600, 1000)),
      Views.connection(
          2, Views.held(1, B, Duration.ofSeconds(1)), Views.producer(2, B, 400, 80_000)),
      Views.consumers(3, List.of(Views.consumer(1, "a", 20, 30), Views.consumer(2, C, 40, 50))));

  private static Ranking.Wanted wanted(String by) {
    return new Ranking.Wanted(by, "", "", new Page(0, 10));
  }

  @ParameterizedTest
  @CsvSource({
    "messages, a b c",
    "bytes, b a c",
    "throttled, b c a",
    "dispatch, c a b",
    "name, c a b",
    "used, b a c"
  })
  void shouldRankTopicsByAnyFigure(String by, String order) {
    LimitsNow limits = new LimitsNow(
        Policies.NONE
            .with(PolicyKind.PUBLISH, PolicyKey.topic(A), PublishLimit.of(4000, 0))
            .with(PolicyKind.PUBLISH, PolicyKey.topic(B), PublishLimit.of(250, 0)),
        Map.of());

    Ranking ranking = Ranking.ofTopics(FIGURES, limits, wanted(by));

    assertThat(ranking.total()).isEqualTo(3);
    assertThat(ranking.items().stream()
            .map(item -> item.topic().substring(item.topic().length() - 1))
            .toList())
        .isEqualTo(List.of(order.split(" ", -1)));
  }

  @Test
  void shouldTellWhatIsDispatchedAndHowManyThereAreOfATopic() {
    List<Top.Item> items = Ranking.ofTopics(FIGURES, NO_LIMITS, wanted("name")).items();

    Top.Item onlyConsumers = items.get(0);
    assertThat(onlyConsumers.topic()).isEqualTo(C);
    assertThat(onlyConsumers.dispatchMessagesPerSecond()).isEqualTo(20);
    assertThat(onlyConsumers.dispatchBytesPerSecond()).isEqualTo(25);
    assertThat(onlyConsumers.messagesPerSecond()).isZero();
    assertThat(onlyConsumers.producers()).isZero();
    assertThat(onlyConsumers.consumers()).isEqualTo(1);
    Top.Item both = items.get(1);
    assertThat(both.messagesPerSecond()).isEqualTo(400);
    assertThat(both.dispatchMessagesPerSecond()).isEqualTo(10);
    assertThat(both.producers()).isEqualTo(2);
    assertThat(both.used()).as("there is no limit").isNull();
    assertThat(both.dispatchUsed()).isNull();
  }

  @Test
  void shouldShowAPartOfThoseThatAreWantedAndCountAllOfThem() {
    Ranking second = Ranking.ofTopics(
        FIGURES, NO_LIMITS, new Ranking.Wanted("messages", "default", "", new Page(1, 1)));

    assertThat(second.total()).isEqualTo(2);
    assertThat(second.items()).extracting(Top.Item::topic).containsExactly(B);
  }

  @Test
  void shouldTellWhichPartOfItsTopicAProducerIs() {
    Ranking.Wanted ofA = new Ranking.Wanted("messages", "", A, new Page(0, 10));

    Ranking ranking = Ranking.ofProducers(FIGURES, NO_LIMITS, ofA);

    assertThat(ranking.total()).isEqualTo(2);
    assertThat(ranking.items())
        .extracting(Top.Item::producer, Top.Item::client, Top.Item::share, Top.Item::consumers)
        .containsExactly(
            tuple("p2", "10.0.0.1:5000", 0.75, null), tuple("p1", "10.0.0.1:5000", 0.25, null));
    assertThat(Ranking.ofProducers(FIGURES, NO_LIMITS, wanted("bytes"))
            .items()
            .get(0)
            .share())
        .as("of bytes if these are asked for")
        .isEqualTo(1);
    assertThat(Ranking.ofProducers(
                figures(Views.connection(1, Views.producer(1, A, 0, 0))),
                NO_LIMITS,
                wanted("messages"))
            .items()
            .get(0)
            .share())
        .isZero();
    Ranking.Wanted byClient = new Ranking.Wanted("name", "10.0.0.2", "", new Page(0, 10));
    assertThat(Ranking.ofProducers(FIGURES, NO_LIMITS, byClient).total()).isEqualTo(2);
  }

  @Test
  void shouldSayHowMuchOfALimitIsUsedAsFarAsItsRampHasRisen() {
    PolicyKey namespace = PolicyKey.namespace("public/default");
    Policies policies = Policies.NONE
        .with(PolicyKind.PUBLISH, namespace, PublishLimit.of(800, 1_000_000))
        .with(PolicyKind.DISPATCH, namespace, new DispatchLimit(200, 0, false, 10));
    RampUp ramp = new RampUp(1, 2, Duration.ofSeconds(60), RampUp.Mode.SCHEDULED);

    Top.Item item = Ranking.ofTopics(FIGURES, new LimitsNow(policies, Map.of()), wanted("messages"))
        .items()
        .get(0);
    assertThat(item.origin()).isEqualTo("namespace public/default");
    assertThat(item.used()).isEqualTo(0.5);
    assertThat(item.rampFactor()).as("all of it holds").isNull();
    assertThat(item.dispatchOrigin()).isEqualTo("namespace public/default");
    assertThat(item.dispatchUsed()).as("10 of 20 per second").isEqualTo(0.5);
    LimitsNow rising = new LimitsNow(policies, Map.of(namespace, new RampView(ramp, 1, 0.5, 0, 1)));
    Top.Item half =
        Ranking.ofTopics(FIGURES, rising, wanted("messages")).items().get(0);
    assertThat(half.used()).isEqualTo(1);
    assertThat(half.rampFactor()).isEqualTo(0.5);
    assertThat(LimitsNow.dispatchUsed(
            new DispatchLimit(100, 0, true, 1), FIGURES.topics().getOrDefault(A, Speed.ZERO)))
        .as("on top of the 400 that are published")
        .isEqualTo(10 / 500.0);
  }

  @Test
  void shouldCountConsumersThatAreNewFromNothing() {
    List<ConnectionView> first = List.of(
        Views.connection(1, Views.producer(1, A, 5, 5)),
        Views.consumers(
            3, List.of(Views.consumer(1, A, 1000, 1000), Views.consumer(2, B, 10, 10))));
    List<ConnectionView> second = List.of(
        Views.connection(1, Views.producer(1, A, 5, 5)),
        Views.consumers(
            3,
            List.of(
                Views.consumer(1, A, 8, 80), // the same number, used again
                Views.consumer(2, B, 40, 50),
                Views.consumer(3, C, 2, 20))));

    List<Top.Item> items =
        Ranking.ofTopics(between(first, second), NO_LIMITS, wanted("name")).items();

    assertThat(items)
        .extracting(Top.Item::topic, Top.Item::dispatchMessagesPerSecond)
        .containsExactly(tuple(C, 1.0), tuple(A, 4.0), tuple(B, 15.0));
  }
}
