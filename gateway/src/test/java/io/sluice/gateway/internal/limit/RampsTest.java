package io.sluice.gateway.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.sluice.core.testing.ManualClock;
import io.sluice.gateway.Gateways;
import io.sluice.gateway.config.GroupSharing;
import io.sluice.gateway.config.NodeLimits;
import io.sluice.gateway.config.PublishSettings;
import io.sluice.gateway.view.RampView;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.InMemoryPolicyStore;
import io.sluice.policy.Membership;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.RampUp;
import io.sluice.policy.TopicName;
import io.sluice.quota.InMemoryExchange;
import io.sluice.quota.QuotaDimension;
import io.sluice.quota.QuotaSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Limits and groups rise with the ramps of their policies, on all nodes alike. */
class RampsTest {

  private static final PolicyKey NAMESPACE = PolicyKey.namespace("public/default");
  private static final PolicyKey ORDERS = PolicyKey.topic("orders");
  private static final PolicyKey.Group GOLD = new PolicyKey.Group("gold");
  private static final PublishLimit LIMIT =
      PublishLimit.of(1000, 0).withBurst(Duration.ofMillis(10));

  /** Rises by 10 per second. */
  private static final RampUp RAMP =
      new RampUp(10, 110, Duration.ofSeconds(10), RampUp.Mode.SCHEDULED);

  private final ManualClock clock = new ManualClock();
  private final MultiThreadIoEventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final InMemoryPolicyStore store = new InMemoryPolicyStore(Policies.NONE);
  private final InMemoryExchange exchange = new InMemoryExchange();
  private final Limits a = new Limits("a");
  private final Limits b = new Limits("b");

  /** The limits of a node. */
  private final class Limits {
    final PolicyFollower control;
    final ResourceGroups groups;
    final PublishLimits topics;

    Limits(String name) {
      GroupSharing sharing = new GroupSharing(name, QuotaSettings.DEFAULT, exchange.join());
      control = PolicyFollower.start(
          store, sharing, PublishSettings.DEFAULT, NodeLimits.NONE, clock, loops);
      groups = control.groups();
      topics = control.publish();
    }

    RampView ramp(PolicyKey key) {
      return Optional.ofNullable(groups.ramps().view().get(key)).orElseThrow();
    }

    void tick() {
      groups.ramps().tick(clock.nanos());
      groups.settleClaims();
      groups.tick();
    }

    void close() {
      control.close();
    }
  }

