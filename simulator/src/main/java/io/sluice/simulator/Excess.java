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

  /** A node that wants it gets at least this part of an even part, at any time. */
  private static final double LEAST_PART = 0.5;

  private static final int NOT_AT_ONCE = 2 * Trace.STEPS;

  private static final double TOLERANCE = 0.01;

  static Excess of(Trace trace, List<String> findings) {
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
      double sides = sides(trace, first);
      byShares = Math.max(byShares, earned / most / sides);
      withSavings = Math.max(withSavings, admitted / most / sides);
      if (!toldExcess
          && earned
              > most * (Verdict.OVERSHOOT_BOUND + TOLERANCE) * sides
                  + trace.nodes().size()) {
        toldExcess = true;
        findings.add(String.format(
            Locale.ROOT,
            "from interval %.2f on %.2f times the quota was used",
            (double) first / Trace.STEPS,
            earned / most));
      }
      String starved = toldStarved ? "" : starved(trace, first, end);
      if (!starved.isEmpty()) {
        toldStarved = true;
        findings.add(starved);
      }
    }
    return new Excess(byShares, withSavings);
  }

  /** How many do not hear each other, and so keep the quota each on their own. */
  private static int sides(Trace trace, int first) {
    boolean split = trace.scenario().changes().stream()
        .anyMatch(change -> change.kind() == Change.Kind.SPLIT
            && change.at() * Trace.STEPS <= first + Verdict.WINDOW
            && change.until() * Trace.STEPS >= first - NOT_AT_ONCE);
    return split ? 2 : 1;
  }

  private static String starved(Trace trace, int first, int end) {
    double seconds = trace.stepSeconds() * (end - first);
    double quota = Double.POSITIVE_INFINITY;
    for (int step = Math.max(0, first - Trace.STEPS); step < end; step++) {
      quota = Math.min(quota, trace.quota(step));
    }
    double even = quota / trace.scenario().demands().size();
    for (NodeTrace node : trace.nodes()) {
      // A node that wants more than before is given it within two intervals; one that wakes up or
      // joins, at once.
      boolean wakes = node.wasIdle(first, NOT_AT_ONCE) && node.isUp(first, end);
      double wanted = node.leastDemand(wakes ? first : Math.max(0, first - NOT_AT_ONCE), end);
      double least = LEAST_PART * Math.min(even, wanted);
      if (node.admitted(first, end) < least * seconds - 2) {
        return String.format(
            Locale.ROOT,
            "from interval %.2f on %s got %.2f, less than %.2f",
            (double) first / Trace.STEPS,
            node.name(),
            node.admitted(first, end) / seconds,
            least);
      }
    }
    return "";
  }
}
