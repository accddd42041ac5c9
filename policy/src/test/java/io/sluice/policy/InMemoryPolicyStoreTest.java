package io.sluice.policy;

import io.sluice.policy.testing.PolicyStoreContract;

class InMemoryPolicyStoreTest extends PolicyStoreContract {

  private final PolicyStore store = new InMemoryPolicyStore(Policies.NONE);

  @Override
  protected PolicyStore store() {
    return store;
  }
}
