package io.sluice.admin.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PreviewTest {

  private static final String ORDERS = "persistent://public/default/orders";
  private static final PolicyKey NAMESPACE = PolicyKey.namespace("public/default");

  private final Node node = new Node();

  private Preview publish(PolicyKey target, long messages, long bytes) {
    return node.history.preview(new Preview.Limit(PolicyKind.PUBLISH, target, messages, bytes));
  }

  private static List<String> names(Preview preview) {
    return preview.topics().stream().map(Preview.Topic::name).toList();
  }

  @Test
  void shouldWaitFromWhenTheBucketIsEmptyUntilTheDebtIsPaid() {
    Replay bucket = new Replay(100);

    // It begins with 100 and loses 50 per second: after 2 s it is empty, and at the end owes 150.
    assertThat(bucket.throttledSeconds(150, 5)).isEqualTo(3);
    // It neither earns nor loses, and owes 150 still.
    assertThat(bucket.throttledSeconds(100, 5)).isEqualTo(5);
    // It earns 60 per second: 150 are paid after 2.5 s, and 100 of the rest are kept.
    assertThat(bucket.throttledSeconds(40, 5)).isEqualTo(2.5);
    assertThat(bucket.throttledSeconds(0, 5)).isZero();
    // 100 are kept, and 20 per second lost: just enough.
    assertThat(bucket.throttledSeconds(120, 5)).isZero();
    assertThat(bucket.throttledSeconds(120, 5)).isEqualTo(5);
  }

  @Test
  void shouldNeverWaitWithoutALimit() {
    assertThat(new Replay(0).throttledSeconds(1e9, 5)).isZero();
    assertThat(new Replay(-1).multiple(1e9)).isZero();
  }

  @Test
  void shouldReplayWhatWasPublished() {
    node.look(0);
    node.published(1, ORDERS, 750, 7500);
    node.look(5);
    node.published(1, ORDERS, 1250, 12_500);
    node.look(5);
    node.published(1, ORDERS, 1450, 14_500);
    node.look(5);

    Preview preview = publish(PolicyKey.topic(ORDERS), 100, 0);

    assertThat(preview.coveredSeconds()).isEqualTo(15);
    assertThat(names(preview)).containsExactly(ORDERS);
    Preview.Topic topic = preview.topics().get(0);
    assertThat(topic.throttledSeconds()).isCloseTo(10.5, within(0.001));
    assertThat(topic.worst()).isCloseTo(1.5, within(0.001));
    assertThat(topic.limitedNow()).isFalse();
    // Bytes are ten times as many, so half of that limit is twice as strict: 50 of 150 from the
    // start.
    assertThat(publish(PolicyKey.topic(ORDERS), 100, 500).topics().get(0).worst())
        .isCloseTo(3, within(0.001));
    assertThat(publish(PolicyKey.topic(ORDERS), 150, 1500).topics()).isEmpty();
    assertThat(publish(PolicyKey.topic(ORDERS), 0, 0).topics()).isEmpty();
  }

  @Test
  void shouldReplayWhatWasDispatchedForALimitOfThat() {
    node.look(0);
    node.dispatched(1, ORDERS, 750, 0);
    node.look(5);

    assertThat(publish(PolicyKey.DEFAULT, 1, 1).topics()).isEmpty();
    assertThat(names(node.history.preview(
            new Preview.Limit(PolicyKind.DISPATCH, PolicyKey.DEFAULT, 100, 0))))
        .containsExactly(ORDERS);
  }

  @Test
  void shouldOnlyTakeTopicsForWhichThePolicyWouldCount() {
    String part = ORDERS + "-partition-0";
    String own = ORDERS + "-partition-1";
    String elsewhere = "persistent://acme/other/bills";
    node.look(0);
    node.published(1, part, 500, 0);
    node.published(2, own, 500, 0);
    node.published(3, "persistent://public/default/more", 1000, 0);
    node.published(4, elsewhere, 500, 0);
    node.look(5);
    node.policies = Policies.NONE.with(PolicyKind.PUBLISH, PolicyKey.topic(own), PublishLimit.NONE);

    assertThat(names(publish(PolicyKey.topic(ORDERS), 10, 0))).containsExactly(part);
    assertThat(names(publish(PolicyKey.topic(own), 10, 0))).containsExactly(own);
    assertThat(names(publish(NAMESPACE, 10, 0)))
        .as("the worst first")
        .containsExactly("persistent://public/default/more", part);
    assertThat(names(publish(PolicyKey.DEFAULT, 10, 0)))
        .containsExactly("persistent://public/default/more", elsewhere, part);

    node.policies = node.policies.with(PolicyKind.PUBLISH, NAMESPACE, PublishLimit.of(5, 0));
    assertThat(names(publish(PolicyKey.DEFAULT, 10, 0))).containsExactly(elsewhere);
    assertThat(names(publish(NAMESPACE, 10, 0))).as("in its place").hasSize(2);
  }

  @Test
  void shouldSayThatDemandMayHaveBeenMore() {
    node.look(0);
    node.published(1, ORDERS, 500, 0);
    node.held(2, ORDERS, Duration.ofSeconds(1), 10);
    node.look(5);
    assertThat(publish(PolicyKey.DEFAULT, 10, 0).topics().get(0).limitedNow()).isTrue();

    node.producers.clear();
    node.look(1);
    assertThat(publish(PolicyKey.DEFAULT, 10, 0).topics().get(0).limitedNow()).isFalse();
  }
}
