package io.sluice.gateway.config;

import java.util.List;
import java.util.function.Supplier;

/**
 * The nodes among which the homes of limited topics are chosen.
 *
 * @param self the id of this node; empty if topics have no homes
 * @param ready answers with the nodes that may be homes at this moment, this one among them if it may be one;
 *     asked ten times per second at most, by any thread
 */
public record HomeNodes(String self, Supplier<List<HomeNode>> ready) {

  /** Topics have no homes: every lookup is answered by the node that was asked. */
  public static HomeNodes none() {
    return new HomeNodes("", List::of);
  }

  public boolean areOn() {
    return !self.isEmpty();
  }
}
