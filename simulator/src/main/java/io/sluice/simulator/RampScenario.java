package io.sluice.simulator;

import io.sluice.ramp.RampConfig;
import java.time.Duration;
import java.util.List;

/**
 * What replicas that share a ramp live through. Together with the seed everything follows from it.
 *
 * @param demands what each of them wants, over time in seconds
 * @param changes what happens, with times in seconds; not to the quota, and the network is not split, as
 *     replicas only talk to the store
 * @param skew by how much their times of day differ at most
 */
public record RampScenario(
    long seed,
    RampConfig config,
    List<Demand> demands,
    List<Change> changes,
    int seconds,
    Duration skew) {

  private static final int MOST_SECONDS = 3600;
  private static final int MOST_REPLICAS = 100;

  /** Checks that what happens happens to replicas that there are. */
  public RampScenario {
    demands = List.copyOf(demands);
    changes = List.copyOf(changes);
    require(
        !demands.isEmpty() && demands.size() <= MOST_REPLICAS, "there must be 1 to 100 replicas");
    require(seconds >= 1 && seconds <= MOST_SECONDS, "seconds must be from 1 to 3600");
    require(!skew.isNegative(), "the skew must not be negative");
    for (Change change : changes) {
      require(
          change.kind() != Change.Kind.QUOTA && change.kind() != Change.Kind.SPLIT,
          "replicas know no " + change.text());
      require(
          !change.kind().isOfANode() || change.node() < demands.size(),
          "there is no replica " + change.node() + " for " + change.text());
    }
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
