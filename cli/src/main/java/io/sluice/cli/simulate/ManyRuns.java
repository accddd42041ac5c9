package io.sluice.cli.simulate;

import io.sluice.simulator.Simulation;
import io.sluice.simulator.Verdict;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Many runs; lists those that fail. */
final class ManyRuns {

  private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final int MOST_NAMED = 20;

  private final ScenarioOptions options;
  private final Sharing sharing;
  private final PrintWriter out;
  private final PrintWriter err;
  private double converge;
  private double overshoot;
  private double withSavings;
  private int failed;

  ManyRuns(ScenarioOptions options, Sharing sharing, PrintWriter out, PrintWriter err) {
    this.options = options;
    this.sharing = sharing;
    this.out = out;
    this.err = err;
  }

  double converge() {
    return converge;
  }

  double overshoot() {
    return overshoot;
  }

  /** Whether none failed. */
  boolean run(long firstSeed, int runs) {
    long told = System.nanoTime();
    for (int i = 0; i < runs; i++) {
      runOne(firstSeed + i);
      if (System.nanoTime() - told >= PROGRESS_NANOS) {
        told = System.nanoTime();
        err.println((i + 1) + " of " + runs + " runs, " + failed + " failed");
      }
    }
    out.println(String.format(
        Locale.ROOT,
        "%d runs from seed %d on: %d failed; at most %.2f intervals to converge, %.2f times the quota in"
            + " an interval, %.2f with what was saved up",
        runs,
        firstSeed,
        failed,
        converge,
        overshoot,
        withSavings));
    return failed == 0;
  }

  private void runOne(long seed) {
    Verdict verdict =
        Verdict.of(Simulation.run(options.scenario(seed), sharing.kind()), sharing.promise());
    converge = Math.max(converge, verdict.convergeIntervals());
    overshoot = Math.max(overshoot, verdict.overshoot());
    withSavings = Math.max(withSavings, verdict.overshootWithSavings());
    if (!verdict.isGood() && ++failed <= MOST_NAMED) {
      out.println("failed: " + verdict.findings().get(0));
      out.println("  to replay it: " + sharing.command() + options.text(seed));
    }
  }
}
