package io.sluice.pulsar;

import static io.sluice.policy.PolicyKind.PUBLISH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.policy.Policies;
import io.sluice.policy.PolicyChange;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.json.InvalidJsonException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PolicyEntryTest {

  private static final PolicyKey ORDERS = PolicyKey.topic("orders");
  private static final PublishLimit LOW = PublishLimit.of(10, 0);
  private static final PublishLimit HIGH = PublishLimit.of(1000, 0);

  private static PolicyChange apply(String key, String value, Policies.Builder to)
      throws Exception {
    return apply(key, value, "", Policies.NONE, to);
  }

  private static PolicyChange apply(
      String key, String value, String before, Policies base, Policies.Builder to)
      throws Exception {
    PolicyMessage message = new PolicyMessage("1:2", Instant.EPOCH, key, value, "alice", before);
    return PolicyEntry.apply(message, base, 1, to);
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

  @Test
  void shouldSayWhatAMessageHasChanged() throws Exception {
    Policies.Builder read = Policies.of(Map.of(ORDERS, LOW)).changed();

    assertThat(apply(PolicyEntry.key(PUBLISH, ORDERS), PolicyEntry.value(HIGH), read))
        .isEqualTo(new PolicyChange(
            "1:2", Instant.EPOCH, "alice", PUBLISH, ORDERS, Optional.of(LOW), Optional.of(HIGH)));
  }

  @Test
  void shouldBelieveWhoSetItWhatWasThereBeforeUnlessThatWasRead() throws Exception {
    String orders = PolicyEntry.key(PUBLISH, ORDERS);
    String low = PolicyEntry.value(LOW);
    String high = PolicyEntry.value(HIGH);
    PublishLimit middle = PublishLimit.of(100, 0);
    Policies base = Policies.of(Map.of(ORDERS, middle));

    assertThat(apply(orders, high, low, Policies.NONE, Policies.NONE.changed()).before())
        .contains(LOW);
    assertThat(apply(orders, high, low, base, base.changed()).before()).contains(LOW);
    assertThat(apply(orders, high, PolicyEntry.removed(), base, base.changed()).before())
        .contains(middle);
    assertThat(apply(orders, high, "{", base, base.changed()).before())
        .as("what cannot be read")
        .contains(middle);
    assertThat(apply(
                orders,
                high,
                low,
                Policies.NONE,
                Policies.of(Map.of(ORDERS, middle)).changed())
            .before())
        .as("another was read")
        .contains(middle);
  }

  @Test
  void shouldFallBackToTheFileWhenItWasRemoved() throws Exception {
    Policies base = Policies.of(Map.of(ORDERS, LOW));
    Policies.Builder read = Policies.of(Map.of(ORDERS, HIGH)).changed();

    PolicyChange change =
        apply(PolicyEntry.key(PUBLISH, ORDERS), PolicyEntry.removed(), "", base, read);

    assertThat(change.before()).contains(HIGH);
    assertThat(change.after()).contains(LOW);
  }
}
