package io.sluice.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What each node got in one interval, and what would be fair. Rates are per second.
 *
 * @param parts of the nodes that were there all the time
 * @param shares what the nodes that use the quota were allowed, on average and together
 * @param grain what whole messages on one side or the other of a window's begin and end amount to
 */
public record Window(double quota, List<Part> parts, double shares, double grain) {

  private static final double TOLERANCE = 0.05;
  private static final double SHARES_TOLERANCE = 0.01;
  private static final int GRAINS = 2;

  /** One node's. */
  public record Part(NodeTrace node, double demand, double fair, double got) {}

  /** The interval that begins with that step. */
  public static Window of(Trace trace, int first) {
    int end = first + Trace.STEPS;
    double seconds = trace.stepSeconds() * Trace.STEPS;
    List<NodeTrace> nodes =
        trace.nodes().stream().filter(node -> node.isUp(first, end)).toList();
    double[] demands =
        nodes.stream().mapToDouble(node -> node.demand(first, end)).toArray();
    double[] fair = MaxMin.of(trace.quota(first), demands);
    List<Part> parts = new ArrayList<>();
    double shares = 0;
    for (int i = 0; i < demands.length; i++) {
      NodeTrace node = nodes.get(i);
      parts.add(new Part(node, demands[i], fair[i], node.admitted(first, end) / seconds));
      // A node that has a message only now and then stands by most of the time, with an even part.
      shares += demands[i] * seconds >= GRAINS ? node.share(first, end) : 0;
    }
    return new Window(trace.quota(first), parts, shares, GRAINS / seconds);
  }

  /** What is not as it should be once all is settled; empty if nothing. */
  String fault() {
    double total = 0;
    double wanted = 0;
    for (Part part : parts) {
      total += part.got();
      wanted += part.demand();
    }
    double due = Math.min(quota, wanted);
    if (isOff(total, due)) {
      return String.format(Locale.ROOT, "the total is %.2f instead of %.2f", total, due);
    }
    for (Part part : parts) {
      if (isOff(part.got(), part.fair())) {
        return String.format(
            Locale.ROOT,
            "%s got %.2f instead of %.2f, wanting %.2f",
            part.node().name(),
            part.got(),
            part.fair(),
            part.demand());
      }
    }
    if (shares > quota * (1 + SHARES_TOLERANCE)) {
      return String.format(
          Locale.ROOT, "shares add up to %.2f, over the quota of %.2f", shares, quota);
    }
    return "";
  }

  private boolean isOff(double got, double due) {
    return Math.abs(got - due) > TOLERANCE * due + grain;
  }
}
