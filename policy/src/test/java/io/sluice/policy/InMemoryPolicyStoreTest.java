package io.sluice.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.testing.PolicyStoreContract;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InMemoryPolicyStoreTest extends PolicyStoreContract {

  private final PolicyStore store = new InMemoryPolicyStore(Policies.NONE);

  @Override
  protected PolicyStore store() {
    return store;
  }

  @Test
  void shouldGoBackToTheConfigurationWhereAPolicyIsRemoved() {
    Policies configured = Policies.of(Map.of(PolicyKey.BROKER, PublishLimit.of(5, 0)));
    PolicyStore over = InMemoryPolicyStore.over(configured);
    var unused = over.put("op", PolicyKind.PUBLISH, PolicyKey.BROKER, PublishLimit.of(7, 0));

    var unusedToo = over.remove("op", PolicyKind.PUBLISH, PolicyKey.BROKER);

    assertThat(over.current().get(PolicyKind.PUBLISH, PolicyKey.BROKER))
        .contains(PublishLimit.of(5, 0));
    assertThat(over.changes().get(0).after()).contains(PublishLimit.of(5, 0));
  }
}
