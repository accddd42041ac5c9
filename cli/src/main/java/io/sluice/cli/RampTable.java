package io.sluice.cli;

import io.sluice.cli.chart.Figure;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** A run as a table, one line per second. */
final class RampTable {

  private static final List<String> HEADER =
      List.of("second", "level", "share", "asked", "used", "utilisation %");

  private RampTable() {}

  static void print(RampRun run, PrintWriter out) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADER);
    run.seconds().forEach(second -> rows.add(row(second)));
    int[] widths = new int[HEADER.size()];
    for (List<String> row : rows) {
      for (int column = 0; column < widths.length; column++) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    rows.forEach(row -> out.println(line(row, widths)));
  }

  private static List<String> row(RampRun.Second second) {
    String number = Integer.toString(second.number());
    return second
        .call()
        .map(call -> List.of(
            number,
            Figure.of(call.level()),
            Long.toString(call.share()),
            Integer.toString(call.asked()),
            Integer.toString(call.used()),
            Figure.of(call.utilisation())))
        .orElse(List.of(number, "-", "-", "-", "-", "-"));
  }

  private static String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < widths.length; column++) {
      String cell = row.get(column);
      line.append(" ".repeat(widths[column] - cell.length() + (column == 0 ? 0 : 2)))
          .append(cell);
    }
    return line.toString();
  }
}
