package io.sluice.simulator;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether a run kept what nodes promise.
 *
 * <p>What nodes get is measured over windows of one interval. The promise: from three intervals after the
 * last change on, every such window has in total 95 to 105 % of what is wanted or, if that is less, of the
 * quota, and every node within 5 % of its part by {@link MaxMin}. A change is anything that makes the exact
 * answer another one; while reports are lost or late, or nodes do not hear each other, it goes on.
 *
 * <p>At any time, settled or not, {@link Promise} says how much nodes that hear each other use at most by their shares,
 * and that no node with demand is left with less than half of an even part. While the network is split, the first
 * holds for each side. What a limiter has saved up, a tenth of an interval's share at most, comes on top of that
 * once, and is told apart here. It is little enough not to matter after three intervals: a node that lives on it
 * gets 5 % too much for two of them at most.
 *
 * @param findings what is not as promised, if anything
 * @param convergeIntervals how long it took at most from a change until every node had its part
 * @param overshoot the most that all nodes that hear each other got in an interval by their shares, as a multiple of
 *     the quota
 * @param overshootWithSavings the same with what they had saved up
 */
public record Verdict(
    List<String> findings,
    double convergeIntervals,
    double overshoot,
    double overshootWithSavings) {

  /** After so many intervals every node has its part. */
  public static final int CONVERGE_BOUND = 3;

  static final int WINDOW = Trace.STEPS;
  static final int STRIDE = Trace.STEPS / 4;

  public boolean isGood() {
    return findings.isEmpty();
  }

  /** Judges a run in which nodes share a group's quota. */
  public static Verdict of(Trace trace) {
    return of(trace, Promise.GROUP);
  }

  /** Judges a run. */
  public static Verdict of(Trace trace, Promise promise) {
    List<String> findings = new ArrayList<>();
    Excess excess = Excess.of(trace, promise, findings);
    double converge = 0;
    int steps = trace.steps();
    for (int change = trace.nextChange(0); change >= 0; ) {
      int next = trace.nextChange(change + 1);
      int end = next < 0 ? steps : next;
      // Nothing can be said of what did not have the time.
      if (end - change >= (CONVERGE_BOUND + 1) * Trace.STEPS) {
        converge = Math.max(converge, settle(trace, change, end, findings));
      }
      change = next;
    }
    return new Verdict(List.copyOf(findings), converge, excess.byShares(), excess.withSavings());
  }

  /** How long it took after a change; names what was wrong after that was to be over. */
  private static double settle(Trace trace, int change, int end, List<String> findings) {
    int settled = change;
    for (int first = change; first + WINDOW <= end; first += STRIDE) {
      Window window = Window.of(trace, first);
      String fault = window.fault();
      if (!fault.isEmpty()) {
        settled = first + STRIDE;
        if (first - change >= CONVERGE_BOUND * Trace.STEPS) {
          findings.add("at interval " + (double) first / Trace.STEPS + ", "
              + (double) (first - change) / Trace.STEPS + " after a change: " + fault);
        }
      }
    }
    return (double) (settled - change) / Trace.STEPS;
  }
}
