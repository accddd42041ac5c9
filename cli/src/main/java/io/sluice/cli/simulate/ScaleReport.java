package io.sluice.cli.simulate;

import io.sluice.cli.base.InvalidInputException;
import io.sluice.pulsar.TopicUsageExchange;
import io.sluice.simulator.Scale;
import io.sluice.simulator.ScaleSubject;
import io.sluice.simulator.Verdict;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** What very many groups or limits cost, compared with what is promised. */
final class ScaleReport {

  private static final double MOST_MILLIS = 5;
  private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final Subject subject;
  private final PrintWriter out;
  private final PrintWriter err;
  private long toldNanos = System.nanoTime();
  private boolean good = true;

  /**
   * What is divided, and what it may cost.
   *
   * @param whose why the interval is what it is
   */
  record Subject(
      String name,
      ScaleSubject scale,
      Sharing sharing,
      String whose,
      double mostHeapBytes,
      double mostBytesPerMinute) {

    /** A megabyte, as memory is counted; and a tenth of what PIP-82 reckons with. */
    static final Subject GROUPS = new Subject(
        "groups", ScaleSubject.GROUPS, Sharing.OF_GROUPS, "as in PIP-82", 1 << 20, 5_600_000);

    static final Subject LIMITS = new Subject(
        "limits",
        ScaleSubject.LIMITS,
        Sharing.OF_LIMITS,
        "as nodes have by default",
        5 << 20,
        10_000_000);

    private String spread(int count, int spread, int nodes) {
      return switch (scale) {
        case GROUPS -> count + " groups on " + spread + " of " + nodes + " nodes each";
        case LIMITS ->
          count + " limited topics on " + nodes + " nodes, 5 % of them on " + spread
              + " each and all others on one";
      };
    }
  }

  ScaleReport(Subject subject, PrintWriter out, PrintWriter err) {
    this.subject = subject;
    this.out = out;
    this.err = err;
  }

  /** Whether all is as promised. */
  boolean run(int count, int nodes, int spread, int runCount) {
    Scale.Figures figures;
    try {
      figures = Scale.measure(
          subject.scale, count, nodes, spread, TopicUsageExchange::bytes, this::progress);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(String.valueOf(e.getMessage()));
    }
    ManyRuns runs = new ManyRuns(new ScenarioOptions(), subject.sharing, out, err);
    good &= runs.run(0, runCount);
    out.println(String.format(
        Locale.ROOT,
        "%s, %.0f on a node; %d s intervals, %s; use goes up and down by 3 %%;"
            + " of 10 %% of the %s more is wanted than there is",
        subject.spread(count, spread, nodes),
        figures.perNode(),
        subject.scale.settings().interval().toSeconds(),
        subject.whose,
        subject.name));
    out.println(
        "heap: what it shrinks by when a node's usage state is let go, without names and limiters");
    out.println("published: as it stands on the topic, by all nodes, once settled");
    out.println(String.format(
        Locale.ROOT,
        "before, while all begin at the same time: %d bytes in the first %.0f s",
        figures.settlingBytes(),
        figures.settlingMillis() / 1000.0));
    figure("heap_bytes", figures.heapBytes(), subject.mostHeapBytes, "%.0f");
    figure(
        "published_bytes_per_minute",
        figures.publishedBytesPerMinute(),
        subject.mostBytesPerMinute,
        "%.0f");
    figure("recalculate_ms", figures.recalculateMillis(), MOST_MILLIS, "%.2f");
    figure("converge_intervals", runs.converge(), Verdict.CONVERGE_BOUND, "%.2f");
    figure("max_overshoot", runs.overshoot(), subject.sharing.promise().overshoot(), "%.2f");
    return good;
  }

  private void figure(String name, double value, double most, String format) {
    good &= value <= most;
    out.println(String.format(
        Locale.ROOT,
        "%s.%s " + format + " (at most " + format + ")",
        subject.name,
        name,
        value,
        most));
  }

  private void progress(String what) {
    if (System.nanoTime() - toldNanos >= PROGRESS_NANOS) {
      toldNanos = System.nanoTime();
      err.println(what);
    }
  }
}
