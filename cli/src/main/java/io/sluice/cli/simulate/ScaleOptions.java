package io.sluice.cli.simulate;

import java.io.PrintWriter;
import picocli.CommandLine.Option;

/** The options of a measurement of very many groups or limits, beside how many there are. */
final class ScaleOptions {

  private static final int NODES = 100;
  private static final int RUNS_BESIDE = 1000;

  @Option(
      names = "--spread",
      paramLabel = "K",
      defaultValue = "5",
      description = {
        "With --groups, on how many nodes each of them is; with --topics, on how many each is that is on"
            + " several; by default ${DEFAULT-VALUE}."
      })
  private int spread;

  /** Whether all is as promised, with random runs beside it: more than one if their number is given. */
  boolean run(
      ScaleReport.Subject subject,
      int count,
      int nodes,
      int runs,
      PrintWriter out,
      PrintWriter err) {
    return new ScaleReport(subject, out, err)
        .run(count, nodes == 0 ? NODES : nodes, spread, runs == 1 ? RUNS_BESIDE : runs);
  }
}
