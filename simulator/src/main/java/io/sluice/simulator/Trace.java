package io.sluice.simulator;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** What happened in a run. */
public final class Trace {

  /** So many steps are an interval. */
  public static final int STEPS = 40;

  private final Scenario scenario;
  private final List<NodeTrace> nodes;
  private final double[] quota;
  private final int[] groups;
  private final BitSet unsettled;

  /** Takes over what it is given. */
  Trace(Scenario scenario, List<NodeTrace> nodes, double[] quota, int[] groups, BitSet unsettled) {
    this.scenario = scenario;
    this.nodes = nodes;
    this.quota = quota;
    this.groups = groups;
    this.unsettled = unsettled;
  }

  public Scenario scenario() {
    return scenario;
  }

  /** All that there were, in the order in which they came. */
  public List<NodeTrace> nodes() {
    return nodes;
  }

  /** In a step, per second. */
  public double quota(int step) {
    return quota[step];
  }

  /** In how many groups the nodes were at most that heard each other, in these steps. */
  int groups(int first, int end) {
    return Math.max(1, Arrays.stream(groups, Math.max(0, first), end).max().orElse(1));
  }

  public int steps() {
    return quota.length;
  }

  /** How long a step is. */
  public double stepSeconds() {
    return scenario.settings().interval().toNanos() / 1e9 / STEPS;
  }

  /** The first step from that one on in which something changed or was disturbed; -1 if there is none. */
  int nextChange(int from) {
    return unsettled.nextSetBit(from);
  }
}
