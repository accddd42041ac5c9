package io.sluice.cli.simulate;

import io.sluice.cli.chart.Figure;
import io.sluice.cli.remote.Table;
import io.sluice.simulator.Change;
import io.sluice.simulator.Promise;
import io.sluice.simulator.Scenario;
import io.sluice.simulator.Trace;
import io.sluice.simulator.Verdict;
import io.sluice.simulator.Window;
import java.io.PrintWriter;
import java.util.Set;
import java.util.stream.Collectors;

/** Sums up one run in a few lines. */
final class GroupsSummary {

  private static final int MOST_FINDINGS = 10;

  private final PrintWriter out;
  private final Promise promise;

  GroupsSummary(PrintWriter out, Promise promise) {
    this.out = out;
    this.promise = promise;
  }

  void print(Trace trace, Verdict verdict) {
    Scenario scenario = trace.scenario();
    out.println((promise == Promise.LIMIT ? "A limit of " : "A quota of ")
        + Figure.of(scenario.quota()) + " per second, "
        + scenario.demands().size() + " nodes, " + scenario.intervals() + " intervals of "
        + Figure.of(scenario.settings().interval()) + ", seed " + scenario.seed());
    if (!scenario.changes().isEmpty()) {
      out.println("Events: "
          + scenario.changes().stream().map(Change::text).collect(Collectors.joining(",")));
    }
    out.println();
    out.println("In the last interval, per second:");
    Table table = new Table(
        Set.of("DEMAND", "SHARE", "FAIR", "GOT"), "NODE", "DEMAND", "SHARE", "FAIR", "GOT");
    int last = trace.steps() - Trace.STEPS;
    for (Window.Part part : Window.of(trace, last).parts()) {
      table.add(
          part.node().name(),
          Figure.of(part.demand()),
          Figure.of(part.node().share(trace.steps() - 1)),
          Figure.of(part.fair()),
          Figure.of(part.got()));
    }
    table.lines().forEach(out::println);
    out.println();
    out.println("Converged within " + Figure.of(verdict.convergeIntervals())
        + " intervals of a change (promised: " + Verdict.CONVERGE_BOUND + ")");
    out.println(
        "At most " + Figure.of(verdict.overshoot()) + " times the quota in an interval by shares"
            + " (promised: " + Figure.of(promise.overshoot()) + "), "
            + Figure.of(verdict.overshootWithSavings()) + " with what was saved up");
    verdict.findings().stream().limit(MOST_FINDINGS).forEach(out::println);
    if (verdict.findings().size() > MOST_FINDINGS) {
      out.println("... and " + (verdict.findings().size() - MOST_FINDINGS) + " more");
    }
    out.println(verdict.isGood() ? "PASSED" : "FAILED");
  }
}
