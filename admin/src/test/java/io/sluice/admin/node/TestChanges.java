package io.sluice.admin.node;

import io.sluice.policy.PolicyStore;
import java.util.Optional;
import java.util.function.Supplier;

/** Changes for tests of other packages. */
public final class TestChanges {

  private TestChanges() {}

  public static Changes of(PolicyStore store) {
    return of(store, Optional::empty);
  }

  public static Changes of(PolicyStore store, Supplier<Optional<String>> unknownBecause) {
    return new Changes(store, unknownBecause);
  }
}
