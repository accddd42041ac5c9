package io.sluice.cli.simulate;

import io.sluice.cli.chart.ChartArea;
import io.sluice.cli.chart.Figure;
import io.sluice.cli.chart.Svg;
import io.sluice.simulator.NodeTrace;
import io.sluice.simulator.Trace;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/** Runs as a picture, one below the other: what each node was allowed, and what it used. */
final class SharesChart {

  private static final int COLOURS = 6;
  private static final int STRIDE = Trace.STEPS / 4;
  private static final double LETTER = 6.6;
  private static final int WIDEST_LEGEND = ChartArea.WIDTH - 100;
  private static final String STYLE = """
        <style>
          .sheet { fill: #ffffff; }
          .name { font-size: 17px; font-weight: 600; fill: #12355b; }
          .note { font-size: 13px; fill: #51606f; }
          .grid { stroke: #dfe5ec; }
          .axis { stroke: #51606f; }
          .quota { stroke: #51606f; stroke-width: 1.5; stroke-dasharray: 6 3; fill: none; }
          .got { stroke-width: 2.5; fill: none; }
          .share { stroke-width: 1.2; stroke-dasharray: 2 3; fill: none; }
          .c0 { stroke: #2f6db3; } .c1 { stroke: #b3402f; } .c2 { stroke: #2e8b57; }
          .c3 { stroke: #8a5cb8; } .c4 { stroke: #b8860b; } .c5 { stroke: #3aa0a8; }
          @media (prefers-color-scheme: dark) {
            .sheet { fill: #0d1117; }
            .name { fill: #dcebfb; }
            .note { fill: #a9b6c4; }
            .grid { stroke: #253040; }
            .axis, .quota { stroke: #a9b6c4; }
          }
        </style>
      """;

  private final Svg svg = new Svg();

  /**
   * A part of the picture, for one run.
   *
   * @param title names the way in which this run divides the quota
   */
  record Panel(String title, Trace trace) {}

  private SharesChart() {}

  /** The file's content. */
  static String of(List<Panel> panels) {
    SharesChart chart = new SharesChart();
    chart.draw(panels);
    return chart.svg.toString();
  }

  private void draw(List<Panel> panels) {
    double height = (double) ChartArea.HEIGHT * panels.size();
    svg.add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 # #\""
            + " font-family=\"system-ui, sans-serif\" role=\"img\" aria-labelledby=\"title\">",
        ChartArea.WIDTH,
        height);
    svg.add("  <title id=\"title\">What each node may use of a quota, and what it uses</title>");
    svg.raw(STYLE);
    svg.add("  <rect class=\"sheet\" width=\"#\" height=\"#\" rx=\"8\"/>", ChartArea.WIDTH, height);
    double top =
        panels.stream().mapToDouble(panel -> highest(panel.trace())).max().orElse(1);
    for (int i = 0; i < panels.size(); i++) {
      svg.add("  <g transform=\"translate(0 #)\">", ChartArea.HEIGHT * i);
      draw(panels.get(i), top);
      svg.add("  </g>");
    }
    svg.add("</svg>");
  }

  private void draw(Panel panel, double top) {
    Trace trace = panel.trace();
    svg.words("name", 24, 34, "start", panel.title());
    svg.words(
        "note",
        24,
        56,
        "start",
        "solid: used, dotted: allowed, dashed: the quota; intervals of "
            + Figure.of(trace.scenario().settings().interval()));
    ChartArea area = new ChartArea(trace.scenario().intervals(), top, "interval", "per second");
    area.draw(svg);
    line(area, "quota", 0, trace.steps(), trace::quota);
    double legendX = 24;
    for (NodeTrace node : trace.nodes()) {
      String colour = " c" + node.node() % COLOURS;
      line(area, "share" + colour, node.from(), node.to(), node::share);
      line(area, "got" + colour, node.from(), node.to(), step -> used(trace, node, step));
      if (legendX < WIDEST_LEGEND) {
        svg.add("  <path class=\"got" + colour + "\" d=\"M# #h24\"/>", legendX, 80);
        svg.words("note", legendX + 32, 84, "start", node.name());
        legendX += 32 + node.name().length() * LETTER + 24;
      }
    }
  }

  /** The rate around a step, over half an interval. */
  private static double used(Trace trace, NodeTrace node, int step) {
    int first = Math.max(node.from(), step - STRIDE);
    int end = Math.min(node.to(), step + STRIDE);
    return node.admitted(first, end) / (trace.stepSeconds() * Math.max(1, end - first));
  }

  private void line(ChartArea area, String style, int from, int to, IntToDoubleFunction value) {
    StringBuilder path = new StringBuilder();
    double last = Double.NaN;
    for (int step = from; step < to; step++) {
      double y = area.y(value.applyAsDouble(step));
      if (y != last || step == to - 1) {
        String x = Figure.of(area.x(1 + (double) step / Trace.STEPS));
        path.append(path.isEmpty() ? "M" + x + " " : "H" + x + "V").append(Figure.of(y));
        last = y;
      }
    }
    if (!path.isEmpty()) {
      svg.add("  <path class=\"" + style + "\" d=\"" + path + "\"/>");
    }
  }

  private static double highest(Trace trace) {
    double highest = 0;
    for (int step = 0; step < trace.steps(); step += STRIDE) {
      highest = Math.max(highest, trace.quota(step));
      for (NodeTrace node : trace.nodes()) {
        highest = Math.max(highest, Math.max(node.share(step), used(trace, node, step)));
      }
    }
    return highest;
  }
}
