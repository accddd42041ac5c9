package io.sluice.gateway.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.sluice.core.NanoClock;
import io.sluice.gateway.Gateways;
import io.sluice.gateway.config.GroupSharing;
import io.sluice.gateway.config.NodeLimits;
import io.sluice.gateway.config.PublishSettings;
import io.sluice.gateway.view.LimitShareView;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.InMemoryPolicyStore;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.TopicName;
import io.sluice.quota.DividedLimits;
import io.sluice.quota.InMemoryExchange;
import io.sluice.quota.QuotaSettings;
import io.sluice.quota.QuotaUnit;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What two nodes with the same policies show of a topic that is used through both. */
class TopicSharesTest {

  private static final String ORDERS = "persistent://public/default/orders";
  private static final TopicName TOPIC = TopicName.parse(ORDERS);
  private static final PolicyKey NAMESPACE = PolicyKey.namespace("public/default");
  private static final QuotaSettings QUICK = new QuotaSettings(Duration.ofMillis(400), 10, 10, 1);

  private final MultiThreadIoEventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final InMemoryExchange exchange = new InMemoryExchange();
  private final InMemoryPolicyStore policies = new InMemoryPolicyStore(Policies.NONE
      .with(PolicyKind.PUBLISH, NAMESPACE, PublishLimit.of(100, 0))
      .with(PolicyKind.SUBSCRIPTION_DISPATCH, NAMESPACE, DispatchLimit.of(10, 0)));
  private final PolicyFollower one = start("one");
  private final PolicyFollower two = start("two");

  private PolicyFollower start(String name) {
    return PolicyFollower.start(
        policies,
        new GroupSharing(name, QUICK, exchange.join()),
        PublishSettings.DEFAULT,
        NodeLimits.NONE,
        NanoClock.system(),
        loops);
  }

  @AfterEach
  void stop() {
    one.close();
    two.close();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private static TopicShares shares(PolicyFollower node) {
    return new TopicShares(node.publish(), node.dispatch(), node.groups());
  }

  private static void untilDivided(PolicyFollower node, int nodes, String by) throws Exception {
    Gateways.until("the limit is divided by " + by, () -> shares(node)
        .publish(TOPIC)
        .filter(view ->
            view.nodes() == nodes && view.dividedBy().equals(Optional.of(by)) && view.heard())
        .isPresent());
  }

  @Test
  void shouldShowOnHowManyNodesALimitIsUsedAndWhichDividesIt() throws Exception {
    assertThat(shares(one).publish(TOPIC)).as("no producer has come").isEmpty();
    TopicPublishLimiter orders = one.publish().acquire(ORDERS);
    untilDivided(one, 1, "one");
    assertThat(one.groups().dividedLimits()).isEqualTo(new DividedLimits(0, 0));
    assertThat(shares(two).of(TOPIC)).isEmpty();

    two.publish().acquire(ORDERS);

    untilDivided(one, 2, "one");
    untilDivided(two, 2, "one");
    assertThat(one.groups().dividedLimits()).isEqualTo(new DividedLimits(1, 0));
    assertThat(two.groups().dividedLimits()).isEqualTo(new DividedLimits(0, 1));
    Gateways.until("both have a share", () -> {
      LimitShareView shown = shares(one).publish(TOPIC).orElseThrow();
      return shown.shareOfMessages() < 1
          && shown.shareOfMessages() == orders.share(QuotaUnit.MESSAGES);
    });
  }

  @Test
  void shouldShowTheLimitOfEachSubscriptionThatIsUsedHere() {
    one.dispatch().acquire(TOPIC, "sub-b");
    one.dispatch().acquire(TOPIC, "sub-a");
    one.dispatch().acquire(TopicName.parse("bills"), "sub-c");
    one.publish().acquire(ORDERS);

    List<LimitShareView> shown = shares(one).of(TOPIC);

    assertThat(shown)
        .extracting(LimitShareView::kind)
        .containsExactly(
            PolicyKind.PUBLISH, PolicyKind.SUBSCRIPTION_DISPATCH, PolicyKind.SUBSCRIPTION_DISPATCH);
    assertThat(shown)
        .extracting(LimitShareView::subscription)
        .containsExactly(Optional.empty(), Optional.of("sub-a"), Optional.of("sub-b"));
  }

  @Test
  void shouldNotShowMoreSubscriptionsThanAnAnswerHasRoomFor() {
    for (int i = 0; i < 2 * TopicShares.MOST_SUBSCRIPTIONS; i++) {
      one.dispatch().acquire(TOPIC, "sub-" + i);
    }

    assertThat(shares(one).of(TOPIC)).hasSize(TopicShares.MOST_SUBSCRIPTIONS);
  }
}
