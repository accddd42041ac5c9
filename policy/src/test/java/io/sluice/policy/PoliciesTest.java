package io.sluice.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.policy.Policies.Resolved;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PoliciesTest {

  private static final PublishLimit ONE = PublishLimit.of(1, 0);
  private static final PublishLimit TWO = PublishLimit.of(2, 0);
  private static final PublishLimit THREE = PublishLimit.of(3, 0);
  private static final PolicyKey ORDERS = PolicyKey.topic("orders");
  private static final PolicyKey NAMESPACE = PolicyKey.namespace("public/default");

  private final Policies policies =
      Policies.of(Map.of(ORDERS, ONE, NAMESPACE, TWO, PolicyKey.DEFAULT, THREE));

  private static Resolved<PublishLimit> resolve(Policies policies, String topic) {
    return policies.publishLimit(TopicName.parse(topic));
  }

  @Test
  void shouldPreferTheTopicThenTheNamespaceThenTheDefault() {
    assertThat(resolve(policies, "orders")).isEqualTo(new Resolved<>(ONE, ORDERS));
    assertThat(resolve(policies, "bills")).isEqualTo(new Resolved<>(TWO, NAMESPACE));
    assertThat(resolve(policies, "public/other/bills"))
        .isEqualTo(new Resolved<>(THREE, PolicyKey.DEFAULT));
  }

  @Test
  void shouldNotTakeTheLimitOfBrokersForOneOfTopics() {
    Policies ofBrokers = Policies.of(Map.of(PolicyKey.BROKER, ONE));

    assertThat(resolve(ofBrokers, "orders").limit()).isEqualTo(PublishLimit.NONE);
    assertThat(ofBrokers.get(PolicyKind.PUBLISH, PolicyKey.BROKER)).contains(ONE);
    assertThat(PolicyKey.parse(PolicyKey.BROKER.toString())).isEqualTo(PolicyKey.BROKER);
  }

  @Test
  void shouldHaveNothingButPublishLimitsOfBrokersAndNoPoliciesOfNodes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PolicyKind.DISPATCH.requireFor(PolicyKey.BROKER));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PolicyKind.RAMP.requireFor(PolicyKey.BROKER));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PolicyKind.PUBLISH.requireFor(PolicyKey.NODE));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PolicyKey.parse(PolicyKey.NODE.toString()));
  }

  @Test
  void shouldHaveNoLimitWhereNothingIsSet() {
    assertThat(resolve(Policies.NONE, "orders"))
        .isEqualTo(new Resolved<>(PublishLimit.NONE, PolicyKey.DEFAULT));
  }

  @Test
  void shouldLetAPolicyOfNoLimitStandAgainstMoreGeneralOnes() {
    Policies freed = policies.with(PolicyKind.PUBLISH, ORDERS, PublishLimit.NONE);

    assertThat(resolve(freed, "orders")).isEqualTo(new Resolved<>(PublishLimit.NONE, ORDERS));
  }

  @Test
  void shouldGiveEachPartitionTheLimitOfItsTopicUnlessItHasItsOwn() {
    PolicyKey second = PolicyKey.topic("orders-partition-1");
    Policies both = policies.with(PolicyKind.PUBLISH, second, THREE);

    assertThat(resolve(both, "orders-partition-0")).isEqualTo(new Resolved<>(ONE, ORDERS));
    assertThat(resolve(both, "orders-partition-1")).isEqualTo(new Resolved<>(THREE, second));
    assertThat(resolve(both, "orders-partition-x")).isEqualTo(new Resolved<>(TWO, NAMESPACE));
  }

  @Test
  void shouldBeTheSameInTheKindsThatNoChangeIsAbout() {
    Policies changed = policies.with(PolicyKind.DISPATCH, ORDERS, DispatchLimit.of(1, 0));

    assertThat(changed.isSame(policies, List.of(PolicyKind.PUBLISH, PolicyKind.RAMP)))
        .isTrue();
    assertThat(changed.isSame(policies, List.of(PolicyKind.PUBLISH, PolicyKind.DISPATCH)))
        .isFalse();
    assertThat(policies.isSame(changed, List.of(PolicyKind.DISPATCH))).isFalse();
  }

  @Test
  void shouldFindTheGroupOfTheNamespaceThenOfTheTenantAndTheSameOnce() {
    Policies grouped = policies
        .with(PolicyKind.MEMBERSHIP, NAMESPACE, new Membership("silver"))
        .with(PolicyKind.MEMBERSHIP, new PolicyKey.Tenant("public"), new Membership("gold"));

    assertThat(policies.groups(TopicName.parse("orders"))).isEmpty();
    assertThat(grouped.groups(TopicName.parse("orders"))).containsExactly("silver", "gold");
    assertThat(grouped.groups(TopicName.parse("public/other/orders"))).containsExactly("gold");
    assertThat(grouped.groups(TopicName.parse("private/other/orders"))).isEmpty();
    assertThat(grouped.groups(TopicName.parseOrUnreadable("segment://of/another/kind")))
        .isEmpty();
    assertThat(grouped
            .with(PolicyKind.MEMBERSHIP, NAMESPACE, new Membership("gold"))
            .groups(TopicName.parse("orders")))
        .containsExactly("gold");
  }

  @Test
  void shouldTakeDomainsForDifferentTopics() {
    assertThat(resolve(policies, "non-persistent://public/default/orders"))
        .isEqualTo(new Resolved<>(TWO, NAMESPACE));
  }
}
