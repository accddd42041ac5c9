package io.sluice.admin.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.sluice.admin.figures.Figures;
import io.sluice.admin.figures.Sampler;
import io.sluice.admin.figures.Speed;
import io.sluice.admin.http.Refusal;
import io.sluice.api.Top;
import io.sluice.core.testing.ManualClock;
import io.sluice.core.testing.ManualTimer;
import io.sluice.gateway.view.ConnectionView;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class SamplerTest {

  private static final String ORDERS = "persistent://public/default/orders";
  private static final String BILLS = "persistent://public/default/bills";
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualClock clock = new ManualClock();
  private final ManualTimer timer = new ManualTimer(clock);
  private int looks;
  private CompletionStage<List<ConnectionView>> connections =
      CompletableFuture.completedFuture(List.of());
  private final Sampler sampler =
      new Sampler(this::connections, timer, clock, InstantSource.system(), (look, figures) -> {});

  private CompletionStage<List<ConnectionView>> connections() {
    looks++;
    return connections;
  }

  private void see(ConnectionView... views) {
    connections = CompletableFuture.completedFuture(List.of(views));
  }

  private Figures figures() {
    CompletableFuture<Figures> figures = sampler.figures().toCompletableFuture();
    timer.advance(Duration.ZERO);
    assertThat(figures).isDone();
    return figures.join();
  }

  private static final LimitsNow NO_LIMITS = new LimitsNow(Policies.NONE, Map.of());

  private static Ranking.Wanted first(int count, String by) {
    return new Ranking.Wanted(by, "", "", new Page(0, count));
  }

  private static List<Top.Item> topics(Figures figures, String by) {
    return Ranking.ofTopics(figures, NO_LIMITS, first(10, by)).items();
  }

  @Test
  void shouldTellTheConnectionsOfTheLastLookWithoutAnother() {
    see(Views.connection(1));
    sampler.start();
    timer.advance(Duration.ZERO);
    assertThat(looks).isEqualTo(1);

    for (int i = 0; i < 100; i++) {
      assertThat(sampler.connections().toCompletableFuture().join()).hasSize(1);
    }

    assertThat(looks).isEqualTo(1);
    see(Views.connection(1), Views.connection(2));
    timer.advance(SECOND);
    assertThat(sampler.connections().toCompletableFuture().join()).hasSize(2);
    assertThat(looks).isEqualTo(2);
  }

  @Test
  void shouldTellTheConnectionsAnewIfTheLastLookWasLongAgo() {
    sampler.start();
    timer.advance(Duration.ofSeconds(3)); // of the five while no caller asks
    see(Views.connection(1));

    CompletableFuture<List<ConnectionView>> asked = sampler.connections().toCompletableFuture();

    assertThat(asked).isNotDone();
    timer.advance(Duration.ZERO);
    assertThat(asked.join()).hasSize(1);
  }

  @Test
  void shouldNotTellTheConnectionsOfALookThatFailed() {
    connections = CompletableFuture.failedFuture(new IllegalStateException("no"));
    CompletableFuture<List<ConnectionView>> asked = sampler.connections().toCompletableFuture();
    timer.advance(Duration.ZERO);

    assertThatThrownBy(asked::join).hasCauseInstanceOf(Refusal.class);
  }

  @Test
  void shouldHaveTheLatestLookAtHandWithoutAnotherUnlessThatIsOld() {
    sampler.start();
    timer.advance(Duration.ZERO);
    assertThat(sampler.latest()).as("of one look it is not known what happened").isEmpty();

    timer.advance(Duration.ofSeconds(5));
    assertThat(sampler.latest()).map(Sampler.Latest::age).contains(Duration.ZERO);
    timer.advance(Duration.ofSeconds(2));
    assertThat(sampler.latest()).map(Sampler.Latest::age).contains(Duration.ofSeconds(2));
    assertThat(looks).isEqualTo(2);

    connections = new CompletableFuture<>(); // an event loop that hangs
    timer.advance(Duration.ofSeconds(8));
    assertThat(sampler.latest()).map(Sampler.Latest::age).contains(Duration.ofSeconds(10));
    timer.advance(Duration.ofMillis(1));
    assertThat(sampler.latest()).isEmpty();
  }

  @Test
  void shouldAnswerTheFirstOneAfterASecond() {
    see(Views.connection(1, Views.producer(1, ORDERS, 100, 1000)));
    CompletableFuture<Figures> first = sampler.figures().toCompletableFuture();
    timer.advance(SECOND.minusMillis(1));
    assertThat(first).isNotDone();

    see(Views.connection(1, Views.producer(1, ORDERS, 150, 1600)));
    timer.advance(Duration.ofMillis(1));

    Top.Item item = topics(first.join(), "messages").get(0);
    assertThat(item.topic()).isEqualTo(ORDERS);
    assertThat(item.messagesPerSecond()).isEqualTo(50);
    assertThat(item.bytesPerSecond()).isEqualTo(600);
    assertThat(first.join().overSeconds()).isEqualTo(1);
    assertThat(figures()).as("the next is answered at once").isSameAs(first.join());
  }

  @Test
  void shouldAddUpTopicsAndTakeAllSpellingsForTheSame() {
    CompletionStage<Figures> unused = sampler.figures();
    timer.advance(Duration.ZERO);
    see(
        Views.connection(1, Views.producer(1, ORDERS, 5, 50), Views.producer(2, "orders", 10, 100)),
        Views.connection(2, Views.producer(1, "public/default/orders", 20, 200)),
        Views.connection(3, Views.producer(1, BILLS, 34, 9000)));
    timer.advance(SECOND);

    assertThat(topics(figures(), "messages"))
        .extracting(Top.Item::topic)
        .containsExactly(ORDERS, BILLS);
    assertThat(topics(figures(), "bytes"))
        .extracting(Top.Item::topic)
        .containsExactly(BILLS, ORDERS);
    assertThat(topics(figures(), "messages").get(0).messagesPerSecond()).isEqualTo(35);
    assertThat(Ranking.ofProducers(figures(), NO_LIMITS, first(2, "messages")).items())
        .extracting(Top.Item::client, Top.Item::producer)
        .containsExactly(tuple("10.0.0.3:5000", "p1"), tuple("10.0.0.2:5000", "p1"));
  }

  @Test
  void shouldAddUpAsManyTopicsAsWaitForLimitsOfTheirOwn() {
    int count = 30_000; // takes minutes if each is compared with all before it
    Map<String, Speed> topics = new HashMap<>();
    for (int i = 0; i < count; i++) {
      topics.put(
          "t" + i, new Speed(1, 2, 0, 0, 3, 4, 5, 1, 1, 0, 0, Set.of("publish: topic t" + i)));
    }
    Figures figures = new Figures(Instant.EPOCH, 1, List.of(), topics, 0, Map.of());

    Speed all = assertTimeoutPreemptively(Duration.ofSeconds(10), figures::all);

    assertThat(all.throttled()).isEqualTo(count);
    assertThat(all.heldBytes()).isEqualTo(5L * count);
  }

  @Test
  void shouldRankByWaitingAndSayWhichLimitItIsFor() {
    see(Views.connection(1, Views.held(1, ORDERS, SECOND), Views.producer(2, BILLS, 0, 0)));
    CompletionStage<Figures> unused = sampler.figures();
    timer.advance(Duration.ZERO);
    see(Views.connection(
        1, Views.held(1, ORDERS, Duration.ofMillis(1700)), Views.producer(2, BILLS, 9, 9)));
    timer.advance(SECOND);
    Policies policies = Policies.NONE.with(
        PolicyKind.PUBLISH, PolicyKey.namespace("public/default"), PublishLimit.of(1, 0));

    Top.Item item = Ranking.ofTopics(
            figures(), new LimitsNow(policies, Map.of()), first(1, "throttled"))
        .items()
        .get(0);

    assertThat(item.topic()).isEqualTo(ORDERS);
    assertThat(item.throttledMillisPerSecond()).isEqualTo(700);
    assertThat(item.heldBytes()).isEqualTo(1700);
    assertThat(item.origin()).isEqualTo("namespace public/default");
    assertThat(topics(figures(), "throttled").get(0).limit()).isNull();
  }

  @Test
  void shouldCountProducersThatAreNewFromNothing() {
    see(Views.connection(1, Views.producer(1, ORDERS, 1000, 1000)));
    CompletionStage<Figures> unused = sampler.figures();
    timer.advance(Duration.ZERO);
    see(Views.connection(1, Views.producer(1, ORDERS, 3, 30), Views.producer(2, BILLS, 2, 20)));
    timer.advance(SECOND);

    assertThat(topics(figures(), "messages"))
        .extracting(Top.Item::messagesPerSecond)
        .containsExactly(3.0, 2.0);
  }

  @Test
  void shouldLookOnceASecondWhileSomebodyAsksAndSeldomAfterwards() {
    sampler.start();
    assertThat(timer.pending()).isOne();
    timer.advance(Duration.ofSeconds(20));
    assertThat(looks).as("no caller has asked").isEqualTo(5);
    CompletionStage<Figures> unused = sampler.figures();
    timer.advance(Duration.ofSeconds(20));
    assertThat(looks).isEqualTo(25);
    unused = sampler.figures();

    timer.advance(Sampler.WANTED_DURATION);
    assertThat(looks).isEqualTo(55);
    timer.advance(Duration.ofSeconds(101));

    assertThat(looks).isEqualTo(76);
    assertThat(sampler.isWanted()).isFalse();
    assertThat(timer.pending()).isOne();
  }

  @Test
  void shouldLookAtOnceIfTheFiguresAreNotFromJustNow() {
    see(Views.connection(1, Views.producer(1, ORDERS, 100, 1000)));
    sampler.start();
    timer.advance(Duration.ofSeconds(9));
    see(Views.connection(1, Views.producer(1, ORDERS, 180, 1000)));

    CompletableFuture<Figures> asked = sampler.figures().toCompletableFuture();
    assertThat(asked).isNotDone();
    timer.advance(Duration.ZERO);

    assertThat(asked.join().overSeconds()).isEqualTo(4);
    assertThat(topics(asked.join(), "messages").get(0).messagesPerSecond()).isEqualTo(20);
  }

  @Test
  void shouldNotLookAgainWithinAMoment() {
    sampler.start();
    timer.advance(Duration.ofMillis(5100));
    assertThat(looks).isEqualTo(2);

    assertThat(sampler.figures().toCompletableFuture())
        .as("which are new enough")
        .isDone();
    timer.advance(Duration.ofMillis(899));
    assertThat(looks).isEqualTo(2);
    timer.advance(Duration.ofMillis(1));
    assertThat(looks).isEqualTo(3);
  }

  @Test
  void shouldGoOnQuicklyWhileSomebodyWatches() {
    List<Figures> told = new ArrayList<>();
    Consumer<Figures> watcher = told::add;
    sampler.watch(watcher);
    timer.advance(Duration.ofSeconds(100));
    assertThat(told).hasSize(100);

    sampler.unwatch(watcher);
    timer.advance(Duration.ofSeconds(100));

    assertThat(told).hasSize(100);
    assertThat(sampler.isWanted()).isFalse();
  }

  @Test
  void shouldRecordEveryLookWhetherAnybodyAsksOrNot() {
    List<Instant> recorded = new ArrayList<>();
    Sampler recording = new Sampler(
        this::connections,
        timer,
        clock,
        () -> Instant.ofEpochSecond(0, clock.nanos()),
        (look, figures) -> recorded.add(look.time()));
    recording.start();

    timer.advance(Duration.ofSeconds(10));

    assertThat(recorded)
        .containsExactly(Instant.EPOCH, Instant.ofEpochSecond(5), Instant.ofEpochSecond(10));
  }

  @Test
  void shouldSayThatTheNodeDoesNotAnswerAndTryAgain() {
    connections = CompletableFuture.failedFuture(new IllegalStateException("gone"));
    CompletableFuture<Figures> first = sampler.figures().toCompletableFuture();
    timer.advance(Duration.ZERO);
    assertThat(first).isCompletedExceptionally();
    assertThatThrownBy(first::join).hasCauseInstanceOf(Refusal.class);

    see();
    timer.advance(Duration.ofSeconds(2));
    assertThat(figures().producers()).isEmpty();

    connections = CompletableFuture.failedFuture(new IllegalStateException("gone"));
    timer.advance(Duration.ofSeconds(60));
    assertThat(sampler.figures().toCompletableFuture()).as("nothing is known").isNotDone();
  }

  @Test
  void shouldLetNobodyWaitForOneThatIsClosed() {
    CompletableFuture<Figures> waiting = sampler.figures().toCompletableFuture();

    sampler.close();

    assertThat(waiting).isCompletedExceptionally();
    assertThatThrownBy(sampler::figures).isInstanceOf(Refusal.class);
    assertThat(timer.pending()).isZero();
  }
}
