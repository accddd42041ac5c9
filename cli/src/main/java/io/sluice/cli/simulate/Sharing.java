package io.sluice.cli.simulate;

import io.sluice.simulator.Promise;
import io.sluice.simulator.QuotaSharing;

/**
 * What nodes share in a simulation, and how.
 *
 * @param command what is typed to run it
 */
record Sharing(String command, QuotaSharing.Kind kind, Promise promise) {

  static final Sharing OF_GROUPS =
      new Sharing("./sluice simulate groups", QuotaSharing.SLUICE, Promise.GROUP);

  static final Sharing OF_GROUPS_IN_STOCK_PULSAR =
      new Sharing("./sluice simulate groups --division stock", QuotaSharing.STOCK, Promise.GROUP);

  static final Sharing OF_LIMITS =
      new Sharing("./sluice simulate limits", QuotaSharing.LIMIT, Promise.LIMIT);
}