  @AfterEach
  void stop() {
    a.close();
    b.close();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private <P extends Record> void put(PolicyKind<P> kind, PolicyKey key, P policy) {
    store.put(kind, key, policy).toCompletableFuture().join();
    clock.advance(Duration.ofMillis(20)); // changes in quick succession take effect together
  }

  private void putRamp(PolicyKey key, RampUp ramp) throws InterruptedException {
    put(PolicyKind.RAMP, key, ramp);
    for (Limits node : List.of(a, b)) {
      Gateways.until("the ramp is known", () -> {
        RampView view = node.groups.ramps().view().get(key);
        return view != null && view.ramp().equals(ramp);
      });
      node.tick(); // by when limits have followed it
    }
  }

  private void pass(int seconds) {
    for (int i = 0; i < 10 * seconds; i++) {
      clock.advance(Duration.ofMillis(100));
      a.tick();
      b.tick();
    }
  }

  /** Until the nodes know of each limit that one of them uses which one divides it: they have heard each other. */
  private void settleClaims() {
    for (int i = 0; i < 12; i++) {
      a.groups.settleClaims();
      b.groups.settleClaims();
      clock.advance(Duration.ofMillis(60));
    }
  }

  private static double perSecond(TopicPublishLimiter limit) {
    var rate = limit.rates().messages();
    return rate.tokens() * 1e9 / rate.periodNanos();
  }

  /** What passes in a second if as much is sent as passes. */
  private long admittedInASecond(TopicPublishLimiter limit) {
    long before = limit.counts().admitted();
    for (int i = 0; i < 1000; i++) {
      clock.advance(Duration.ofMillis(1));
      while (!limit.mustWait() && limit.consume(1, 1)) {
        // the next one
      }
      if (i % 100 == 0) {
        a.tick();
        b.tick();
      }
    }
    return limit.counts().admitted() - before;
  }

  private TopicPublishLimiter orders(Limits node) throws InterruptedException {
    TopicPublishLimiter limit = node.topics.acquire("orders");
    Gateways.until("the limit holds", () -> limit.limit().toPublishLimit().equals(LIMIT));
    return limit;
  }

  @Test
  void shouldAdmitWhatTheLevelAllows() throws Exception {
    put(PolicyKind.PUBLISH, NAMESPACE, LIMIT);
    TopicPublishLimiter orders = orders(a);
    settleClaims();
    putRamp(NAMESPACE, RAMP);
    assertThat(perSecond(orders)).isCloseTo(1000 * 10 / 110.0, within(0.01));

    for (int second = 0; second < 10; second++) {
      double level = a.ramp(NAMESPACE).level();
      assertThat((double) admittedInASecond(orders))
          .as("at level %s", level)
          .isCloseTo(1000 * level / 110, within(100.0 + 10));
    }
    pass(2);
    assertThat(orders.rates()).isEqualTo(LimitRates.of(LIMIT));
  }

  @Test
  void shouldActOnTheLimitsOfTheSamePolicyOnEveryNode() throws Exception {
    put(PolicyKind.PUBLISH, NAMESPACE, LIMIT);
    put(PolicyKind.PUBLISH, PolicyKey.topic("bills"), LIMIT);
    putRamp(NAMESPACE, RAMP);
    TopicPublishLimiter here = orders(a);
    TopicPublishLimiter there = orders(b);

    pass(6);

    assertThat(perSecond(here) + perSecond(there)).isCloseTo(1000 * 70 / 110.0, within(92.0));
    assertThat(perSecond(here)).isCloseTo(perSecond(there), within(92.0));
    TopicPublishLimiter bills = a.topics.acquire("bills");
    settleClaims();
    assertThat(bills.rates()).isEqualTo(LimitRates.of(LIMIT));
    RampView view = b.ramp(NAMESPACE);
    assertThat(view.factor()).isCloseTo(view.level() / 110, within(1e-9));
  }

  @Test
  void shouldRiseByWhatIsUsedOnAnyNode() throws Exception {
    put(PolicyKind.PUBLISH, ORDERS, LIMIT);
    putRamp(ORDERS, new RampUp(10, 110, Duration.ofSeconds(10), RampUp.Mode.ONLY_IF_USED));
    TopicPublishLimiter idle = orders(a);
    TopicPublishLimiter busy = orders(b);
    pass(5);
    assertThat(perSecond(idle) + perSecond(busy)).as("while no node uses it").isLessThan(91);
    assertThat(a.ramp(ORDERS).used()).isZero();

    for (int second = 0; second < 5; second++) {
      admittedInASecond(busy);
    }

    assertThat(perSecond(idle) + perSecond(busy)).isBetween(270.0, 730.0);
    assertThat(perSecond(busy)).isGreaterThan(2 * perSecond(idle));
    for (Limits node : List.of(a, b)) {
      assertThat(node.ramp(ORDERS).used()).as("on the node that uses it").isBetween(0.5, 1.0);
      assertThat(node.ramp(ORDERS).nodes()).isEqualTo(2);
    }
  }

  @Test
  void shouldKeepDebtsWhenARampIsSetMovesAndIsRemoved() throws Exception {
    put(PolicyKind.PUBLISH, ORDERS, LIMIT);
    TopicPublishLimiter orders = orders(a);
    settleClaims();
    orders.consume(100_000, 1);

    putRamp(ORDERS, RAMP);
    assertThat(perSecond(orders)).isLessThan(92);
    pass(3);
    putRamp(ORDERS, new RampUp(1, 55, Duration.ofSeconds(54), RampUp.Mode.SCHEDULED));
    double level = a.ramp(ORDERS).level();
    assertThat(level).isBetween(30.0, 50.0);
    assertThat(perSecond(orders)).isCloseTo(1000 * level / 55, within(0.01));
    store.remove(PolicyKind.RAMP, ORDERS).toCompletableFuture().join();
    Gateways.until("there is no ramp any more", () -> orders.rates().equals(LimitRates.of(LIMIT)));

    assertThat(orders.consume(1, 1)).as("what is owed is owed still").isFalse();
    clock.advance(Duration.ofSeconds(100));
    assertThat(orders.consume(1, 1)).isTrue();
  }

  @Test
  void shouldBeginALimitOfARampWithAsMuchOfItsBurst() throws Exception {
    put(PolicyKind.PUBLISH, ORDERS, PublishLimit.of(1100, 0));
    putRamp(ORDERS, RAMP);

    TopicPublishLimiter orders = a.topics.acquire("orders");
    settleClaims();

    assertThat(orders.consume(99, 1)).isTrue();
    assertThat(orders.consume(1, 1)).isFalse();
  }

  @Test
  void shouldRaiseAGroupsQuotaOnEveryNode() throws Exception {
    putRamp(GOLD, RAMP);
    put(PolicyKind.GROUP, GOLD, new GroupQuota(1100, -1, 2200, -1));
    put(PolicyKind.MEMBERSHIP, PolicyKey.namespace("public/default"), new Membership("gold"));
    for (Limits node : List.of(a, b)) {
      Gateways.until(
          "the group is known", () -> !node.groups.of(TopicName.parse("orders")).isEmpty());
    }

    pass(4);

    for (Limits node : List.of(a, b)) {
      ResourceGroup gold = node.groups.all().iterator().next();
      assertThat(gold.quota(QuotaDimension.PUBLISH_MESSAGES)).isEqualTo(500);
      assertThat(gold.quota(QuotaDimension.DISPATCH_MESSAGES)).isEqualTo(1000);
      assertThat(gold.quota(QuotaDimension.PUBLISH_BYTES)).isInfinite();
      assertThat(gold.share(QuotaDimension.PUBLISH_MESSAGES)).isLessThanOrEqualTo(500);
    }
  }
}
