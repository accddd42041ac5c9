package io.sluice.pulsar;

import static io.sluice.policy.PolicyKind.PUBLISH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.json.InvalidJsonException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PolicyEntryTest {

  private static final PolicyKey ORDERS = PolicyKey.topic("orders");
  private static final PublishLimit LOW = PublishLimit.of(10, 0);
  private static final PublishLimit HIGH = PublishLimit.of(1000, 0);

  private static void apply(String key, byte[] value, Policies.Builder to) throws Exception {
    PolicyEntry.apply(key, value, Policies.NONE, 1, to);
  }

  @Test
  void shouldChangeAndRemoveWhatIsThereWhenNothingMoreMayCome() throws Exception {
    String orders = PolicyEntry.key(PUBLISH, ORDERS);
    Policies.Builder full = Policies.of(Map.of(ORDERS, LOW)).changed();

    apply(orders, PolicyEntry.value(HIGH), full);
    assertThat(full.build().get(PUBLISH, ORDERS)).contains(HIGH);
    assertThatThrownBy(
            () -> apply(PolicyEntry.key(PUBLISH, PolicyKey.DEFAULT), PolicyEntry.value(LOW), full))
        .isInstanceOf(InvalidJsonException.class)
        .hasMessageContaining("1 policies");

    apply(orders, PolicyEntry.removed(), full);
    assertThat(full.build().size()).isZero();
  }
}
