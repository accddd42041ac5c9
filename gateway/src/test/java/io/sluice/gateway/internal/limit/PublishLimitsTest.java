package io.sluice.gateway.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.sluice.core.testing.ManualClock;
import io.sluice.gateway.Gateways;
import io.sluice.gateway.config.GroupSharing;
import io.sluice.gateway.config.NodeLimits;
import io.sluice.gateway.config.PublishSettings;
import io.sluice.policy.InMemoryPolicyStore;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which limits a node has in force, and for how long it remembers them. */
class PublishLimitsTest {

  private static final PublishLimit TEN = PublishLimit.of(10, 0);
  private static final PublishLimit HUNDRED = PublishLimit.of(100, 0);

  private final ManualClock clock = new ManualClock();
  private final MultiThreadIoEventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final InMemoryPolicyStore store = new InMemoryPolicyStore(Policies.NONE);
  private final PolicyFollower control = PolicyFollower.start(
      store, GroupSharing.alone(), PublishSettings.DEFAULT, NodeLimits.NONE, clock, loops);
  private final PublishLimits limits = control.publish();

  @AfterEach
  void stop() {
    control.close();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private void put(PolicyKey key, PublishLimit limit) {
    putWithoutTimePassing(key, limit);
    clock.advance(Duration.ofSeconds(1)); // changes in quick succession take effect together
  }

  private void putWithoutTimePassing(PolicyKey key, PublishLimit limit) {
    CompletableFuture<Void> put = store.put(PolicyKind.PUBLISH, key, limit).toCompletableFuture();
    put.join();
  }

  @Test
  void shouldShareOneLimitBetweenTheProducersOfATopicHoweverItIsSpelt() {
    put(PolicyKey.topic("orders"), TEN);

    TopicPublishLimiter first = limits.acquire("orders");
    TopicPublishLimiter second = limits.acquire("persistent://public/default/orders");

    assertThat(second).isSameAs(first);
    assertThat(first.limit().toPublishLimit()).isEqualTo(TEN);
    assertThat(limits.acquire("bills")).isNotSameAs(first);
  }

  @Test
  void shouldFollowThePoliciesOfTopicsThatAreThere() throws Exception {
    TopicPublishLimiter orders = limits.acquire("orders");
    assertThat(orders.isLimited()).isFalse();

    put(PolicyKey.namespace("public/default"), HUNDRED);
    Gateways.until(
        "the namespace's policy holds", () -> orders.limit().toPublishLimit().equals(HUNDRED));
    put(PolicyKey.topic("orders"), TEN);
    Gateways.until(
        "the topic's policy holds", () -> orders.limit().toPublishLimit().equals(TEN));
    assertThat(orders.origin()).isEqualTo(PolicyKey.topic("orders"));
    store
        .remove(PolicyKind.PUBLISH, PolicyKey.topic("orders"))
        .toCompletableFuture()
        .join();

    Gateways.until(
        "the namespace's policy holds again",
        () -> orders.limit().toPublishLimit().equals(HUNDRED));
  }

  @Test
  void shouldNotGiveAnotherBurstToWhoeverClosesItsProducerAndOpensAnother() {
    put(PolicyKey.topic("orders"), TEN);
    TopicPublishLimiter orders = limits.acquire("orders");
    assertThat(orders.consume(10, 1)).isFalse();

    limits.release(orders);

    assertThat(limits.topics()).containsExactly(orders);
    TopicPublishLimiter again = limits.acquire("orders");
    assertThat(again.consume(1, 1)).isFalse();
  }

  @Test
  void shouldForgetATopicWithoutProducersWhenItsBurstIsFullAgain() throws Exception {
    put(PolicyKey.topic("orders"), TEN);
    TopicPublishLimiter orders = limits.acquire("orders");
    orders.consume(25, 1);
    limits.release(orders);

    clock.advance(Duration.ofMillis(2500));

    Gateways.until("it is forgotten", () -> limits.topics().isEmpty());
  }

  @Test
  void shouldForgetATopicWithoutALimitAtOnce() {
    limits.release(limits.acquire("bills"));

    assertThat(limits.topics()).isEmpty();
  }

  @Test
  void shouldApplyTheDefaultToNamesOfAKindThatIsNotKnown() {
    put(PolicyKey.DEFAULT, TEN);

    assertThat(limits.acquire("segment://of/something/new/in/pulsar").limit().toPublishLimit())
        .isEqualTo(TEN);
  }

  @Test
  void shouldNotStartANewLimitOfAKnownTopicWithABurst() throws Exception {
    TopicPublishLimiter orders = limits.acquire("orders");

    putWithoutTimePassing(PolicyKey.topic("orders"), TEN); // in which the burst would fill

    Gateways.until("it is limited", orders::isLimited);
    assertThat(orders.isRested()).isFalse();
  }
}
