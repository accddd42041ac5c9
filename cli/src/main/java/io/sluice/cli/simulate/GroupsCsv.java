package io.sluice.cli.simulate;

import io.sluice.simulator.NodeTrace;
import io.sluice.simulator.Trace;
import java.util.Locale;

/** A run as a table for other programs. */
final class GroupsCsv {

  private static final int STEPS_PER_LINE = Trace.STEPS / 4;

  private GroupsCsv() {}

  /** Times are in seconds, all else is per second. */
  static String of(Trace trace) {
    StringBuilder csv = new StringBuilder("time,node,demand,share,admitted\n");
    double seconds = trace.stepSeconds() * STEPS_PER_LINE;
    for (int first = 0; first < trace.steps(); first += STEPS_PER_LINE) {
      int end = first + STEPS_PER_LINE;
      for (NodeTrace node : trace.nodes()) {
        if (node.isUp(first, end)) {
          csv.append(String.format(
              Locale.ROOT,
              "%.3f,%s,%.3f,%.3f,%.3f%n",
              first * trace.stepSeconds(),
              node.name(),
              node.demand(first, end),
              node.share(end - 1),
              node.admitted(first, end) / seconds));
        }
      }
    }
    return csv.toString();
  }
}
