package io.sluice.simulator;

import java.util.Locale;

/** What nodes promise at any time, whether or not anything has settled. */
public enum Promise {

  /** Of a group's quota: a node that begins to use it has an even part at once, before the others can know. */
  GROUP(2) {
    @Override
    String starved(Trace trace, int first, int end) {
      double seconds = trace.stepSeconds() * (end - first);
      double even = leastQuota(trace, first, end) / trace.scenario().demands().size();
      for (NodeTrace node : trace.nodes()) {
        // A node that wants more than before is given it within two intervals; one that wakes up or
        // joins, at once.
        boolean wakes = node.wasIdle(first, NOT_AT_ONCE) && node.isUp(first, end);
        double wanted = node.leastDemand(wakes ? first : Math.max(0, first - NOT_AT_ONCE), end);
        double least = LEAST_PART * Math.min(even, wanted);
        if (node.admitted(first, end) < least * seconds - 2) {
          return finding(node, first, end, node.admitted(first, end) / seconds, least);
        }
      }
      return "";
    }

    @Override
    int sides(Trace trace, int first, int end) {
      return trace.scenario().changes().stream()
              .anyMatch(change ->
                  change.kind() == Change.Kind.SPLIT && isDuring(change, first - NOT_AT_ONCE, end))
          ? 2
          : 1;
    }
  },

  /**
   * Of a limit: one node divides it, and a node that begins to use it has little until that one knows. So a node waits
   * up to an interval, or longer if the one that divides is gone without a word or nodes do not hear each other.
   */
  LIMIT(1.25) {
    @Override
    String starved(Trace trace, int first, int end) {
      boolean disturbed = isDisturbed(trace, first, end);
      int since = first - (disturbed ? PATIENCE : AT_ONCE);
      if (since < 0 || isChanged(trace, since, end)) {
        return "";
      }
      int from = disturbed ? since : first;
      double seconds = trace.stepSeconds() * Trace.STEPS;
      double even = trace.quota(since) / trace.scenario().demands().size();
      for (NodeTrace node : trace.nodes()) {
        double least = LEAST_PART * Math.min(even, node.leastDemand(since, end));
        if (node.admitted(from, end) < least * seconds - 2) {
          return finding(node, from, end, node.admitted(from, end) / seconds, least);
        }
      }
      return "";
    }

    @Override
    int sides(Trace trace, int first, int end) {
      double latest = trace.scenario().changes().stream()
          .filter(change ->
              change.kind() == Change.Kind.DELAY && isDuring(change, first - NOT_AT_ONCE, end))
          .mapToDouble(Change::first)
          .max()
          .orElse(0);
      return trace.groups(first - NOT_AT_ONCE - (int) (WAYS * latest * Trace.STEPS), end);
    }
  };

  /** A node that wants it gets at least this part of an even part. */
  private static final double LEAST_PART = 0.5;

  private static final int NOT_AT_ONCE = 2 * Trace.STEPS;

  /** Nodes that hear each other again have so much to say to each other, one after the other, until one of them divides. */
  private static final int WAYS = 3;

  /** A node that begins to want more has it after so many steps, while all nodes hear each other. */
  private static final int AT_ONCE = Trace.STEPS;

  /** So long after nodes did not hear each other, or one was gone without a word, they do again as if nothing had been. */
  private static final int RECOVERY = 3 * Trace.STEPS;

  /** Whatever happens, a node that wants something has had something after so many steps. */
  private static final int PATIENCE = 8 * Trace.STEPS;

  private final double overshoot;

  Promise(double overshoot) {
    this.overshoot = overshoot;
  }

  /** So many times the quota nodes that hear each other use at most in an interval, by their shares. */
  public double overshoot() {
    return overshoot;
  }

  /** Says which node gets too little in the window, if any. */
  abstract String starved(Trace trace, int first, int end);

  /** How many groups of nodes that do not hear each other keep the quota each on their own. */
  abstract int sides(Trace trace, int first, int end);

  private static boolean isDuring(Change change, int first, int end) {
    return change.at() * Trace.STEPS < end && change.until() * Trace.STEPS >= first;
  }

  private static boolean isDisturbed(Trace trace, int first, int end) {
    return trace.scenario().world().loss() > 0
        || trace.scenario().changes().stream()
            .anyMatch(
                change -> change.kind().disturbs() && isDuring(change, first - RECOVERY, end));
  }

  private static boolean isChanged(Trace trace, int since, int end) {
    for (int step = since + 1; step < end; step++) {
      if (trace.quota(step) != trace.quota(since)) {
        return true;
      }
    }
    return false;
  }

  private static double leastQuota(Trace trace, int first, int end) {
    double least = Double.POSITIVE_INFINITY;
    for (int step = Math.max(0, first - Trace.STEPS); step < end; step++) {
      least = Math.min(least, trace.quota(step));
    }
    return least;
  }

  private static String finding(NodeTrace node, int from, int end, double got, double least) {
    return String.format(
        Locale.ROOT,
        "from interval %.2f to %.2f %s got %.2f, less than %.2f",
        (double) from / Trace.STEPS,
        (double) end / Trace.STEPS,
        node.name(),
        got,
        least);
  }
}
