package io.sluice.admin.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.gateway.view.RampView;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.RampUp;
import io.sluice.quota.NodeLoad;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryTest {

  private static final String ORDERS = "persistent://public/default/orders";

  private final Node node = new Node();

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 2, 3, 5, 7})
  void shouldKeepTheSameRatesHoweverOftenItIsLookedAt(double interval) {
    node.look(0);
    for (double at = interval; at < 40; at += interval) {
      node.published(1, ORDERS, Math.round(at * 100), Math.round(at * 2000));
      node.dispatched(1, ORDERS, Math.round(at * 300), Math.round(at * 6000));
      node.look(interval);
    }

    assertThat(node.topic(ORDERS, "messages", 5)).containsOnly(100.0);
    assertThat(node.topic(ORDERS, "bytes", 5)).containsOnly(2000.0);
    assertThat(node.topic(ORDERS, "dispatchMessages", 5)).containsOnly(300.0);
    assertThat(node.node("dispatchBytes", 5)).containsOnly(6000.0);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -5, Long.MAX_VALUE - 7_000_000_000L})
  void shouldEndAStepExactlyAtItsEdge(long clockStart) {
    Node other = new Node(clockStart);
    other.look(0);
    other.published(1, ORDERS, 49, 0);
    other.look(4.9);
    assertThat(other.history.node(other.now()).to()).isEqualTo(Node.START);
    assertThat(other.topic(ORDERS, "messages", 1)).containsExactly((Double) null);

    other.published(1, ORDERS, 100, 0);
    other.look(0.1);
    assertThat(other.history.node(other.now()).to()).isEqualTo(Node.START.plusSeconds(5));
    assertThat(other.topic(ORDERS, "messages", 2)).containsExactly(null, 20.0);

    other.look(5.1);
    assertThat(other.history.node(other.now()).to()).isEqualTo(Node.START.plusSeconds(10));
    assertThat(other.topic(ORDERS, "messages", 2)).containsExactly(20.0, 0.0);
  }

  @Test
  void shouldSpreadWhatWasSeenOverTheStepsBetweenTwoLooks() {
    node.look(0);
    node.look(4);
    node.published(1, ORDERS, 400, 0); // within 4 seconds: 100 in the first step, 300 in the second
    node.look(4);
    node.look(2);

    assertThat(node.topic(ORDERS, "messages", 2)).containsExactly(20.0, 60.0);
  }

  @Test
  void shouldNotKnowWhatNobodyHasSeen() {
    node.published(1, ORDERS, 1_000_000, 0); // before anybody looked
    node.look(0);
    node.published(1, ORDERS, 1_000_500, 0);
    node.look(5);
    node.published(1, ORDERS, 2_000_000, 0); // in too long a time
    node.look(20);
    node.published(1, ORDERS, 2_000_500, 0);
    node.look(5);

    assertThat(node.topic(ORDERS, "messages", 7))
        .containsExactly(null, 100.0, null, null, null, null, 100.0);
    assertThat(node.node("messages", 7))
        .containsExactly(null, 100.0, null, null, null, null, 100.0);
  }

  @Test
  void shouldBridgeALookThatFailed() {
    node.look(0);
    node.look(5);
    node.published(1, ORDERS, 1000, 0);
    node.look(10);

    assertThat(node.topic(ORDERS, "messages", 3)).containsExactly(null, 100.0, 100.0);
  }

  @Test
  void shouldForgetEverythingAfterALongSleep() {
    node.look(0);
    node.published(1, ORDERS, 500, 0);
    node.look(5);
    node.look(100_000);
    node.look(5);

    assertThat(node.node("messages", 180)).startsWith((Double) null).endsWith(null, 0.0);
    assertThat(node.topic(ORDERS, "messages", 180)).containsOnlyNulls();
    assertThat(node.history.node(node.now()).to()).isEqualTo(node.now());
  }

  @Test
  void shouldCountAProducerThatWasOpenedAgainFromNothing() {
    node.published(1, ORDERS, 10_000, 10_000);
    node.dispatched(1, ORDERS, 10_000, 10_000);
    node.look(0);
    node.published(1, ORDERS, 50, 500);
    node.dispatched(1, ORDERS, 100, 1000);
    node.look(5);
    node.producers.clear();
    node.look(5);

    assertThat(node.topic(ORDERS, "messages", 2)).containsExactly(10.0, 0.0);
    assertThat(node.topic(ORDERS, "bytes", 2)).containsExactly(100.0, 0.0);
    assertThat(node.topic(ORDERS, "dispatchMessages", 2)).containsExactly(20.0, 0.0);
  }

  @Test
  void shouldTakeAllSpellingsOfATopicForTheSame() {
    node.look(0);
    node.published(1, ORDERS, 50, 0);
    node.published(2, "orders", 50, 0);
    node.look(5);

    assertThat(node.topic(ORDERS, "messages", 1)).containsExactly(20.0);
  }

  @Test
  void shouldKeepHowLongProducersWaitAndWhatIsHeld() {
    node.look(0);
    node.held(1, ORDERS, Duration.ofSeconds(2), 700);
    node.look(5);

    assertThat(node.topic(ORDERS, "throttledMillis", 1)).containsExactly(400.0);
    assertThat(node.node("heldBytes", 1)).containsExactly(700.0);
    assertThat(node.node("throttledProducers", 1)).containsExactly(1.0);
  }

  @Test
  void shouldKeepTheLimitsAsTheyWereThen() {
    PolicyKey namespace = PolicyKey.namespace("public/default");
    node.look(0);
    node.published(1, ORDERS, 50, 500);
    node.look(5);
    node.policies = Policies.NONE
        .with(PolicyKind.PUBLISH, namespace, PublishLimit.of(1000, 0))
        .with(PolicyKind.DISPATCH, namespace, new DispatchLimit(0, 600, true, 2));
    node.ramps = Map.of(
        namespace,
        new RampView(
            new RampUp(1, 4, Duration.ofMinutes(1), RampUp.Mode.SCHEDULED), 1, 0.25, 0, 1));
    node.published(1, ORDERS, 100, 1000);
    node.look(5);
    node.ramps = Map.of();
    node.look(5);

    assertThat(node.topic(ORDERS, "limitMessages", 3)).containsExactly(null, 250.0, 1000.0);
    assertThat(node.topic(ORDERS, "limitBytes", 3)).containsOnlyNulls();
    assertThat(node.topic(ORDERS, "dispatchLimitMessages", 3)).containsOnlyNulls();
    assertThat(node.topic(ORDERS, "dispatchLimitBytes", 3)).containsExactly(null, 400.0, 300.0);
  }

  @Test
  void shouldForgetTopicsThatWereIdleFor15Minutes() {
    node.look(0);
    node.published(1, ORDERS, 500, 0);
    node.look(5);
    for (int i = 0; i < 179; i++) {
      node.look(5);
    }
    assertThat(node.topic(ORDERS, "messages", 180)).startsWith(100.0).endsWith(0.0);

    node.look(5);

    assertThat(node.topic(ORDERS, "messages", 180)).containsOnlyNulls();
  }

  @Test
  void shouldKeepNoMoreTopicsThanItMay() {
    node.look(0);
    for (int i = 0; i < History.MOST_TOPICS; i++) {
      node.published(i, "t" + i, 5, 5);
    }
    node.look(5);
    assertThat(node.history.leftOut()).isZero();
    node.published(10_000, "one-too-many", 5, 5);
    node.look(5);
    assertThat(node.topic("one-too-many", "messages", 1)).as("all are busy").containsOnlyNulls();
    assertThat(node.history.leftOut()).isOne();

    node.published(1, "t1", 10, 10);
    node.look(5);
    node.published(10_001, "another", 5, 5);
    node.look(5);

    assertThat(node.topic("another", "messages", 1)).containsExactly(1.0);
    assertThat(node.topic("t1", "messages", 1)).as("busy later than others").containsExactly(0.0);
    assertThat(node.history.topics()).isEqualTo(History.MOST_TOPICS);
    assertThat(node.node("messages", 1)).as("counted all the same").containsExactly(1.0);
    assertThat(node.history.leftOut()).isEqualTo(2);
  }

  @Test
  void shouldForgetIdleTopicsAlsoIfAnotherIsAlwaysBusy() {
    double late = 5.01; // so that every look is of two steps
    node.look(0);
    node.published(1, ORDERS, 1, 1);
    node.published(2, "short-lived", 1, 1);
    for (int i = 2; i < 200; i++) {
      node.look(late);
      node.published(1, ORDERS, i, i);
    }

    assertThat(node.history.topics()).isOne();
  }

  @Test
  void shouldMakeRoomForANewTopicAlsoIfTheOldestIsAlwaysBusy() {
    node.look(0);
    for (int i = 0; i < History.MOST_TOPICS; i++) {
      node.published(i, "t" + i, 5, 5);
    }
    node.look(5.01);
    for (int i = 0; i < 5; i++) {
      node.published(0, "t0", 10 + i, 10);
      node.look(5.01);
    }
    node.published(10_000, "new", 5, 5);
    node.look(5);

    assertThat(node.topic("new", "messages", 1)).doesNotContainNull();
    assertThat(node.topic("t0", "messages", 1)).as("busy").doesNotContainNull();
    assertThat(node.history.topics()).isEqualTo(History.MOST_TOPICS);
  }

  @Test
  void shouldTellTheLoadUntilItIsOld() {
    node.look(0);
    assertThat(node.history.load(node.nanos)).isEmpty();
    node.published(1, ORDERS, 100, 1000);
    node.held(2, ORDERS, Duration.ofSeconds(1), 70);
    node.dispatched(1, ORDERS, 300, 3000);
    node.look(2);

    assertThat(node.history.load(node.nanos)).contains(new NodeLoad(50, 500, 150, 1500, 1, 0, 70));
    assertThat(node.history.load(node.nanos + Duration.ofSeconds(16).toNanos())).isEmpty();
  }

  @Test
  void shouldTakeNoMoreRoomForATopicThanIsSaid() {
    TopicTrack track = new TopicTrack(ORDERS);
    assertThat(track.rings.bytes()).isZero();
    track.close(0, 5);
    track.keepLimits(0, Policies.NONE, Map.of());
    assertThat(track.rings.bytes()).as("without limits").isEqualTo(5 * 720);

    Policies all = Policies.NONE
        .with(PolicyKind.PUBLISH, PolicyKey.DEFAULT, PublishLimit.of(1, 1))
        .with(PolicyKind.DISPATCH, PolicyKey.DEFAULT, DispatchLimit.of(1, 1));
    track.keepLimits(0, all, Map.of());
    assertThat(track.rings.bytes()).isEqualTo(9 * 720);
    assertThat(Objects.requireNonNull(track.rings.before(1).get("limitBytes")).get(179))
        .isEqualTo(1.0);
  }
}
