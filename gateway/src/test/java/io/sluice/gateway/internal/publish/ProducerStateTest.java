package io.sluice.gateway.internal.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.gateway.Commands;
import io.sluice.gateway.internal.limit.BrokerPublishLimiter;
import io.sluice.gateway.internal.limit.Ramps;
import io.sluice.gateway.internal.limit.TopicPublishLimiter;
import io.sluice.gateway.internal.net.Verdict;
import io.sluice.gateway.internal.publish.ProducerState.Closed;
import io.sluice.gateway.internal.publish.ProducerState.Closing;
import io.sluice.gateway.internal.publish.ProducerState.Holding;
import io.sluice.gateway.internal.publish.ProducerState.Open;
import io.sluice.gateway.internal.publish.ProducerState.TurnKept;
import io.sluice.gateway.internal.publish.ProducerState.Waiting;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.TopicName;
import io.sluice.protocol.wire.CommandProducer;
import io.sluice.quota.GroupShares;
import io.sluice.quota.InMemoryExchange;
import io.sluice.quota.QuotaSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Every transition of {@link ProducerState}, on a clock that is moved. */
class ProducerStateTest {

  private static final Duration NO_TIME = Duration.ZERO;
  private static final Duration RECEIPT_WAIT = Duration.ofMillis(100);

  private final FakeConnection connection = new FakeConnection();
  private final ThrottleCommandMetrics metrics = new PublishMetrics().throttleCommands();
  private final PendingThrottleReceipts receipts = new PendingThrottleReceipts(
      connection, connection.clock, (int) RECEIPT_WAIT.toMillis(), metrics);
  private final List<Producer> opened = new ArrayList<>();
  private PublishLimit policy = PublishLimit.of(10, 0).withBurst(Duration.ofMillis(500));
  private final TopicPublishLimiter limit = new TopicPublishLimiter(
      TopicName.parse("public/default/t"),
      () -> Policies.of(Map.of(PolicyKey.DEFAULT, policy)),
      new Ramps(GroupShares.start(
          "alone", QuotaSettings.DEFAULT, new InMemoryExchange().join(), connection.clock)),
      connection.clock,
      connection.timer);

  private final BrokerPublishLimiter broker = new BrokerPublishLimiter(
      connection.brokerAddress(), () -> Policies.NONE, connection.clock, connection.timer);

  /** Its limit is of ten messages per second, of which five can be saved up. */
  private Producer stock() {
    CommandProducer command = new CommandProducer();
    command.setProducerId(1).setRequestId(1).setTopic("public/default/t");
    Producer producer = new Producer(
        new ProducerTraffic(new ProducerRequest(command)),
        new ProducerLimits(limit, broker),
        connection,
        connection);
    opened.add(producer);
    return producer;
  }

  @AfterEach
  void releaseWhatIsHeld() {
    opened.forEach(Producer::discarded);
  }

  private Producer aware() {
    Producer producer = stock();
    ThrottleNotifier notifier = new ThrottleNotifier(
        producer,
        connection,
        connection.clock,
        new ThrottleCommandWriter(connection, metrics),
        receipts);
    producer.observeBy(notifier);
    notifier.opened();
    return producer;
  }

  /** Uses up the burst: messages 1 to 5 pass, and the last of them spends it. */
  private void spend(Producer producer) {
    for (int i = 1; i <= 5; i++) {
      assertThat(connection.send(producer, i)).isSameAs(Verdict.PASS);
    }
  }

  private Producer holding(long... sequenceIds) {
    Producer producer = stock();
    spend(producer);
    for (long sequenceId : sequenceIds) {
      assertThat(connection.send(producer, sequenceId)).isNotIn(Verdict.PASS, Verdict.DROP);
    }
    connection.toBroker.clear();
    return producer;
  }

  private Producer waiting() {
    Producer producer = aware();
    spend(producer);
    receipts.came(1);
    connection.toBroker.clear();
    return producer;
  }

  @Test
  void shouldPassAndCountWhileTheLimitHasRoom() {
    Producer producer = stock();

    spend(producer);

    assertThat(producer.state()).isInstanceOf(Open.class);
    assertThat(producer.traffic().messages()).isEqualTo(5);
    assertThat(limit.counts().admitted()).isEqualTo(5);
    assertThat(connection.throttled).isEmpty();
  }

