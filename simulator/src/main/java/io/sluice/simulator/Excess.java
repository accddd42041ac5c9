package io.sluice.simulator;

import java.util.List;
import java.util.Locale;

/**
 * How far over the quota the nodes got at most. Checks what holds at any time, settled or not: no node with
 * demand is starved, and the excess stays within its bound.
 *
 * @param byShares the most that all nodes that hear each other got by their shares, as a multiple of the quota
 * @param withSavings the same with what they had saved up
 */
record Excess(double byShares, double withSavings) {

  private static final double TOLERANCE = 0.01;

  static Excess of(Trace trace, Promise promise, List<String> findings) {
    double byShares = 0;
    double withSavings = 0;
    boolean toldExcess = false;
    boolean toldStarved = false;
    for (int first = 0; first + Verdict.WINDOW <= trace.steps(); first += Verdict.STRIDE) {
      int end = first + Verdict.WINDOW;
      // What was allowed when a quota was lowered may be used for one more interval.
      double quota = 0;
      for (int step = Math.max(0, first - Trace.STEPS); step < end; step++) {
        quota = Math.max(quota, trace.quota(step));
      }
      double most = quota * trace.stepSeconds() * Trace.STEPS;
      double earned = 0;
      double admitted = 0;
      for (NodeTrace node : trace.nodes()) {
        earned += node.earned(first, end);
        admitted += node.admitted(first, end);
      }
      double sides = promise.sides(trace, first, end);
      byShares = Math.max(byShares, earned / most / sides);
      withSavings = Math.max(withSavings, admitted / most / sides);
      double bound = promise.overshoot() + TOLERANCE;
      if (!toldExcess && earned > most * bound * sides + trace.nodes().size()) {
        toldExcess = true;
        findings.add(String.format(
            Locale.ROOT,
            "from interval %.2f on %.2f times the quota was used",
            (double) first / Trace.STEPS,
            earned / most));
      }
      String starved = toldStarved ? "" : promise.starved(trace, first, end);
      if (!starved.isEmpty()) {
        toldStarved = true;
        findings.add(starved);
      }
    }
    return new Excess(byShares, withSavings);
  }
}
