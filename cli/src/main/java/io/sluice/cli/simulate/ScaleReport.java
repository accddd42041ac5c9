package io.sluice.cli.simulate;

import io.sluice.cli.base.InvalidInputException;
import io.sluice.pulsar.TopicUsageExchange;
import io.sluice.simulator.Promise;
import io.sluice.simulator.Scale;
import io.sluice.simulator.Verdict;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** What very many groups cost, compared with what is promised. */
final class ScaleReport {

  /** A megabyte, as memory is counted. */
  private static final double MOST_HEAP_BYTES = 1 << 20;

  /** A tenth of what PIP-82 reckons with. */
  private static final double MOST_BYTES_PER_MINUTE = 5_600_000;

  private static final double MOST_MILLIS = 5;
  private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final PrintWriter out;
  private final PrintWriter err;
  private long toldNanos = System.nanoTime();
  private boolean good = true;

  ScaleReport(PrintWriter out, PrintWriter err) {
    this.out = out;
    this.err = err;
  }

  /** Whether all is as promised. */
  boolean run(int groups, int nodes, int spread, int runCount) {
    Scale.Figures figures;
    try {
      figures = Scale.measure(groups, nodes, spread, TopicUsageExchange::bytes, this::progress);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(String.valueOf(e.getMessage()));
    }
    ManyRuns runs = new ManyRuns(new ScenarioOptions(), Sharing.OF_GROUPS, out, err);
    good &= runs.run(0, runCount);
    out.println(String.format(
        Locale.ROOT,
        "%d groups on %d of %d nodes each, %.0f on a node; 60 s intervals; use goes up and down by 3 %%;"
            + " 10 %% of the groups want more than their quota",
        groups,
        spread,
        nodes,
        figures.groupsPerNode()));
    out.println(
        "heap: what it shrinks by when a node's usage state is let go, without names and limiters");
    out.println("published: as it stands on the topic, by all nodes, once settled");
    figure("groups.heap_bytes", figures.heapBytes(), MOST_HEAP_BYTES, "%.0f");
    figure(
        "groups.published_bytes_per_minute",
        figures.publishedBytesPerMinute(),
        MOST_BYTES_PER_MINUTE,
        "%.0f");
    figure("groups.recalculate_ms", figures.recalculateMillis(), MOST_MILLIS, "%.2f");
    figure("groups.converge_intervals", runs.converge(), Verdict.CONVERGE_BOUND, "%.2f");
    figure("groups.max_overshoot", runs.overshoot(), Promise.GROUP.overshoot(), "%.2f");
    return good;
  }

  private void figure(String name, double value, double most, String format) {
    good &= value <= most;
    out.println(String.format(
        Locale.ROOT, "%s " + format + " (at most " + format + ")", name, value, most));
  }

  private void progress(String what) {
    if (System.nanoTime() - toldNanos >= PROGRESS_NANOS) {
      toldNanos = System.nanoTime();
      err.println(what);
    }
  }
}
