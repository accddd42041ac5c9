package io.sluice.admin.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sluice.api.LimitShare;
import io.sluice.gateway.config.NodeLimits;
import io.sluice.gateway.config.PublishSettings;
import io.sluice.gateway.view.HomeView;
import io.sluice.gateway.view.RampView;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.Membership;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.RampUp;
import io.sluice.policy.TopicName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExplanationTest {

  private static final TopicName TOPIC = TopicName.parse("acme/orders/new-partition-3");
  private static final PolicyKey NAMESPACE = PolicyKey.namespace("acme/orders");

  private static final PublishSettings SETTINGS =
      new PublishSettings(0, 0, true, 1000, 0, 64L << 20, 0, 0, 100, 100);

  private static final NodeLimits NODE = NodeLimits.publish(5000, 0);

  private static final Explanation.Here NOTHING_KNOWN = new Explanation.Here(
      group -> Optional.empty(), Map.of(), topic -> Optional.empty(), topic -> List.of());

  @Test
  void shouldSayWhatEachBrokerMayBeSent() {
    Policies policies = Policies.NONE.with(
        PolicyKind.PUBLISH, PolicyKey.BROKER, PublishLimit.of(700, 0).inShadow());

    Explanation.Limit broker = explain(policies).broker();

    assertThat(broker.enforced()).isFalse();
    assertThat(broker.origin()).isEqualTo("broker");
    assertThat(broker.steps())
        .singleElement()
        .matches(step -> step.target().equals("broker") && step.policy() != null);
    assertThat(explain(policies).text())
        .contains(
            "Each broker may be sent 700 messages/s by all topics together; that is only counted.");
    assertThat(explain(Policies.NONE).broker().inForce()).isNull();
    assertThat(explain(Policies.NONE).text()).noneMatch(line -> line.contains("roker"));
  }

  @Test
  void shouldSayWhatTheNodeMayDispatch() {
    Explanation explanation = Explanation.of(
        TOPIC, Policies.NONE, SETTINGS, NodeLimits.dispatch(0, 1000).inShadow(), NOTHING_KNOWN);

    assertThat(explanation.text())
        .contains(
            "All topics together may dispatch 1000 bytes/s through this node; that is only counted.");
  }

  private static Explanation explain(Policies policies) {
    return Explanation.of(TOPIC, policies, SETTINGS, NODE, NOTHING_KNOWN);
  }

  @Test
  void shouldSayWhatIsInForceAndWhatIsOverruled() {
    Policies policies = Policies.NONE
        .with(PolicyKind.PUBLISH, NAMESPACE, PublishLimit.of(1000, 0))
        .with(PolicyKind.PUBLISH, PolicyKey.DEFAULT, PublishLimit.of(10, 20));

    Explanation explanation = explain(policies);

    Explanation.Limit publish = explanation.limits().get(0);
    assertThat(publish.kind()).isEqualTo("publish");
    assertThat(publish.enforced()).isTrue();
    assertThat(publish.origin()).isEqualTo("namespace acme/orders");
    assertThat(publish.steps().stream().map(step -> step.target() + ": " + step.text()))
        .containsExactly(
            "topic persistent://acme/orders/new-partition-3: not set",
            "topic persistent://acme/orders/new: not set",
            "namespace acme/orders: set, and the one that counts",
            "default: set, but namespace acme/orders comes first");
    assertThat(explanation.text())
        .containsExactly(
            "The topic may publish 1000 messages/s, as set for namespace acme/orders.",
            "All topics together may publish 5000 messages/s through this node.",
            "Dispatch is not limited: nothing is set for the topic, for its namespace or by"
                + " default.");
    assertThat(explanation.connection()).isEqualTo(new Explanation.Connection(1000, 64L << 20, 0));
  }

  @Test
  void shouldSayThatNothingIsSet() {
    Explanation explanation = explain(Policies.NONE);

    assertThat(explanation.text().get(0)).startsWith("Publishing is not limited: nothing is set");
    assertThat(explanation.limits()).hasSize(3).allSatisfy(limit -> {
      assertThat(limit.inForce()).isNull();
      assertThat(limit.origin()).isNull();
      assertThat(limit.enforced()).isFalse();
    });
    assertThat(explanation.ramp().kind()).isEqualTo("ramp");
    assertThat(explanation.groups()).isEmpty();
  }

  @Test
  void shouldTellALimitThatOnlyCountsFromOneThatIsNone() {
    Explanation shadow = explain(Policies.NONE.with(
        PolicyKind.PUBLISH, PolicyKey.DEFAULT, PublishLimit.of(10, 20).inShadow()));
    Explanation none =
        explain(Policies.NONE.with(PolicyKind.PUBLISH, NAMESPACE, PublishLimit.NONE));

    assertThat(shadow.limits().get(0).enforced()).isFalse();
    assertThat(shadow.text().get(0))
        .isEqualTo("The topic should publish at most 10 messages/s and 20 bytes/s, as set by"
            + " default; more is only counted, no producer has to wait.");
    assertThat(none.text().get(0))
        .isEqualTo("Publishing is not limited, as set for namespace acme/orders.");
  }

  @Test
  void shouldSayWhichDispatchLimitsHold() {
    Policies policies = Policies.NONE
        .with(PolicyKind.DISPATCH, NAMESPACE, new DispatchLimit(5, 70, false, 10))
        .with(PolicyKind.DISPATCH, PolicyKey.DEFAULT, DispatchLimit.of(1, 1))
        .with(
            PolicyKind.SUBSCRIPTION_DISPATCH,
            new PolicyKey.Topic(TOPIC),
            new DispatchLimit(1, -1, true, 1));

    Explanation explanation = explain(policies);

    assertThat(explanation.limits().get(1).origin()).isEqualTo("namespace acme/orders");
    assertThat(explanation.limits().get(1).enforced()).isTrue();
    assertThat(explanation.text().subList(2, 4))
        .containsExactly(
            "The topic may dispatch 5 messages in 10 s and 70 bytes in 10 s to all subscriptions"
                + " together, as set for namespace acme/orders.",
            "The topic may dispatch 1 message/s more than is published to each subscription, as set"
                + " for topic persistent://acme/orders/new-partition-3.");
    assertThat(explain(Policies.NONE.with(PolicyKind.DISPATCH, NAMESPACE, DispatchLimit.of(0, -1)))
            .text())
        .contains("Dispatch to all subscriptions together is not limited, as set for namespace"
            + " acme/orders.");
  }

  @Test
  void shouldSayWhichGroupsHoldAndWhatTheyComeToHere() {
    PolicyKey.Group gold = new PolicyKey.Group("gold");
    Policies policies = Policies.NONE
        .with(PolicyKind.GROUP, gold, new GroupQuota(100, -1, -1, -1))
        .with(PolicyKind.MEMBERSHIP, NAMESPACE, new Membership("gold"))
        .with(PolicyKind.MEMBERSHIP, new PolicyKey.Tenant("acme"), new Membership("lost"));

    Explanation explanation = Explanation.of(
        TOPIC,
        policies,
        SETTINGS,
        NODE,
        new Explanation.Here(
            name -> Optional.of(Views.group(3, 25)).filter(view -> name.equals("gold")),
            Map.of(),
            topic -> Optional.empty(),
            topic -> List.of()));

    assertThat(explanation.groups())
        .extracting(
            Explanation.Group::name, Explanation.Group::through, Explanation.Group::enforced)
        .containsExactly(
            tuple("gold", "namespace acme/orders", true), tuple("lost", "tenant acme", false));
    assertThat(explanation.text())
        .contains(
            "namespace acme/orders is in group gold, whose members may, all together, publish 100"
                + " messages/s; the share of this node, one of 3, is publish 25 messages/s (1"
                + " waiting).",
            "tenant acme is in group lost, which does not exist.");
    assertThat(Optional.ofNullable(explanation.groups().get(1).quota())).isEmpty();
    assertThat(explain(policies.with(PolicyKind.GROUP, gold, new GroupQuota(-1, 5, 6, 7)))
            .text())
        .contains("namespace acme/orders is in group gold, whose members may, all together, publish"
            + " 5 bytes/s and be sent 6 messages/s and 7 bytes/s.");
  }

  @Test
  void shouldSayWhereTheTopicsHomeIs() {
    Policies policies = Policies.NONE.with(PolicyKind.PUBLISH, NAMESPACE, PublishLimit.of(100, 0));
    HomeView there = new HomeView("node-2", "pulsar://two:6650", false);
    HomeView here = new HomeView("node-1", "pulsar://one:6650", true);

    Explanation elsewhere = Explanation.of(TOPIC, policies, SETTINGS, NODE, withHome(there));

    assertThat(elsewhere.home()).isEqualTo(there);
    assertThat(elsewhere.text())
        .endsWith(
            "The topic's home is node node-2: clients are redirected to it, at pulsar://two:6650.");
    assertThat(Explanation.of(TOPIC, policies, SETTINGS, NODE, withHome(here)).text())
        .endsWith(
            "The topic's home is this node: clients that ask other nodes are redirected to it, at"
                + " pulsar://one:6650.");
    assertThat(explain(policies).home()).isNull();
  }

  private static Explanation.Here withHome(HomeView home) {
    return new Explanation.Here(
        group -> Optional.empty(),
        Map.of(),
        topic -> topic.equals(TOPIC) ? Optional.of(home) : Optional.empty(),
        topic -> List.of());
  }

  @Test
  void shouldSayWhatRises() {
    RampUp ramp = new RampUp(1, 100, Duration.ofMinutes(1), RampUp.Mode.RELAXED);
    Policies policies = Policies.NONE
        .with(PolicyKind.PUBLISH, NAMESPACE, PublishLimit.of(100, 0))
        .with(PolicyKind.RAMP, NAMESPACE, ramp)
        .with(PolicyKind.RAMP, PolicyKey.DEFAULT, ramp);

    Explanation explanation = Explanation.of(
        TOPIC,
        policies,
        SETTINGS,
        NODE,
        new Explanation.Here(
            group -> Optional.empty(),
            Map.of(NAMESPACE, new RampView(ramp, 25, 0.25, 0, 1)),
            topic -> Optional.empty(),
            topic -> List.of()));

    assertThat(explanation.text().get(0))
        .isEqualTo(
            "The topic may publish 100 messages/s, as set for namespace acme/orders, rising to"
                + " that in 60 s (relaxed) and now at 25 % of it.");
    assertThat(explanation.ramp().enforced()).isTrue();
    assertThat(explanation.ramp().origin()).isEqualTo("namespace acme/orders");
    assertThat(explanation.ramp().steps().get(3).text())
        .isEqualTo("set, but the limit is that of namespace acme/orders");
  }

  private static LimitShare share(PolicyKind<?> kind, int nodes, String text) {
    return new LimitShare(kind.name(), null, 0.5, null, nodes, "node-2", true, text);
  }

  @Test
  void shouldSayWhichPartOfADividedLimitTheNodeMayUse() {
    Policies policies = Policies.NONE
        .with(PolicyKind.PUBLISH, NAMESPACE, PublishLimit.of(100, 0))
        .with(PolicyKind.DISPATCH, NAMESPACE, DispatchLimit.of(10, 0))
        .with(PolicyKind.SUBSCRIPTION_DISPATCH, NAMESPACE, DispatchLimit.of(5, 0));
    List<LimitShare> shares = List.of(
        share(PolicyKind.PUBLISH, 2, "publish share"),
        share(PolicyKind.DISPATCH, 1, "of one node"),
        share(PolicyKind.SUBSCRIPTION_DISPATCH, 2, "first"),
        share(PolicyKind.SUBSCRIPTION_DISPATCH, 2, "second"),
        share(PolicyKind.SUBSCRIPTION_DISPATCH, 2, "third"),
        share(PolicyKind.SUBSCRIPTION_DISPATCH, 2, "fourth"));

    Explanation explanation = Explanation.of(
        TOPIC,
        policies,
        SETTINGS,
        NodeLimits.NONE,
        new Explanation.Here(
            group -> Optional.empty(), Map.of(), topic -> Optional.empty(), topic -> shares));

    assertThat(explanation.shares()).isEqualTo(shares);
    assertThat(explanation.text())
        .containsExactly(
            "The topic may publish 100 messages/s, as set for namespace acme/orders.",
            "publish share",
            "The topic may dispatch 10 messages/s to all subscriptions together, as set for"
                + " namespace acme/orders.",
            "The topic may dispatch 5 messages/s to each subscription, as set for namespace"
                + " acme/orders.",
            "first",
            "second",
            "third",
            "The limits of other subscriptions are used on several nodes, too.");
  }
}
