package io.sluice.admin.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.sluice.admin.Refusal;
import io.sluice.core.testing.ManualClock;
import io.sluice.core.testing.ManualTimer;
import io.sluice.gateway.ConnectionView;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
  private final Sampler sampler = new Sampler(this::connections, timer, clock);

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

  private static List<Top.Item> topics(Figures figures, String by) {
    return Top.topics(figures, Policies.NONE, by, 10);
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
    assertThat(Top.producers(figures(), Policies.NONE, "messages", 2))
        .extracting(Top.Item::client, Top.Item::producer)
        .containsExactly(tuple("10.0.0.3:5000", "p1"), tuple("10.0.0.2:5000", "p1"));
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

    Top.Item item = Top.topics(figures(), policies, "throttled", 1).get(0);

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
  void shouldLookOnceASecondWhileSomebodyAsksAndRestAfterwards() {
    assertThat(timer.pending()).isZero();
    CompletionStage<Figures> unused = sampler.figures();
    timer.advance(Duration.ofSeconds(20));
    assertThat(looks).isEqualTo(21);
    unused = sampler.figures();

    timer.advance(Duration.ofSeconds(60));

    assertThat(looks).isEqualTo(52);
    assertThat(sampler.isRunning()).isFalse();
    assertThat(timer.pending()).isZero();
    assertThat(sampler.figures().toCompletableFuture()).as("it begins anew").isNotDone();
  }

  @Test
  void shouldGoOnWhileSomebodyWatches() {
    List<Figures> told = new ArrayList<>();
    Consumer<Figures> watcher = told::add;
    sampler.watch(watcher);
    timer.advance(Duration.ofSeconds(100));
    assertThat(told).hasSize(100);

    sampler.unwatch(watcher);
    timer.advance(Duration.ofSeconds(100));

    assertThat(told).hasSize(100);
    assertThat(sampler.isRunning()).isFalse();
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
    assertThat(sampler.isRunning()).as("it gives up as well").isFalse();
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