  @Test
  void shouldHoldWhatIsOverTheLimitAndEverythingBehindIt() {
    Producer producer = holding(6, 7);

    assertThat(producer.state()).isInstanceOf(Holding.class);
    assertThat(connection.throttled).containsExactly(producer);
    assertThat(connection.heldFrames).isEqualTo(2);
    assertThat(connection.pauseChecks).isEqualTo(2);
    assertThat(limit.waiting()).isEqualTo(1);
    assertThat(producer.traffic().messages()).isEqualTo(5);
  }

  @Test
  void shouldHoldBehindHeldFramesThoughTheLimitHasRoomAgain() {
    connection.mayPublish = false;
    Producer producer = holding(6);
    connection.advance(Duration.ofSeconds(1));

    assertThat(connection.send(producer, 7)).isNotSameAs(Verdict.PASS);

    assertThat(connection.toBroker).isEmpty();
    assertThat(connection.heldFrames).isEqualTo(2);
  }

  @Test
  void shouldReleaseInOrderAtTheRateAndBeOpenAgain() {
    Producer producer = holding(6, 7, 8);

    connection.advance(Duration.ofMillis(110));
    assertThat(connection.toBroker).containsExactly("send 6");
    assertThat(producer.state()).isInstanceOf(Holding.class);
    connection.advance(Duration.ofMillis(200));

    assertThat(connection.toBroker).containsExactly("send 6", "send 7", "send 8");
    assertThat(producer.state()).isInstanceOf(Open.class);
    assertThat(connection.throttled).isEmpty();
    assertThat(connection.heldFrames).isZero();
    assertThat(connection.heldMemory).isZero();
    assertThat(limit.waiting()).isZero();
    assertThat(producer.traffic().messages()).isEqualTo(8);
  }

  @Test
  void shouldCountEachReleasedMessageOnce() {
    holding(6, 7, 8);

    connection.advance(Duration.ofSeconds(1));

    assertThat(limit.counts().admitted()).isEqualTo(8);
  }

  @Test
  void shouldKeepItsTurnUntilTheConnectionMayPublish() {
    connection.mayPublish = false;
    Producer producer = holding(6);
    connection.advance(Duration.ofSeconds(1));
    assertThat(connection.toBroker).isEmpty();
    assertThat(limit.waiting()).isEqualTo(1);

    connection.mayPublish = true;
    producer.turnCame();

    assertThat(connection.toBroker).containsExactly("send 6");
    assertThat(producer.state()).isInstanceOf(Open.class);
  }

  @Test
  void shouldReleaseWhatIsHeldJustWhenTheLimitHasRoomAgain() throws Exception {
    Producer producer = stock();
    spend(producer);
    Verdict verdict = producer.sent(1, 10);
    connection.clock.advanceNanos(Duration.ofSeconds(1).toNanos());
    connection.toBroker.clear();

    ByteBuf frame = Unpooled.wrappedBuffer(Commands.send(1, 6, 10));
    verdict.apply(frame);
    frame.release();
    connection.advance(NO_TIME);

    assertThat(connection.toBroker).containsExactly("send 6");
    assertThat(producer.state()).isInstanceOf(Open.class);
  }

  @Test
  void shouldPassACloseAtOnceIfNothingIsHeld() {
    Producer producer = stock();

    assertThat(connection.close(producer)).isSameAs(Verdict.PASS);

    assertThat(connection.closed).isEqualTo(1);
    assertThat(producer.state()).isInstanceOf(Closed.class);
  }

  @Test
  void shouldHoldACloseBehindFramesAndCloseWhenItHasGone() {
    Producer producer = holding(6);

    assertThat(connection.close(producer)).isNotSameAs(Verdict.PASS);
    assertThat(producer.state()).isInstanceOf(Closing.class);
    assertThat(connection.closed).isZero();
    connection.advance(Duration.ofMillis(110));

    assertThat(connection.toBroker).containsExactly("send 6", "close 1");
    assertThat(connection.closed).isEqualTo(1);
    assertThat(producer.state()).isInstanceOf(Closed.class);
    assertThat(limit.waiting()).isZero();
  }

