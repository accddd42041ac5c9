package io.sluice.pulsar;

import io.sluice.policy.Policies;
import io.sluice.policy.PolicyStore;
import io.sluice.policy.testing.PolicyStoreContract;
import org.apache.pulsar.client.api.PulsarClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;

class TopicPolicyStoreContractTest extends PolicyStoreContract {

  private final PulsarClient client = Cluster.CLIENT;
  private TopicPolicyStore store;

  @BeforeEach
  void open(TestInfo test) throws Exception {
    store = TopicPolicyStore.open(
        client,
        "persistent://pulsar/system/contract-"
            + test.getTestMethod().orElseThrow().getName(),
        Policies.NONE);
    store.awaitRead(30_000);
  }

  @AfterEach
  void close() throws Exception {
    store.close();
  }

  @Override
  protected PolicyStore store() {
    return store;
  }
}
