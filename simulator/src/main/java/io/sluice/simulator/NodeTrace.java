package io.sluice.simulator;

/** What one node did, step by step. A node that was started anew is another one. */
public final class NodeTrace {

  private final int node;
  private final String name;
  private final int from;
  private int to;
  private final double[] demand;
  private final double[] share;
  private final double[] admitted;
  private final double[] drawn;

  NodeTrace(int node, String name, int from, int steps) {
    this.node = node;
    this.name = name;
    this.from = from;
    this.to = from;
    demand = new double[steps + 1];
    share = new double[steps];
    admitted = new double[steps + 1];
    drawn = new double[steps + 1];
  }

  /** Sums are kept, so that what was in a window is a difference. */
  void record(
      int step, double demandPerSecond, double sharePerSecond, long taken, long fromBalance) {
    to = step + 1;
    demand[step + 1] = demand[step] + demandPerSecond;
    share[step] = sharePerSecond;
    admitted[step + 1] = admitted[step] + taken;
    drawn[step + 1] = drawn[step] + fromBalance;
  }

  /** Which of the scenario's nodes it is. */
  public int node() {
    return node;
  }

  public String name() {
    return name;
  }

  /** The first step in which it was there. */
  public int from() {
    return from;
  }

  /** The step after the last one in which it was there. */
  public int to() {
    return to;
  }

  /** Whether it was there for all of these steps. */
  public boolean isUp(int first, int end) {
    return from <= first && end <= to;
  }

  private int within(int step) {
    return Math.max(from, Math.min(step, to));
  }

  /** What its clients wanted on average, per second, of the time in which it was there. */
  public double demand(int first, int end) {
    return end == first ? 0 : (demand[within(end)] - demand[within(first)]) / (end - first);
  }

  /** The least that its clients wanted at any time, and 0 if it was not there all the time. */
  double leastDemand(int first, int end) {
    double least = isUp(first, end) ? Double.POSITIVE_INFINITY : 0;
    for (int step = first; step < end && least > 0; step++) {
      least = Math.min(least, demand(step, step + 1));
    }
    return least;
  }

  /** Whether it had no demand before, for that many steps or since it joined. */
  boolean wasIdle(int before, int steps) {
    return demand(Math.max(0, before - steps), before) == 0;
  }

  /** What it let pass in these steps. */
  public double admitted(int first, int end) {
    return admitted[within(end)] - admitted[within(first)];
  }

  /** What it let pass in these steps of what came in by its share, without what had been saved up before. */
  public double earned(int first, int end) {
    return admitted(first, end) - Math.max(0, drawn[within(end)] - drawn[within(first)]);
  }

  /** What it was allowed, per second; 0 if it was not there. */
  public double share(int step) {
    return isUp(step, step + 1) ? share[step] : 0;
  }

  /** What it was allowed on average, per second. */
  double share(int first, int end) {
    double sum = 0;
    for (int step = first; step < end; step++) {
      sum += share(step);
    }
    return sum / (end - first);
  }
}