  @Test
  void shouldDropWhatIsPublishedBehindAClose() {
    Producer producer = holding(6);
    connection.close(producer);

    assertThat(connection.send(producer, 7)).isSameAs(Verdict.DROP);

    connection.advance(Duration.ofSeconds(1));
    assertThat(connection.toBroker).containsExactly("send 6", "close 1");
  }

  @Test
  void shouldHoldASecondCloseBehindTheFirst() {
    Producer producer = holding(6);
    connection.close(producer);

    assertThat(connection.close(producer)).isNotSameAs(Verdict.PASS);
    assertThat(connection.toBroker).isEmpty();

    connection.advance(Duration.ofSeconds(1));
    assertThat(connection.toBroker).containsExactly("send 6", "close 1", "close 2");
    assertThat(connection.closed).isEqualTo(1);
  }

  @Test
  void shouldForgetWhatIsHeldAndLeaveTheQueueWhenDiscarded() {
    Producer producer = holding(6, 7);

    producer.discarded();

    assertThat(producer.state()).isInstanceOf(Open.class);
    assertThat(connection.heldFrames).isZero();
    assertThat(connection.heldMemory).isZero();
    assertThat(connection.throttled).isEmpty();
    assertThat(limit.waiting()).isZero();
    connection.advance(Duration.ofSeconds(1));
    assertThat(connection.toBroker).isEmpty();
  }

  @Test
  void shouldStillCloseIfTheFramesBeforeThatAreDiscarded() {
    Producer producer = holding(6);
    connection.close(producer);

    producer.discarded();

    assertThat(connection.toBroker).containsExactly("close 1");
    assertThat(connection.closed).isEqualTo(1);
    assertThat(producer.state()).isInstanceOf(Closed.class);
  }

  @Test
  void shouldCountForHowLongItIsThrottled() {
    Producer producer = holding(6);

    connection.advance(Duration.ofMillis(60));
    producer.countThrottled(connection.clock.nanos());
    assertThat(Duration.ofNanos(limit.throttledNanos())).isEqualTo(Duration.ofMillis(60));
    connection.advance(Duration.ofSeconds(1));

    assertThat(Duration.ofNanos(limit.throttledNanos()))
        .isBetween(Duration.ofMillis(99), Duration.ofMillis(105));
    assertThat(producer.traffic().throttledNanos()).isEqualTo(limit.throttledNanos());
  }

  @Test
  void shouldRefuseWhatIsHeldForTooLongWhileNothingElseIsToBeAnswered() {
    policy = PublishLimit.of(1, 0);
    limit.applyPolicy();
    Producer producer = holdingOverOnePerSecond();
    HeldTooLong rule = new HeldTooLong(Duration.ofMillis(500).toNanos());
    assertThat(producer.refuseHeldTooLong(rule, connection.nanos())).isEmpty();
    connection.advance(Duration.ofMillis(600));
    assertThat(producer.refuseHeldTooLong(rule, connection.nanos())).isEmpty();

    producer.traffic().forgetPending();
    List<ByteBuf> answers = producer.refuseHeldTooLong(rule, connection.nanos());

    assertThat(answers).hasSize(2).allMatch(ByteBuf::release);
    assertThat(producer.state()).isInstanceOf(Open.class);
    assertThat(connection.heldFrames).isZero();
    assertThat(limit.waiting()).isZero();
  }

  private Producer holdingOverOnePerSecond() {
    Producer producer = stock();
    connection.decide(producer, Unpooled.wrappedBuffer(Commands.sendBatch(1, 1, 10, 10)));
    connection.send(producer, 2);
    connection.send(producer, 3);
    assertThat(producer.state()).isInstanceOf(Holding.class);
    return producer;
  }

  @Test
  void shouldCloseOnceAllThatIsHeldBeforeItWasRefused() {
    policy = PublishLimit.of(1, 0);
    limit.applyPolicy();
    Producer producer = holdingOverOnePerSecond();
    connection.close(producer);
    producer.traffic().forgetPending();
    connection.toBroker.clear();
    connection.advance(Duration.ofMillis(600));

    assertThat(producer.refuseHeldTooLong(
            new HeldTooLong(Duration.ofMillis(500).toNanos()), connection.nanos()))
        .hasSize(2)
        .allMatch(ByteBuf::release);

    assertThat(connection.toBroker).containsExactly("close 1");
    assertThat(producer.state()).isInstanceOf(Closed.class);
  }

