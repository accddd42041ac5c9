package io.sluice.admin;

import io.sluice.policy.PolicyStore;
import java.util.Optional;

/** Changes for tests of other packages. */
public final class TestChanges {

  private TestChanges() {}

  public static Changes of(PolicyStore store) {
    return new Changes(store, Optional::empty);
  }
}
