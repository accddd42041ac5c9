package io.sluice.simulator;

import java.util.BitSet;
import java.util.List;

/** What happened in a run. */
public final class Trace {

  /** So many steps are an interval. */
  public static final int STEPS = 40;

  private final Scenario scenario;
  private final List<NodeTrace> nodes;
  private final double[] quota;
  private final BitSet unsettled;

  /** Takes over what it is given. */
  Trace(Scenario scenario, List<NodeTrace> nodes, double[] quota, BitSet unsettled) {
    this.scenario = scenario;
    this.nodes = nodes;
    this.quota = quota;
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