  @Test
  void shouldTellAnAwareClientOnceThatTheLimitIsSpent() {
    Producer producer = aware();

    spend(producer);

    assertThat(producer.state()).isInstanceOf(Waiting.class);
    assertThat(connection.toClient).containsExactly("1: 200");
    assertThat(limit.waiting()).isEqualTo(1);
    assertThat(connection.throttled).containsExactly(producer);
  }

  @Test
  void shouldKeepTheTurnOfAClientThatAnswersInTime() {
    Producer producer = waiting();

    connection.advance(Duration.ofMillis(101));

    assertThat(producer.state()).isInstanceOf(TurnKept.class);
    assertThat(connection.throttled).isEmpty();
    assertThat(limit.waiting()).as("the turn").isEqualTo(1);
  }

  @Test
  void shouldWaitAgainWhenAKeptTurnIsUsedUp() {
    Producer producer = waiting();
    connection.advance(Duration.ofMillis(101));
    int told = connection.toClient.size();

    assertThat(connection.send(producer, 6)).isSameAs(Verdict.PASS);
    assertThat(producer.state()).isInstanceOf(TurnKept.class);
    assertThat(connection.send(producer, 7)).isNotSameAs(Verdict.PASS);

    assertThat(producer.state()).isInstanceOf(Holding.class);
    assertThat(connection.toClient).hasSize(told + 1);
    assertThat(limit.counts().admitted()).isEqualTo(6);
    assertThat(metrics.promisesBroken()).as("its pause had ended").isZero();
    policy = PublishLimit.of(1, 0);
    limit.applyPolicy();
    connection.advance(Duration.ofMillis(150));
    assertThat(producer.state()).as("when the turn would be idle").isInstanceOf(Holding.class);
  }

  @Test
  void shouldGiveBackATurnThatIsNotUsed() {
    Producer producer = waiting();
    connection.advance(Duration.ofMillis(101));

    connection.advance(Duration.ofMillis(51));

    assertThat(producer.state()).isInstanceOf(Open.class);
    assertThat(limit.waiting()).isZero();
    connection.advance(Duration.ofSeconds(1));
    for (int i = 6; i <= 10; i++) {
      assertThat(connection.send(producer, i)).as("all of the burst").isSameAs(Verdict.PASS);
    }
  }

  @Test
  void shouldKeepATurnThatIsUsedButNotForLongerThanASecond() {
    policy = PublishLimit.of(1000, 0).withBurst(Duration.ofMillis(500));
    limit.applyPolicy();
    Producer producer = aware();
    connection.decide(producer, Unpooled.wrappedBuffer(Commands.sendBatch(1, 1, 6, 10)));
    receipts.came(1);
    connection.advance(Duration.ofMillis(110));
    assertThat(producer.state()).isInstanceOf(TurnKept.class);

    for (int i = 0; i < 10; i++) {
      connection.send(producer, i);
      connection.advance(Duration.ofMillis(40));
    }
    assertThat(producer.state()).as("while it is used").isInstanceOf(TurnKept.class);
    for (int i = 0; i < 20; i++) {
      connection.send(producer, i);
      connection.advance(Duration.ofMillis(40));
    }

    assertThat(producer.state()).isInstanceOf(Open.class);
    assertThat(limit.waiting()).isZero();
  }

  @Test
  void shouldWantNoMoreThanItAsksForAfterItHasLeftATurn() {
    Producer producer = waiting();
    assertThat(producer.wantsSlice()).isTrue();
    connection.advance(Duration.ofMillis(101 + 51));

    assertThat(producer.wantsSlice()).isFalse();

    connection.advance(Duration.ofSeconds(1));
    spend(producer);
    receipts.came(2);
    connection.advance(Duration.ofMillis(101));
    connection.send(producer, 11);
    connection.send(producer, 12);
    assertThat(producer.wantsSlice()).as("after it has used all of one").isTrue();
  }

