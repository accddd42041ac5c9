package io.sluice.simulator;

import io.sluice.quota.QuotaDimension;
import io.sluice.quota.QuotaSettings;
import java.util.List;

/**
 * What nodes that share a quota live through. Together with the seed everything follows from it.
 *
 * @param use what there is a quota of
 * @param quota how much of it, per second
 * @param demands of each node
 * @param changes what happens, by time
 * @param intervals for how long
 * @param world how the nodes, their clocks and what is between them are
 */
public record Scenario(
    long seed,
    QuotaDimension use,
    double quota,
    List<Demand> demands,
    List<Change> changes,
    int intervals,
    QuotaSettings settings,
    World world) {

  /**
   * What is never perfect.
   *
   * @param loss which part of the reports is lost on its way to each node, all the time
   * @param delay how long reports take at most, in intervals
   * @param jitter by which part the demand goes up and down from step to step
   * @param drift by which part clocks are too fast or too slow at most
   */
  public record World(double loss, double delay, double jitter, double drift) {

    /** Good enough for every day. */
    public static final World USUAL = new World(0, 0.02, 0, 0.0001);

    /** Checks that the parts are parts. */
    public World {
      require(loss >= 0 && loss <= 1, "loss must be from 0 to 1");
      require(delay >= 0 && delay <= 100, "delay must be from 0 to 100 intervals");
      require(jitter >= 0 && jitter < 1, "jitter must be from 0 to 1");
      require(drift >= 0 && drift <= 0.1, "drift must be from 0 to 0.1");
    }
  }

  private static final int MOST_NODES = 1000;
  private static final int MOST_INTERVALS = 10_000;

  /** Checks that what happens happens to nodes that there are. */
  public Scenario {
    demands = List.copyOf(demands);
    changes = List.copyOf(changes);
    require(quota > 0, "the quota must be more than 0");
    require(!demands.isEmpty() && demands.size() <= MOST_NODES, "there must be 1 to 1000 nodes");
    require(intervals >= 1 && intervals <= MOST_INTERVALS, "intervals must be from 1 to 10000");
    for (Change change : changes) {
      require(
          !change.kind().isOfANode() || change.node() < demands.size(),
          "there is no node " + change.node() + " for " + change.text());
      require(
          change.kind() != Change.Kind.QUOTA || change.first() > 0,
          "the quota must be more than 0");
      require(change.kind() != Change.Kind.LOSS || change.first() <= 1, "loss must be from 0 to 1");
    }
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
