package io.sluice.admin.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sluice.gateway.PublishSettings;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.Membership;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.TopicName;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExplanationTest {

  private static final TopicName TOPIC = TopicName.parse("acme/orders/new-partition-3");
  private static final PolicyKey NAMESPACE = PolicyKey.namespace("acme/orders");

  private static final PublishSettings SETTINGS =
      new PublishSettings(5000, 0, true, 1000, 0, 64L << 20, 0, 0, 100, 100);

  private static Explanation explain(Policies policies) {
    return Explanation.of(TOPIC, policies, SETTINGS);
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
            "All topics together may publish 5000 messages/s through this node.");
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
            + " default; more is only counted, nobody has to wait.");
    assertThat(none.text().get(0))
        .isEqualTo("Publishing is not limited, as set for namespace acme/orders.");
  }

  @Test
  void shouldSayWhatIsNotEnforcedYet() {
    Policies policies = Policies.NONE
        .with(PolicyKind.DISPATCH, NAMESPACE, DispatchLimit.of(5, 0))
        .with(PolicyKind.GROUP, new PolicyKey.Group("gold"), GroupQuota.UNLIMITED)
        .with(PolicyKind.MEMBERSHIP, NAMESPACE, new Membership("gold"))
        .with(PolicyKind.MEMBERSHIP, new PolicyKey.Tenant("acme"), new Membership("lost"));

    Explanation explanation = explain(policies);

    assertThat(explanation.limits().get(1).origin()).isEqualTo("namespace acme/orders");
    assertThat(explanation.limits().get(1).enforced()).isFalse();
    assertThat(explanation.groups())
        .extracting(Explanation.Group::name, Explanation.Group::through)
        .containsExactly(tuple("gold", "namespace acme/orders"), tuple("lost", "tenant acme"));
    assertThat(explanation.groups()).noneMatch(Explanation.Group::enforced);
    assertThat(explanation.text())
        .contains(
            "There is a dispatch limit, as set for namespace acme/orders; it is stored, but not"
                + " enforced yet.",
            "namespace acme/orders is in group gold, whose quota is stored, but not enforced yet.",
            "tenant acme is in group lost, which does not exist.");
    assertThat(Optional.ofNullable(explanation.groups().get(1).quota())).isEmpty();
  }
}