  @Test
  void shouldKeepNoPlaceForAClientThatDoesNotAnswer() {
    policy = PublishLimit.of(1, 0);
    limit.applyPolicy();
    Producer producer = aware();
    connection.decide(producer, Unpooled.wrappedBuffer(Commands.sendBatch(1, 1, 5, 10)));
    assertThat(producer.state()).isInstanceOf(Waiting.class);

    connection.advance(RECEIPT_WAIT.plusMillis(1));

    assertThat(producer.state()).isInstanceOf(Open.class);
    assertThat(limit.waiting()).isZero();
    assertThat(metrics.receiptsMissing()).isEqualTo(1);
  }

  @Test
  void shouldKeepNoTurnForAClientThatHasNotProvedToAnswer() {
    Producer producer = aware();
    spend(producer);

    connection.advance(Duration.ofMillis(99));
    connection.advance(Duration.ofMillis(2));

    assertThat(producer.state()).isInstanceOf(Open.class);
    assertThat(limit.waiting()).isZero();
  }

  @Test
  void shouldKeepNoTurnForAClientThatHasNotAnsweredTheLastTime() {
    Producer producer = aware();
    producer.receiptInTime();
    producer.receiptMissing();
    spend(producer);

    connection.advance(Duration.ofMillis(99));
    connection.advance(Duration.ofMillis(2));

    assertThat(producer.state()).isInstanceOf(Open.class);
  }

  @Test
  void shouldHoldWhatAClientSendsInSpiteOfItsPromise() {
    Producer producer = waiting();

    connection.send(producer, 6);

    assertThat(producer.state()).isInstanceOf(Holding.class);
    assertThat(metrics.promisesBroken()).isEqualTo(1);
    assertThat(limit.waiting()).as("its one place in the queue").isEqualTo(1);
    assertThat(connection.throttled).containsExactly(producer);
    connection.advance(Duration.ofMillis(101));
    assertThat(connection.toBroker).containsExactly("send 6");
  }

  @Test
  void shouldTellAWaitingClientWhenTheLimitIsRaised() {
    policy = PublishLimit.of(1, 0);
    limit.applyPolicy();
    Producer producer = aware();
    connection.decide(producer, Unpooled.wrappedBuffer(Commands.sendBatch(1, 1, 50, 10)));
    receipts.came(1);
    connection.advance(NO_TIME);
    int told = connection.toClient.size();

    policy = PublishLimit.of(1000, 0);
    limit.applyPolicy();
    connection.advance(Duration.ofMillis(300));

    assertThat(connection.toClient.size()).isGreaterThan(told);
    assertThat(producer.state()).isNotInstanceOf(Waiting.class);
  }

  @Test
  void shouldGiveUpAKeptTurnWhenDiscarded() {
    Producer producer = waiting();
    connection.advance(Duration.ofMillis(101));

    producer.discarded();

    assertThat(producer.state()).isInstanceOf(Open.class);
    assertThat(limit.waiting()).isZero();
    assertThat(connection.timer.pending()).isZero();
  }

  @Test
  void shouldLeaveNothingBehindWhenItIsClosed() {
    Producer producer = waiting();

    producer.closed();
    connection.advance(RECEIPT_WAIT.plusMillis(10));

    assertThat(connection.timer.pending()).as("timers").isZero();
    limit.listeners().changed();
    assertThat(connection.timer.pending()).as("what a listener would do").isZero();
    assertThat(producer.state()).isInstanceOf(Closed.class);
    assertThat(limit.waiting()).isZero();
    assertThat(connection.throttled).isEmpty();
    int told = connection.toClient.size();
    limit.listeners().changed();
    connection.advance(Duration.ofSeconds(5));
    assertThat(connection.toClient).hasSize(told);
    receipts.came(99);
    assertThat(producer.state()).isInstanceOf(Closed.class);
  }

  @Test
  void shouldLookAgainWhenItsGroupsHaveChanged() {
    Producer producer = holding(6);
    policy = PublishLimit.NONE;
    limit.applyPolicy();

    producer.groupsChanged(false);

    assertThat(connection.toBroker).containsExactly("send 6");
    assertThat(producer.state()).isInstanceOf(Open.class);
  }
}
